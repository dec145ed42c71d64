/** What a session says, line by line (docs/json.md, "Session"). */
import type { Drawing, Figure } from "./drawing";

export interface Question {
  ask: "catalogue" | "explore" | "position" | "claims" | "prove";
  rule?: string;
  parameters?: string[];
  to?: string;
  quantity?: string[];
  starts?: boolean;
  long?: boolean;
  /** Whether drawings come as SVG too. */
  svg?: boolean;
  at?: string;
  /** A position by the coordinates of its cell in the table. */
  cell?: number[];
  law?: string;
  lang?: string;
}

export interface Diagnostic {
  code: string;
  message: string;
  label: string;
  help: string;
  /** Bytes of the rule's text. */
  from: number;
  to: number;
}

export interface Parameter {
  name: string;
  kind: "number" | "set" | "word" | "game" | "list";
  value: string | null;
  lo: number | null;
  hi: number | null;
  choices: string[] | null;
}

export interface RuleSaid {
  name: string;
  title: string | null;
  title_zh: string | null;
  notes: string[];
  parameters: Parameter[];
  claims: number;
  coordinates: string[] | null;
  symmetric: boolean | null;
  explanation: [string, string][] | null;
}

export interface Plan {
  cells: number;
  too_many: boolean;
  bytes: number;
  seconds: number | null;
  kernel: string;
}

export type Value = number | string | null;

export interface Table {
  axes: { name: string; from: number; to: number }[];
  columns: { name: string; values: Value[] }[];
}

export interface Law {
  law: string;
  kind: string;
  quantity: string;
  from: number | null;
  condition: string | null;
  verified_to: number | number[];
  exceptions: { at: number | number[]; value: number }[];
  confidence: { fitted: number; tested: number };
  proved: boolean;
  rival: string | null;
  refuted_by: string;
  next: number[];
}

export interface Candidate {
  law: string;
  quantity: string;
  definition_bits: number;
  next: number[];
}

export interface LawsSaid {
  laws: Law[];
  candidates: Candidate[];
  /** Quantities without a law. */
  silent: string[];
  /** Where the table ended in which laws were looked for. */
  searched_to: number[];
  code: Partial<Record<Language, string>>;
}

export type Language = "cpp" | "python" | "rust" | "latex";

export interface Proof {
  quantity: string | null;
  law: string;
  theorem: string;
  checked: string;
  certificate: string;
}

export interface Verdict {
  id: string;
  source: string;
  words: string | null;
  statement: string;
  answer: "holds" | "fails" | "cannot check";
  domain?: string;
  judged?: number;
  proved?: boolean;
  proved_of?: string | null;
  /** With `fails`: the smallest counterexample, and what the two sides say there. */
  parameters?: Record<string, number | string>;
  position?: Record<string, number | number[]>;
  says?: string;
  why?: string;
}

/** A component: a number for each coordinate, a list for a set; or one of another game. */
export type Component = (number | number[])[] | { game: string; at: (number | number[])[] };

export interface Move {
  move: string;
  from: Component;
  to: Component[];
}

export interface PositionSaid {
  position: Component[];
  at?: number[];
  sg?: number | null;
  win?: boolean;
  misere?: boolean | null;
  remoteness?: number | null;
  outcome?: string;
  value?: number | string | null;
  winning_moves?: (Move | Move[])[];
  left_winning_moves?: (Move | Move[])[];
  right_winning_moves?: (Move | Move[])[];
  options?: Component[][];
  figure?: Figure;
}

/** How a process ended that did not end well. */
export interface Died {
  status?: number | null;
  signal?: number | null;
  late?: boolean;
  /** What it said last on standard error. */
  words: string;
}

export type Said =
  | ({ event: "rule" } & RuleSaid)
  | { event: "mistakes"; field: "rule" | "law"; text: string; diagnostics: Diagnostic[] }
  | ({ event: "plan" } & Plan)
  | ({ event: "refused" } & Plan)
  | { event: "progress"; done: number; total: number }
  | { event: "remark"; text: string }
  | { event: "table"; table: Table }
  | { event: "drawing"; quantity: string; drawing: Drawing; svg?: string }
  | ({ event: "laws" } & LawsSaid)
  | { event: "claims"; verdicts: Verdict[] }
  | ({ event: "position" } & PositionSaid)
  | ({ event: "proved" } & Proof)
  | { event: "refuted"; law: string; reason: string }
  | { event: "failed"; status: number; message: string }
  | { event: "catalogue"; games: Game[] }
  | { event: "waiting" }
  | ({ event: "died" } & Died)
  | { event: "end"; stopped: boolean };

export interface Game {
  name: string;
  kind: string;
  title: string | null;
  title_zh: string | null;
  text: string;
}
