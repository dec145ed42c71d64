/** The worker of the playground: holds the module that answers (`playground/src/lib.rs`), and passes its lines on. */

/** First the module, then questions in JSON. */
export type ToWorker = { module: WebAssembly.Module } | { question: string };

/** A line of the answer; that it has ended, and how much memory is held; or why it broke off. */
export type FromWorker = { line: string } | { bytes: number } | { failed: Failed; words: string };

/** `memoryEnded`: the memory was not enough; `tooDeep`: nor the stack; `died`: a mistake in mexlab, in `words`. */
export type Failed = "memoryEnded" | "tooDeep" | "died";

interface Module {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): void;
}

const tell = (message: FromWorker) => (self as unknown as { postMessage(message: FromWorker): void }).postMessage(message);
let module: Module | null = null;
let panic = "";

const text = (from: number, length: number) => (module ? new TextDecoder().decode(new Uint8Array(module.memory.buffer, from, length)) : "");

const worker = {
  now: () => performance.now(),
  hear: (from: number, length: number) => tell({ line: text(from, length) }),
  panicked: (from: number, length: number) => (panic = text(from, length)),
};

function answer(question: string): void {
  if (!module) return;
  try {
    const bytes = new TextEncoder().encode(question);
    const from = module.room(bytes.length);
    new Uint8Array(module.memory.buffer, from, bytes.length).set(bytes);
    module.ask();
    tell({ bytes: module.memory.buffer.byteLength });
  } catch (error) {
    tell({ failed: failed(error), words: panic });
  }
}

/** What a trap means: without a panic, `unreachable` is how Rust ends when it is given no memory. */
function failed(error: unknown): Failed {
  if (/capacity overflow/.test(panic)) {
    panic = "";
    return "memoryEnded";
  }
  if (panic) return "died";
  return error instanceof Error && /unreachable/.test(error.message) ? "memoryEnded" : "tooDeep";
}

self.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("question" in data) answer(data.question);
  else module = new WebAssembly.Instance(data.module, { worker }).exports as unknown as Module;
});
