/** The rule language in the editor: highlighting, comments and completion (docs/rule-language.md). */
import { type Completion, type CompletionContext, type CompletionResult, autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { HighlightStyle, LanguageSupport, StreamLanguage, type StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** Statements with what follows them. */
const statements: Record<string, string> = {
  game: "NAME(PARAMETER, ...): names the game",
  title: '"English" zh "中文"',
  note: '"a sentence for the report"',
  input: "digraph, graph, tree, words or sum",
  heap: "n: a position is one number",
  state: "(a, b), (h[m]), heaps h[m], (A subset 1..n)",
  coins: "x from 1: coins in a row",
  move: "n -> n - k for k in 1..n if COND",
  left: "a move of Left only",
  right: "a move of Right only",
  turn: "a move of a coin game",
  stuck: "loses or wins",
  win: "if COND: the player to move has won",
  lose: "if COND: the player to move has lost",
  play: "one, every or loopy: a move in a sum",
  start: "n: the start of each size",
  let: "f(x) = EXPR",
  table: "sg, win to n = 100",
  check: "over k in 1..9 to n = 60",
  claim: "book.1: sg = n % 4",
  nearby: "book.1: a statement close to a claim",
};

/** Functions with their arguments. */
const functions: Record<string, string> = {
  floor: "(E): E may use /, sqrt and phi", sqrt: "(e) inside floor", min: "(a, b, ...) or of a list", max: "(a, b, ...) or of a list",
  xor: "{E for k in ..} or of a list", sum: "{E for k in ..} or of a list", mex: "{E for k in ..} or of a list",
  count: "{COND for k in ..}", any: "{COND for k in ..}", all: "{COND for k in ..}", first: "{E for k in .. if ..}",
  abs: "(a)", gcd: "(a, b)", isqrt: "(a)", icbrt: "(a)", lowbit: "(n)", popcount: "(n)", bitlen: "(n)", v2: "(n): exponent of two",
  odious: "(n)", evil: "(n)", valuation: "(n, b)", digitsum: "(n, b)", numdigits: "(n, b)", numdivisors: "(n)", divisorsum: "(n)",
  leastprime: "(n)", greatestprime: "(n)", omega: "(n)", bigomega: "(n)", radical: "(n)", totient: "(n)", moebius: "(n)",
  primecount: "(n)", prime: "(k)", gcdsteps: "(a, b)", josephus: "(n, k)", shl: "(a, k)", shr: "(a, k)", bit: "(a, k)",
  bitor: "(a, b)", nimprod: "(a, b)", fib: "(k)", zeckendorf: "(n)", size: "(A)", list: "(A)", concat: "(a, b, ...)",
  reverse: "(h)", recurrence: "(k, [c1, c2], [a0, a1])", greedy_parts: "(n, [c1, c2], [a0, a1])", days: "(y, m)",
  wrap32: "(e)", wrap64: "(e)", cast32: "(e)", cast64: "(e)", subsets: "(A..B, K)",
};

const quantities = ["sg", "win", "lose", "misere", "remoteness", "moves", "least", "outcome", "value", "left", "right"];
const sets = ["primes", "squares", "cubes", "powers", "factorials", "fibonacci", "odious", "evil"];
const words = [
  "for", "in", "if", "then", "else", "and", "or", "not", "iff", "implies", "true", "false", "from", "to", "over", "where",
  "symmetric", "heaps", "subset", "none", "when", "on", "starts", "boards", "beyond", "of", "at", "options", "zh", "phi", "product",
];

const isWord = new Set(words);
const isQuantity = new Set(quantities);
const isFunction = new Set([...Object.keys(functions), ...sets]);

interface Lexing {
  /** Whether the next word begins a line without white space before it. */
  atStart: boolean;
}

/** The kind of the next token, which is read. */
function token(stream: StringStream, state: Lexing): string | null {
  const atStart = stream.sol() && !/\s/.test(stream.peek() ?? " ");
  if (stream.sol()) state.atStart = atStart;
  if (stream.eatSpace()) return null;
  const isFirst = state.atStart;
  state.atStart = false;
  if (stream.match(/^#.*/)) return "comment";
  if (stream.match(/^"(?:\\.|[^"\\])*"?/)) return "string";
  if (stream.match(/^\d+/)) return "number";
  const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
  if (word && typeof word !== "boolean") {
    const text = word[0];
    if (isFirst && text in statements) return "keyword";
    if (isWord.has(text)) return "keyword";
    if (isFunction.has(text)) return "function";
    if (isQuantity.has(text)) return "quantity";
    return "name";
  }
  if (stream.match(/^(?:->|\.\.|\/\/|\*\*|[-+*/%^&|=<>!])+/)) return "operator";
  stream.next();
  return null;
}

const language = StreamLanguage.define<Lexing>({
  name: "mexlab",
  startState: () => ({ atStart: true }),
  token,
  tokenTable: { function: tags.function(tags.name), quantity: tags.special(tags.name), name: tags.name },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const style = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.function(tags.name), class: "tok-function" },
  { tag: tags.special(tags.name), class: "tok-quantity" },
  { tag: tags.name, class: "tok-name" },
  { tag: tags.number, class: "tok-number" },
  { tag: tags.string, class: "tok-string" },
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.operator, class: "tok-operator" },
]);

function offered(type: string, all: Record<string, string>): Completion[] {
  return Object.entries(all).map(([label, detail]) => ({ label, detail, type }));
}

function plain(type: string, labels: string[]): Completion[] {
  return labels.map((label) => ({ label, type }));
}

const atStart = offered("keyword", statements);
const inside = [
  ...offered("function", functions),
  ...plain("keyword", words),
  ...plain("property", quantities),
  ...plain("constant", sets),
];
const afterIn = [...plain("constant", sets), ...plain("type", ["1..", "0..", "{}"])];

/** Names that the text itself defines or uses. */
function namesOf(text: string): string[] {
  const all = text.replace(/#.*|"(?:\\.|[^"\\])*"/g, "").match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
  const known = (word: string) => isWord.has(word) || isFunction.has(word) || isQuantity.has(word) || word in statements;
  return [...new Set(all)].filter((word) => !known(word));
}

function complete(context: CompletionContext, games: () => string[]): CompletionResult | null {
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  const from = word?.from ?? context.pos;
  if (!word && !context.explicit) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, from - line.from);
  if (/#|^[^"]*"[^"]*$/.test(before)) return null;
  if (before === "") return { from, options: atStart };
  const names = plain("variable", namesOf(context.state.doc.toString()).filter((name) => name !== word?.text));
  if (/\bin\s+$/.test(before)) return { from, options: [...afterIn, ...names] };
  if (/\bgame\s+$|^game\b.*=\s*$|\bof\s+$/.test(before)) return { from, options: [...plain("class", games()), ...names] };
  return { from, options: [...names, ...inside], validFor: /^[\p{L}\p{N}_]*$/u };
}

/** Highlighting and completion of rule text; `games` are the names of the catalogue. */
export function ruleLanguage(games: () => string[]): Extension {
  return [
    new LanguageSupport(language),
    syntaxHighlighting(style),
    autocompletion({ override: [(context) => complete(context, games)], defaultKeymap: true }),
    keymap.of(completionKeymap),
  ];
}
