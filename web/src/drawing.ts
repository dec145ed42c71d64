/** A chart as data, as docs/json.md describes it under "Drawing of a table". */
export interface Drawing {
  title: string;
  title_zh: string | null;
  caption: string[];
  legend: { role: Role; label: string }[];
  scale: Scale | null;
  across: number;
  panels: Panel[];
  figures?: Shown[];
}

/** A position that is drawn, with its value. */
export interface Shown {
  name: string;
  at: number[];
  value: string;
  lost: boolean;
  figure: Figure;
}

/** A picture of a position. */
export interface Figure {
  size: [number, number];
  parts: Part[];
}

type Place = [number, number];
type Look = "present" | "absent" | "token";

export type Part =
  | { shape: "square"; at: Place; mark: Look }
  | { shape: "line"; from: Place; to: Place; mark: Look }
  | { shape: "disc"; at: Place; mark: Look }
  | { shape: "text"; at: Place; text: string };

export type Role = "value" | "p" | "p-below" | "exception" | "law" | "absent";

export interface Tick {
  at: number;
  label: string;
}

export interface Axis {
  name: string;
  lo: number;
  hi: number;
  unit: number;
  reversed: boolean;
  ticks: Tick[];
}

export interface Panel {
  title: string;
  x: Axis;
  y: Axis;
  form: "plot" | "square" | "stretched";
  bands: { kind: "preperiod" | "period"; from: number; to: number }[];
  grid: { columns: number; rows: number; block: [number, number]; cells: (number | null)[] } | null;
  curves: { label: string; points: [number, number][] }[];
  dots: { role: Role; points: [number, number][] }[];
}

export interface Scale {
  name: string;
  unit: number;
  discrete: boolean;
  stops: { at: number; colour: string }[];
  ticks: Tick[];
}
