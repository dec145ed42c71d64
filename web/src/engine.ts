/**
 * Questions answered in this browser: a module of WebAssembly in a Web Worker. A worker answers one question at a
 * time; to stop or to drop a question is to end its worker. One is always ready for the next.
 */
import { type Answerer, Stopped, Unanswered } from "./answerer";
import type { FromWorker, ToWorker } from "./worker";

/** A worker whose memory has grown beyond so many bytes is not asked again: it keeps them. */
const GROWN = 200_000_000;

/** The module, compiled once for all workers. */
async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetch("mexlab.wasm");
  if (!response.ok) throw new Error(`mexlab.wasm: ${response.status}`);
  // Of a server that does not know the type of the file it cannot be compiled as it comes.
  const isKnown = response.headers.get("content-type")?.startsWith("application/wasm");
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Answers by workers that run the script. */
export function inBrowser(script: string): Answerer {
  const module = compiled();
  // Who asks is told.
  module.catch(() => undefined);
  const ready: Worker[] = [];

  function start(): Worker {
    const worker = new Worker(script);
    void module.then((module) => worker.postMessage({ module } satisfies ToWorker), () => undefined);
    return worker;
  }

  function take(): Worker {
    const worker = ready.pop() ?? start();
    // Not before this one has its question.
    setTimeout(() => {
      if (ready.length === 0) ready.push(start());
    });
    return worker;
  }

  return (question, dropped, line) => {
    const worker = take();
    let stop = () => {};
    let isOver = false;
    const done = new Promise<void>((resolve, reject) => {
      const end = (why: Error) => {
        // A worker that has answered belongs to the next question.
        if (isOver) return;
        isOver = true;
        worker.terminate();
        reject(why);
      };
      stop = () => end(new Stopped());
      dropped.addEventListener("abort", stop);
      worker.onerror = () => end(new Unanswered("unloaded"));
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if ("line" in data) {
          try {
            line(data.line);
          } catch (error) {
            end(error as Error);
          }
        } else if ("failed" in data) {
          end(new Unanswered(data.failed, data.words ? { words: data.words } : null));
        } else {
          isOver = true;
          if (data.bytes > GROWN || ready.length > 1) worker.terminate();
          else ready.push(worker);
          resolve();
        }
      };
      module.then(
        () => worker.postMessage({ question: JSON.stringify(question) } satisfies ToWorker),
        () => end(new Unanswered("unloaded")),
      );
    }).finally(() => dropped.removeEventListener("abort", stop));
    return { done, stop: () => stop() };
  };
}
