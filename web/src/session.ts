/** Questions of the page: each is answered by lines of JSON, which are handed on as they come. */
import { inBrowser } from "./engine";
import type { Question, Said } from "./events";
import { type Answerer, Stopped, Unanswered } from "./answerer";
import { onServer } from "./server";

/** Who answers: a module in this browser where the page names its worker, else the server of the page. */
const answerer: Answerer = document.body.dataset.worker ? inBrowser(document.body.dataset.worker) : onServer;

/** A question that is being answered. */
export class Asking {
  private readonly controller = new AbortController();
  private answer: ReturnType<Answerer> | null = null;

  /** Asks, and hands on what is said until the answer ends. A dropped question says nothing more. */
  async hear(question: Question, said: (event: Said) => void): Promise<void> {
    let hasEnded = false;
    this.answer = answerer(question, this.controller.signal, (line) => {
      if (this.isDropped) return;
      const event = JSON.parse(line) as Said;
      hasEnded ||= event.event === "end";
      if (event.event === "died") throw new Unanswered("ended", event);
      said(event);
    });
    try {
      await this.answer.done;
    } catch (error) {
      if (this.isDropped) return;
      if (!(error instanceof Stopped)) throw error;
      said({ event: "failed", status: 130, message: error.message });
      said({ event: "end", stopped: true });
      return;
    }
    if (!hasEnded && !this.isDropped) throw new Unanswered("ended");
  }

  /** Asks for what is known so far, and no more. */
  stop(): void {
    this.answer?.stop();
  }

  /** Forgets the question: whatever answers it ends. */
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
