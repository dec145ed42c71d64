/** What the program says of laws and charts, in the language of the page. Formulas stay as they are. */
import { lang } from "./words";

/** Phrases of captions, legends and laws, the longer ones first. */
const phrases: [RegExp, string][] = [
  [/^Law, proved for every position: /, "规律（对所有局面已证明）："],
  [/^Law, tested up to (.+?): (?=\S)/, "规律（检验至 $1）："],
  [/ among those drawn as one/g, "，画在一处"],
  [/\bP-positions\b/g, "P 局面"],
  [/\bN-positions\b/g, "N 局面"],
  [/\bP-position\b/g, "P 局面"],
  [/\bN-position\b/g, "N 局面"],
  [/^exception to the law$/, "规律的例外"],
  [/^no position$/, "不是局面"],
  [/^no positions$/, "没有局面"],
  [/^not a number$/, "不是数"],
  [/; by (\S+) mod (\d+): /g, "；按 $1 mod $2："],
  [/, except at /g, "，例外："],
  [/ and (\d+) more\b/g, " 等，另有 $1 个"],
  [/ otherwise\b/g, " 其余"],
  [/, else /g, "，否则 "],
  [/: the numbers (.+?) with (.+), in order$/, "：依次为满足 $2 的数 $1"],
  [/ iff /g, " 当且仅当 "],
  [/ for (?=[\p{L}_(])/gu, "，其中 "],
  [/; drawn as far as /g, "；画至 "],
  [/(\S+) to the right, (\S+) upwards/g, "$1 向右，$2 向上"],
  [/^any (.+?) outside the table\b/, "表外任何 $1"],
  [/^any (.+)$/, "任何 $1"],
  [/ where (.+?) differs/g, "，其中 $1 不同"],
];

/** A sentence of the program in the language of the page. */
export function inWords(text: string): string {
  return lang() === "en" ? text : phrases.reduce((said, [from, to]) => said.replace(from, to), text);
}
