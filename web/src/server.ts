/** Questions answered by the server of the page, `mexlab serve`: a process for each. */
import { type Answerer, Unanswered } from "./answerer";

let asked = 0;
const page = Math.random().toString(36).slice(2);

export const onServer: Answerer = (question, dropped, line) => {
  const name = `${page}-${++asked}`;
  const ask = async () => {
    let response: Response;
    try {
      response = await fetch("session", {
        method: "POST",
        headers: { "x-question": name },
        body: JSON.stringify(question),
        signal: dropped,
      });
    } catch {
      throw new Unanswered("gone");
    }
    if (response.status === 503) throw new Unanswered("busy");
    if (!response.ok || !response.body) throw new Unanswered("gone");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest: string[] = [];
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new Unanswered("ended");
      });
      if (done || dropped.aborted) return;
      const lines = value.split("\n");
      for (const [index, part] of lines.entries()) {
        rest.push(part);
        if (index === lines.length - 1) break;
        line(rest.join(""));
        rest = [];
      }
    }
  };
  const stop = () => void fetch(`stop/${name}`, { method: "POST" }).catch(() => undefined);
  return { done: ask(), stop };
};
