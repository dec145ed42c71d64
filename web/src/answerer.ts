/** What every way to have a question answered has in common. */
import type { Died, Question } from "./events";
import { type Word, t } from "./words";

/**
 * Asks a question. Each line of the answer is handed to `line` as it comes; `done` ends with the answer, or fails as
 * `Unanswered` or `Stopped`. The signal drops the question; `stop` asks for what is known so far.
 */
export type Answerer = (question: Question, dropped: AbortSignal, line: (line: string) => void) => { done: Promise<void>; stop: () => void };

/** Why a question has no answer. */
export class Unanswered extends Error {
  /** The word for it; of a process that died, how. */
  constructor(why: Word, died: Died | null = null) {
    super(died ? wordsOf(died) : t(why));
  }
}

/** The question was stopped, and what answered it with it. */
export class Stopped extends Error {
  constructor() {
    super(t("stopped"));
  }
}

/** What a process that ended really said. */
function wordsOf({ status, signal, late, words }: Died): string {
  const how = late ? `: ${t("late")}` : signal ? ` (${t("bySignal")} ${signal})` : status ? ` (${t("withStatus")} ${status})` : "";
  return `${t("died")}${how}${words ? `: ${words}` : ""}`;
}
