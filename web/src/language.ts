/** The rule language in the editor: colours, indentation and completion. docs/rule-language.md is its reference. */
import { type Completion, type CompletionContext, type CompletionResult, autocompletion } from "@codemirror/autocomplete";
import { HighlightStyle, StreamLanguage, StringStream, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { type Tooltip, hoverTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const TAGS = {
  keyword: tags.keyword,
  function: tags.function(tags.variableName),
  number: tags.number,
  string: tags.string,
  comment: tags.lineComment,
  name: tags.labelName,
  operator: tags.operator,
  quantity: tags.atom,
};

/** What a piece of text is; with `tok-` before it, the class under which the style sheet finds it. */
type Kind = keyof typeof TAGS;

/** The rows of a table written as text, `;` or a line end between them and `|` between the cells. */
const rows = (text: string) => text.trim().split(/[;\n]/).map((row) => row.split("|").map((cell) => cell.trim()));
const words = (text: string) => new Set(text.split(" "));

// Statement | what follows the keyword | meaning
const STATEMENTS = rows(`game | NAME (k = 3 in 1..) | names the game and its parameters
  title | "English" zh "中文" | the title of charts and reports
  note | "text" | a sentence for the reader
  input | graph | the structure a file gives the game
  heap | n | a position is one number
  state | (a, b) | a position is several numbers, rows or sets
  coins | x from 1 | coins in a row or on a grid
  move | n -> n - k for k in 1..n | a move of either player
  left | n -> n - k for k in 1..n | a move of Left only
  right | n -> n - k for k in 1..n | a move of Right only
  turn | x, y for y in 1..x - 1 | coins that are turned over
  stuck | loses | what being unable to move means
  win | if COND | the player to move has won here
  lose | if COND | the player to move has lost here
  play | one | how a sum is played
  start | n: SUM | the starting position of each size
  let | f(x) = EXPR | defines a function of numbers
  table | sg, win to n = 20 | columns and bounds of the table
  check | over k in 1..9 to n = 50 | where the claims are tested
  claim | ID: COND | a condition that should always hold
  nearby | ID: COND | a statement close to a printed claim`);

// Word | statements that know it, `*` all with expressions | where it stands: `^` behind the keyword (and a label),
// `x` behind a value, `o` where a value begins, or behind the words listed | meaning
const WORDS = rows(`zh | title | x | the Chinese title follows
  digraph | input | ^ | a directed graph; graph | input | ^ | an undirected graph; tree | input | ^ | a tree with a root
  words | input | ^ | a list of words; sum | input | ^ | components of different games
  heaps | state | ^ | heaps whose order does not matter; product | coins | ^ | the product of two coin games
  from | heap state coins start | x | the least value; subset | state | x | a set of numbers of a range
  symmetric | state | x | the order does not matter; where | state move left right | x | a condition on the numbers
  one | move left right | ^ | one heap changes; some | move left right | ^ | several heaps change
  all | move left right | ^ | every heap changes; of | move left right turn | one all x | which heaps or coins
  spread | move left right | x | lay stones on other heaps; over | move left right | x | the heaps that receive stones
  same | move left right | for | all heaps share the choice; when | move left right turn | x | a fallback move follows
  stuck | move left right turn | when | if there is no other move
  loses | stuck | ^ | normal play; wins | stuck | ^ | misère play
  if | win lose | ^ | a condition on one position; when | win lose | ^ | a condition on a sum
  any | win lose | when | some component satisfies it; all | win lose | when | every component satisfies it
  one | play | ^ | a move in exactly one component; every | play | ^ | a move in every component
  loopy | play | ^ | games that need not end; over | check | ^ | the parameters that vary
  to | table check | ^ x | how far the numbers go; subsets | check | in | the sets of K numbers of a range
  octal | check | in | the octal codes of some digits; hex | check | in | the hexadecimal codes of some digits
  on | claim nearby | ^ x | at starts or boards only; starts | claim nearby | on | at the starting positions only
  boards | claim nearby | on | at every board of so many coins; beyond | claim | ^ x | why nothing decides the claim
  options | claim nearby let | of | the options of the position; of | claim nearby let | x | the quantity of a game
  at | claim nearby let start move left right | x | the position of another game
  game | game | = | a parameter that is a game; none | start move left right | o | the empty sum
  each | move left right | o | a position for every entry of a list or set
  for | claim nearby | ^ | a variable and its values; if | claim nearby | ^ | narrows the domain
  for | * | x | a variable and its values; in | * | x | is a member of, or runs over; if | * | x | only where a condition holds
  and | * | x | both conditions hold; or | * | x | at least one condition holds; iff | * | x | both hold or neither does
  implies | * | x | if the first holds, so does the second; then | * | x | the value if the condition holds
  else | * | x | the value otherwise; not | * | x o | the condition does not hold; if | * | o | a choice with then and else
  true | * | o | the condition that always holds; false | * | o | the condition that never holds`).map(
  ([label = "", statements = "", places = "", detail = ""]) =>
    ({ statements: words(statements), places: words(places), option: { label, detail, type: "keyword" } }),
);

// Function | arguments | meaning. {..} stands for items: {E for k in SET if COND}.
const FUNCTIONS = rows(`abs | (a) | absolute value; all | {..} | whether every item holds; any | {..} | whether some item holds
  bigomega | (n) | number of prime factors with multiplicity; bit | (a, k) | a binary digit; bitlen | (n) | number of binary digits
  bitor | (a, b) | bitwise or; cast32 | (a) | conversion to 32 bits; cast64 | (a) | conversion to 64 bits
  concat | (a, h, b) | lists end to end; connected | (a, b, l, ends) | whether edges connect two vertices
  count | {..} | number of items that hold; days | (y, m) | days of a month; digitsum | (n, b) | sum of the digits to base b
  divisorsum | (n) | sum of the divisors; evil | (n) | whether the number of binary ones is even; fib | (k) | a Fibonacci number
  first | {..} | the first item in order; floor | (E) | exact arithmetic, rounded down
  fraenkel | (n, s, t) | the n-th least number in no pair (a, s a + t i) before; gcd | (a, b) | greatest common divisor
  carryless | (a, b) | product without carries; gcdsteps | (a, b) | number of divisions of Euclid's algorithm; greatestprime | (n) | greatest prime factor
  greedy_parts | (n, [c1, c2], [a0, a1]) | terms of a recurrence that sum to n; head | (x) | whether a coin shows heads
  holonomic | (k, m, r, [c, ...], [a0, ...]) | a term of a polynomial recurrence; icbrt | (a) | floor of the cube root
  isqrt | (a) | floor of the square root; josephus | (n, k) | who is left when every k-th goes out
  lattice | (i, j, m, [di, dj, a, b, c, ...], [f, w]) | a value of a recurrence in two numbers
  leastprime | (n) | least prime factor; list | (A) | the elements of a set, ascending; lowbit | (n) | lowest set bit
  max | (a, b) | the greatest; mex | {..} | least number that is missing; min | (a, b) | the least; moebius | (n) | Möbius' function
  nimprod | (a, b) | nim-product; numdigits | (n, b) | number of digits to base b; numdivisors | (n) | number of divisors
  odious | (n) | whether the number of binary ones is odd; oeis | (k, n) | a term of a named sequence; omega | (n) | number of different prime factors
  pell_regular | (n, first, M, v) | a law in the digits of Pell numbers; popcount | (n) | number of binary ones
  prime | (k) | the k-th prime; primecount | (n) | number of primes up to n; radical | (n) | product of the prime factors
  recurrence | (k, [c1, c2], [a0, a1]) | a term of a linear recurrence; regular | (n, b, first, M, v) | a law in the digits to base b
  reverse | (h) | a list backwards; rounded | (e, p) | rounded to p binary digits
  rounded_phi | (n, p) | a rounded multiple of the golden ratio; shl | (a, k) | shifted to the left; shr | (a, k) | shifted to the right
  size | (A) | number of elements; sqrt | (e) | square root, inside of floor only; sum | {..} | the sum; totient | (n) | Euler's function
  tribonacci_regular | (n, first, M, v) | a law in the digits of Tribonacci numbers; v2 | (n) | exponent of two
  valuation | (n, b) | exponent of the highest power of b; wrap32 | (a) | wrapping to 32 bits; wrap64 | (a) | wrapping to 64 bits
  xor | {..} | nim-sum; zeckendorf | (n) | the list of Fibonacci parts
  zeckendorf_regular | (n, first, M, v) | a law in the digits of Fibonacci numbers`);

const SETS = rows(`primes | | 2, 3, 5, ...; squares | | 1, 4, 9, ...; cubes | | 1, 8, 27, ...; powers | (b) | 1, b, b^2, ...
  factorials | | 1, 2, 6, ...; fibonacci | | 1, 2, 3, 5, ...
  odious | | an odd number of binary ones; evil | | an even number of binary ones`);

const QUANTITIES = rows(`sg | | the Grundy value; win | | the player to move wins; lose | | the player to move loses
  misere | | wins if a stuck player wins; remoteness | | moves until the end; moves | | number of winning first moves
  least | | the least winning first move; greatest | | the greatest winning first move; outcome | | L, R, N or P; left | | Left wins moving first
  right | | Right wins moving first; value | | the exact value; numerator | | of the value, if it is a number
  exponent | | power of two in the value's denominator`);

const options = (table: string[][], type: string, boost = 0) =>
  table.map(([label = "", detail, info = ""]) => (detail ? { label, detail, type, info, boost } : { label, detail: info, type, boost }));
const statementOptions = options(STATEMENTS, "keyword");
const functionOptions = options([...FUNCTIONS, ["phi", "", "the golden ratio, inside of floor only"]], "function");
const setOptions = options(SETS, "constant", 20);
const headsOption = options([["heads", "", "the coins that show heads"]], "constant", 20);
const quantityOptions = options(QUANTITIES, "enum");
const claimsOnly = words("lose numerator exponent");
const columnOptions = quantityOptions.filter(({ label }) => !claimsOnly.has(label));

const firstCells = (table: string[][]) => new Set(table.map(([cell]) => cell));
const keywords = firstCells(STATEMENTS);
const functions = firstCells(FUNCTIONS);
const sets = firstCells(SETS);
const quantities = firstCells(QUANTITIES);
const reserved = words("and at else false for game if iff implies in none not of or then true when");
/** Words that may end a statement; behind all others something must follow. */
const ends = words("true false none options stuck loses wins one every loopy digraph graph tree words sum symmetric starts");
const isMove = words("move left right turn");
const isClaim = words("claim nearby");
const isBounded = words("table check");
const isWordless = words("title note input stuck play");

/** How far a statement has been read. */
interface State {
  statement: string;
  /** The token read last, and the one before it. */
  last: string;
  before: string;
  /** Whether a value has just ended, and whether it is a new name. */
  operand: boolean;
  isNew: boolean;
  /** Past the `:`, `=` or `to` that divides the statement. */
  divided: boolean;
  onStarts: boolean;
  /** For the statement and every open bracket in it: whether a name behind a comma is a new one. */
  binds: boolean[];
}

const start = (): State =>
  ({ statement: "", last: "", before: "", operand: false, isNew: false, divided: false, onStarts: false, binds: [false] });
const isFirst = ({ last, before }: State) => last !== "" && before === "";

/** Whether the word of that row stands in its place here. */
function fits({ statements, places }: (typeof WORDS)[number], state: State): boolean {
  const { statement, last, operand } = state;
  if (!(statements.has("*") ? !isWordless.has(statement) : statements.has(statement))) return false;
  if (isFirst(state)) return places.has("^");
  const isNext = statement === "check" && /^[;|]$/.test(last);
  return places.has(isNext ? "in" : last) || places.has(operand ? "x" : "o");
}

/** Whether the next word is a new name. */
function declares(state: State): boolean {
  const { statement, last, binds } = state;
  if (isFirst(state)) return /^(heap|coins|start|let)$/.test(statement);
  if (/^(for|same|heaps)$/.test(last) || (statement === "turn" && last === "of")) return true;
  return binds.at(-1) === true && /^[,(]$/.test(last);
}

/** Whether the next word is the name of a game. */
function expectsGame({ statement, last, before, binds }: State): boolean {
  if (last === "of") return quantities.has(before);
  if (statement === "game") return (last === "game" && before !== "") || (last === "=" && binds.length === 1);
  return statement === "coins" && (last === "product" || before === "product");
}

/** Reads the next token. */
function token(stream: StringStream, state: State): Kind | null {
  const opens = stream.sol() && /^[^\s#]/.test(stream.string);
  if (opens) Object.assign(state, start());
  if (stream.eatSpace()) return null;
  if (stream.match(/^#.*/)) return "comment";
  const from = stream.pos;
  const declared = declares(state);
  const [kind, operand] = read(stream, state, opens);
  state.isNew = declared && operand;
  const text = stream.string.slice(from, stream.pos);
  const { statement, last, before, binds, divided } = state;
  const depth = binds.length;
  if (/^[([{]$/.test(text)) {
    binds.push(text === "(" && depth === 1 && !divided && /^(state|coins|start|game|let)$/.test(statement));
  } else if (/^[)\]}]$/.test(text) && depth > 1) binds.pop();
  else if (kind === "keyword" && text === "for") binds[depth - 1] = true;
  else if (/^(if|[:;]|when|spread)$/.test(text)) binds[depth - 1] = false;
  const divider = isBounded.has(statement) ? "to" : /^(let|game)$/.test(statement) ? "=" : ":";
  if (depth === 1 && text === divider) state.divided = true;
  if (last === "on" && text === "starts") state.onStarts = true;
  // Behind its label a move begins anew.
  const isLabelled = isMove.has(statement) && text === ":" && before === statement;
  Object.assign(state, isLabelled ? { last: statement, before: "", operand } : { before: last, last: text, operand });
  return kind;
}

/** Takes one token: its kind, and whether a value ends with it. `opens`: it opens a statement. */
function read(stream: StringStream, state: State, opens: boolean): [Kind | null, boolean] {
  if (stream.match(/^"(?:[^"\\]|\\.)*(?:"|\\?$)/)) return ["string", true];
  const { statement, last, operand } = state;
  if (isFirst(state)) {
    if (isMove.has(statement) && stream.match(/^[A-Za-z_]\w*(?:[-.]\w+)*(?=\s*:)/)) return ["name", true];
    if (isClaim.has(statement) && stream.match(/^(?!(?:on|for|if|beyond)\b)\w+(?:[-.]\w+)*/)) return ["name", true];
    if (statement === "game" && stream.match(/^\w+(?:[-.]\w+)*/)) return ["name", true];
  }
  if (stream.match(/^\d+/)) return ["number", true];
  const rest = stream.string.slice(stream.pos);
  const word = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (word === undefined) {
    if (stream.match(/^(?:->|\.\.|\*\*|\/\/|[!<>]=|[-+*/%^&|=<>])/)) return ["operator", false];
    return [null, /[)\]}]/.test(stream.next() ?? "")];
  }
  // What a parameter varies over, and what stands before `at`, may be games as well.
  const isVaried = statement === "check" && /^(in|\|)$/.test(last) && !sets.has(word) && /^[\w.-]+\s*([|,]|to\b|$)/.test(rest);
  const isPlayed = !operand && /^\w+(?:[-.]\w+)*(?:\([^()]*\))?\s+at\b/.test(rest);
  const isGame = word !== "options" && !reserved.has(word) && (expectsGame(state) || isVaried || isPlayed);
  if (isGame && stream.match(/^\w+(?:[-.]\w+)*/)) return ["name", true];
  stream.match(word);
  if (opens) {
    state.statement = word;
    return [keywords.has(word) ? "keyword" : null, false];
  }
  const isCall = /^\s*[({]/.test(rest.slice(word.length));
  const isContextual = WORDS.some((row) => row.option.label === word && fits(row, state));
  // `all of h[i]` chooses heaps; `all{...}` is a function, and a coordinate may have the name.
  const isCoordinate = isMove.has(statement) && /^(?:one|all)\b(?!\s+of\b)|^some\b(?!\s+[\w(])/.test(rest);
  const isKeyword = isContextual && !isCoordinate && !(isCall && functions.has(word));
  if (reserved.has(word) || isKeyword) return ["keyword", ends.has(word)];
  if (quantities.has(word)) return ["quantity", true];
  if (word === "phi") return ["number", true];
  return [isCall || sets.has(word) || word === "heads" ? "function" : null, true];
}

interface Token {
  from: number;
  to: number;
  kind: Kind | null;
}

/** Reads a text and tells of every token, with what had been read before it. Returns where it ends. */
function scan(text: string, each: (token: Token, before: State) => void): State {
  const state = start();
  let at = 0;
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 4, 4);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const before = { ...state, binds: [...state.binds] };
      const kind = token(stream, state);
      each({ from: at + stream.start, to: at + stream.pos, kind }, before);
    }
    at += line.length + 1;
  }
  return state;
}

interface Name {
  name: string;
  role: "parameter" | "game parameter" | "coordinate" | "size of the start" | "definition" | "argument" | "variable" | "claim";
  /** Where its statement begins. */
  statement: number;
}

/** The names that a text itself defines. */
function definedIn(text: string): Name[] {
  const all: Name[] = [];
  let statement = 0;
  scan(text, ({ from, to, kind }, before) => {
    const name = text.slice(from, to);
    if (/^[^\s#]/.test(name) && (from === 0 || text[from - 1] === "\n")) statement = from;
    const { statement: keyword, last, divided } = before;
    const newest = all.at(-1);
    if (name === "game" && last === "=" && newest?.role === "parameter") newest.role = "game parameter";
    if (keyword === "claim" && kind === "name" && isFirst(before)) all.push({ name, role: "claim", statement });
    if (statement === from || !/^[A-Za-z_]\w*$/.test(name) || (kind && kind !== "function") || !declares(before)) return;
    let role: Name["role"] = "variable";
    if (keyword === "game") role = "parameter";
    else if (/^(heap|state|coins)$/.test(keyword) && last !== "for") role = "coordinate";
    else if (keyword === "start" && !divided) role = "size of the start";
    else if (keyword === "let" && !divided) role = isFirst(before) ? "definition" : "argument";
    all.push({ name, role, statement });
  });
  return all;
}

/** Whether the statement that begins at `from` knows the name, as far as it has been read. */
function knows({ name, role, statement }: Name, { statement: keyword, divided, onStarts }: State, from: number): boolean {
  const isLate = keyword !== "game" && (keyword !== "check" || divided);
  if (role === "variable" || role === "argument") return statement === from;
  if (role === "size of the start") return keyword === "start" || onStarts || (isBounded.has(keyword) && divided);
  if (role === "coordinate") return isLate && !/^(let|start)$/.test(keyword) && !onStarts;
  return role === "definition" ? isLate : role !== "claim" && name !== "";
}

/** What may stand next in the statement that begins at `from`. */
function next(state: State, all: Name[], from: number, games: () => string[]): Completion[] {
  const { statement, last, operand, divided, binds } = state;
  const fitting = WORDS.filter((row) => fits(row, state));
  const known = fitting.map((row) => row.option);
  const only = (labels: Set<string>) => known.filter(({ label }) => labels.has(label));
  const named = (which: (name: Name) => boolean) =>
    options([...new Map(all.filter(which).map(({ name, role }) => [name, [name, "", role]])).values()], "variable", 30);
  const catalogue = () => options(games().map((name) => [name, "", "a game"]), "class", -20);
  if (expectsGame(state)) {
    const parameters = statement === "game" ? [] : named(({ role }) => role === "game parameter");
    return [...only(words("options")), ...parameters, ...catalogue()];
  }
  if (statement === "nearby" && isFirst(state)) return named(({ role }) => role === "claim");
  if (statement === "table" && !divided) return operand ? only(words("to")) : columnOptions;
  if (declares(state)) return only(words("same product heaps"));
  if (state.isNew) return only(words("from subset in"));
  if (operand) {
    const isHeading = isClaim.has(statement) && !divided && (state.before === statement || last.startsWith('"'));
    if (isHeading) return only(words("on for if beyond"));
    if (statement === "state" && last === ")" && binds.length === 1) return only(words("symmetric where"));
    const unfit = divided ? /^(on|beyond)$/ : /^(from|subset|symmetric)$/;
    return known.filter(({ label }) => !unfit.test(label));
  }
  if (isWordless.has(statement) || (isFirst(state) && !isMove.has(statement))) return known;
  if (last === "when" || last === "on") return fitting.filter(({ places }) => places.has(last)).map((row) => row.option);
  const names = named((name) => knows(name, state, from));
  if (isMove.has(statement) && last === "of") return named(({ role }) => role === "coordinate");
  if (isBounded.has(statement) && /^(to|over|,)$/.test(last) && binds.length === 1) {
    return named(({ role }) => (divided ? /^(coordinate|size)/ : /parameter$/).test(role));
  }
  const isVaried = statement === "check" && /^(in|[;|])$/.test(last);
  const takesSet = last === "in" || isVaried || (statement === "game" && last === "=");
  const values: Completion[] = [...known, ...names, ...functionOptions];
  if (takesSet) values.push(...setOptions, ...(isClaim.has(statement) ? headsOption : []));
  if (isClaim.has(statement) || statement === "let") values.push(...quantityOptions);
  if (isVaried || (/^(start|move|left|right)$/.test(statement) && /^(->|[|:])$/.test(last))) values.push(...catalogue());
  return values;
}

/** The completion at the cursor. */
function complete(context: CompletionContext, games: () => string[]): CompletionResult | null {
  const { doc } = context.state;
  const line = doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  let first = line.number;
  while (first > 1 && /^(\s|#|$)/.test(doc.line(first).text)) first -= 1;
  const statement = doc.line(first).from;
  // Only names of games and claims have points and hyphens; elsewhere `n-k` is two words.
  for (const pattern of [/(?:[A-Za-z_][\w.-]*)?$/, /\w*$/]) {
    const word = pattern.exec(before)?.[0] ?? "";
    const from = context.pos - word.length;
    if (/^\d/.test(word)) return null;
    if (from === line.from) return begun(context, word, statementOptions);
    const text = doc.sliceString(statement, from);
    const tokens: Token[] = [];
    const state = scan(text, (token) => tokens.push(token));
    const tail = tokens.at(-1);
    const isInside = tail?.kind === "comment" || (tail?.kind === "string" && !/^"(?:[^"\\]|\\.)*"$/.test(text.slice(tail.from)));
    if (isInside && tail?.to === text.length) return null;
    const isNamed = expectsGame(state) || (state.statement === "nearby" && isFirst(state));
    if (!isNamed && /[.-]/.test(word)) continue;
    const isAsked = context.explicit || (before.endsWith(" ") && (state.last === "in" || expectsGame(state)));
    return word || isAsked ? begun(context, word, next(state, definedIn(doc.toString()), statement, games)) : null;
  }
  return null;
}

/** Those that begin with the word. None if it is complete already, so that Enter ends the line. */
function begun(context: CompletionContext, word: string, all: Completion[]): CompletionResult | null {
  const found = all.filter(({ label }) => label.toLowerCase().startsWith(word.toLowerCase()));
  const isComplete = !context.explicit && found.some(({ label }) => label === word);
  return isComplete || found.length === 0 ? null : { from: context.pos - word.length, options: found };
}

/** Columns before a line: four if it has to continue the statement above. */
function indent(state: State, textAfter: string): number {
  const { statement, last, before, binds, operand, divided } = state;
  if (statement === "") return 0;
  const isClaimOpen = isClaim.has(statement) && !divided && before !== "beyond";
  const isOpen = binds.length > 1 || isClaimOpen || (!operand && last !== "..");
  return isOpen || /^(for|if|when)\b/.test(textAfter.trim()) ? 4 : 0;
}

/** What a word of the language means where it stands, as the completion says. */
function meaning(text: string, at: number): { from: number; to: number; said: string } | null {
  let found: { from: number; to: number; said: string } | null = null;
  scan(text, ({ from, to, kind }, before) => {
    if (found || from > at || to < at || !kind) return;
    const word = text.slice(from, to);
    const opens = from === 0 || text[from - 1] === "\n";
    const contextual = WORDS.filter((row) => row.option.label === word && fits(row, before)).map(({ option }) => option);
    const among: Completion[] = opens ? statementOptions : [...contextual, ...functionOptions, ...setOptions, ...quantityOptions, headsOption[0] as Completion];
    const option = among.find(({ label }) => label === word);
    if (!option) return;
    const said = option.info ? `${word}${option.type === "keyword" ? " " : ""}${option.detail}: ${option.info as string}` : `${word}: ${option.detail}`;
    found = { from, to, said };
  });
  return found;
}

const hover = hoverTooltip((view, at): Tooltip | null => {
  const found = meaning(view.state.doc.toString(), at);
  if (!found) return null;
  return { pos: found.from, end: found.to, above: true, create: () => ({ dom: Object.assign(document.createElement("div"), { className: "meaning", textContent: found.said }) }) };
});

/** Highlighting, indentation and completion of rule text; `games` gives the names of the catalogue. */
export function ruleLanguage(games: () => string[]): Extension {
  const language = StreamLanguage.define<State>({
    name: "rule",
    startState: start,
    token,
    indent,
    tokenTable: TAGS,
    languageData: {
      commentTokens: { line: "#" },
      // Without the single quote: titles and notes have apostrophes.
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
      autocomplete: (context: CompletionContext) => complete(context, games),
    },
  });
  const style = HighlightStyle.define(Object.entries(TAGS).map(([kind, tag]) => ({ tag, class: `tok-${kind}` })));
  return [language, syntaxHighlighting(style), autocompletion(), hover];
}
