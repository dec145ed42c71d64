/** Questions to the server: each is answered by lines of JSON, which are handed on as they come. */
import type { Died, Question, Said } from "./events";
import { t } from "./words";

/** Why a question has no answer. */
export class Unanswered extends Error {
  /** `gone`: the server does not answer; `busy`: too many questions; `ended`: the process died, and how. */
  constructor(why: "gone" | "busy" | "ended", died: Died | null = null) {
    super(died ? wordsOf(died) : t(why));
  }
}

/** What a process that ended really said. */
function wordsOf({ status, signal, late, words }: Died): string {
  const how = late ? `: ${t("late")}` : signal ? ` (${t("bySignal")} ${signal})` : status ? ` (${t("withStatus")} ${status})` : "";
  return `${t("died")}${how}${words ? `: ${words}` : ""}`;
}

let asked = 0;
const page = Math.random().toString(36).slice(2);

/** A question that is being answered. */
export class Asking {
  private readonly name = `${page}-${++asked}`;
  private readonly controller = new AbortController();

  /** Asks, and hands on what is said until the answer ends. A dropped question says nothing more. */
  async hear(question: Question, said: (event: Said) => void): Promise<void> {
    let response: Response;
    try {
      response = await fetch("session", {
        method: "POST",
        headers: { "x-question": this.name },
        body: JSON.stringify(question),
        signal: this.controller.signal,
      });
    } catch {
      if (this.isDropped) return;
      throw new Unanswered("gone");
    }
    if (response.status === 503) throw new Unanswered("busy");
    if (!response.ok || !response.body) throw new Unanswered("gone");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest: string[] = [];
    let hasEnded = false;
    let died: Died | null = null;
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done || this.isDropped) break;
        const lines = value.split("\n");
        for (const [index, line] of lines.entries()) {
          rest.push(line);
          if (index === lines.length - 1) break;
          const event = JSON.parse(rest.join("")) as Said;
          rest = [];
          hasEnded ||= event.event === "end";
          if (event.event === "died") died = event;
          else if (!this.isDropped) said(event);
        }
      }
    } catch (error) {
      if (this.isDropped) return;
      throw error instanceof SyntaxError ? error : new Unanswered("ended");
    }
    if ((died || !hasEnded) && !this.isDropped) throw new Unanswered("ended", died);
  }

  /** Asks for what is known so far, and no more. */
  stop(): void {
    void fetch(`stop/${this.name}`, { method: "POST" }).catch(() => undefined);
  }

  /** Forgets the question: its process is killed. */
  drop(): void {
    this.controller.abort();
  }

  private get isDropped(): boolean {
    return this.controller.signal.aborted;
  }
}

/** The first event of a kind that answers a question, or what failed. */
export async function once<K extends Said["event"]>(
  question: Question,
  kind: K,
): Promise<Extract<Said, { event: K }> | string> {
  let found: Extract<Said, { event: K }> | string = "";
  await new Asking().hear(question, (event) => {
    if (event.event === kind) found = event as Extract<Said, { event: K }>;
    else if (event.event === "failed") found = event.message;
    else if (event.event === "mistakes") found = event.text;
  });
  return found;
}
