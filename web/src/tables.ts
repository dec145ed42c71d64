/** What a table says at a position, how it is shown in rows and columns, and how two of them differ. */
import type { Drawing } from "./drawing";
import type { Table, Value } from "./events";
import type { Cells } from "./grid";
import { t } from "./words";

export function length(axis: Table["axes"][number]): number {
  return axis.to - axis.from + 1;
}

/** The place of a position among the cells, or -1 outside the box. */
export function cellOf(table: Table, at: number[]): number {
  let cell = 0;
  for (const [index, axis] of table.axes.entries()) {
    const place = (at[index] ?? axis.from) - axis.from;
    if (place < 0 || place >= length(axis)) return -1;
    cell = cell * length(axis) + place;
  }
  return cell;
}

/** The position of a cell. */
export function positionOf(table: Table, cell: number): number[] {
  const at: number[] = [];
  for (const axis of [...table.axes].reverse()) {
    at.unshift(axis.from + (cell % length(axis)));
    cell = Math.floor(cell / length(axis));
  }
  return at;
}

/** Whether the zeros of a quantity are the positions lost for the player to move. */
export function marksLost(quantity: string): boolean {
  return quantity === "sg" || quantity === "win" || quantity === "misere";
}

/** The rows and columns of a table: with two coordinates those are its sides, for one quantity. */
export function cells(table: Table, quantity: string, choose: (at: number[]) => void): Cells {
  const kindOf = (name: string, value: Value | undefined) =>
    value === null || value === undefined ? "absent" : value === 0 && marksLost(name) ? "lost" : "";
  const shown = (value: Value | undefined) => (value === null || value === undefined ? "·" : String(value));
  const column = table.columns.find(({ name }) => name === quantity) ?? table.columns[0];
  const [first, second] = table.axes;
  if (table.axes.length === 2 && first && second && column) {
    const at = (row: number, across: number) => row * length(second) + across;
    return {
      rows: length(first),
      columns: length(second),
      corner: `${first.name}\\${second.name}`,
      rowName: (row) => String(first.from + row),
      columnName: (across) => String(second.from + across),
      cell: (row, across) => {
        const value = column.values[at(row, across)];
        return { text: shown(value), kind: kindOf(column.name, value) };
      },
      choose: (row, across) => choose([first.from + row, second.from + across]),
    };
  }
  const rows = table.columns[0]?.values.length ?? 0;
  return {
    rows,
    columns: table.columns.length,
    corner: table.axes.map(({ name }) => name).join(", "),
    rowName: (row) => positionOf(table, row).join(", "),
    columnName: (across) => table.columns[across]?.name ?? "",
    cell: (row, across) => {
      const of = table.columns[across];
      const value = of?.values[row];
      return { text: shown(value), kind: kindOf(of?.name ?? "", value) };
    },
    choose: (row) => choose(positionOf(table, row)),
  };
}

/** The table as the program writes it: a row for each position that has a value. */
export function csvOf({ axes, columns }: Table): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [[...axes, ...columns].map(({ name }) => quoted(name)).join(",")];
  const count = columns[0]?.values.length ?? 0;
  for (let cell = 0; cell < count; cell++) {
    const values = columns.map(({ values }) => values[cell] ?? null);
    if (values.every((value) => value === null)) continue;
    lines.push([...positionOf({ axes, columns }, cell), ...values.map((value) => quoted(String(value ?? "")))].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Terms enough to look a sequence up. */
const TERMS = { least: 6, most: 24 };

/** The first terms of a sequence of numbers, without the zeros and ones before it really begins; `null` for what is none. */
export function termsOf(table: Table, quantity: string): number[] | null {
  const column = table.columns.find(({ name }) => name === quantity) ?? table.columns[0];
  if (table.axes.length !== 1 || !column) return null;
  const values = column.values.slice(0, 200);
  const from = Math.max(0, values.findIndex((value) => typeof value === "number" && Math.abs(value) > 1) - 3);
  const terms = values.slice(from, from + TERMS.most).filter((value) => typeof value === "number");
  return terms.length >= TERMS.least ? terms : null;
}

export interface Difference {
  quantity: string;
  compared: number;
  differing: number;
  first: number[] | null;
  /** Where they differ, for one or two coordinates. */
  drawing: Drawing | null;
}

/** How two tables differ on the box they share; `null` where they share none. */
export function difference(left: Table, right: Table, quantity: string): Difference | null {
  const name = [quantity, "sg", "win"].find((name) =>
    [left, right].every((table) => table.columns.some((column) => column.name === name)),
  );
  if (!name || left.axes.length !== right.axes.length || left.axes.length === 0) return null;
  const axes = left.axes.map((axis, index) => {
    const other = right.axes[index] as Table["axes"][number];
    return { name: axis.name, from: Math.max(axis.from, other.from), to: Math.min(axis.to, other.to) };
  });
  if (axes.some((axis) => length(axis) <= 0)) return null;
  const of = (table: Table) => table.columns.find((column) => column.name === name)?.values ?? [];
  const [a, b] = [of(left), of(right)];
  const box: Table = { axes, columns: [] };
  const count = axes.reduce((product, axis) => product * length(axis), 1);
  const marks: (number | null)[] = [];
  let [differing, first, most] = [0, null as number[] | null, 0];
  for (let cell = 0; cell < count; cell++) {
    const at = positionOf(box, cell);
    const [one, other] = [a[cellOf(left, at)] ?? null, b[cellOf(right, at)] ?? null];
    // Words differ or not; of numbers it is told by how much.
    const by = typeof one === "number" && typeof other === "number" ? other - one : one === null || other === null ? null : Number(one !== other);
    marks.push(by);
    most = Math.max(most, Math.abs(by ?? 0));
    if (one !== other) {
      differing++;
      first ??= at;
    }
  }
  return { quantity: name, compared: count, differing, first, drawing: drawn(axes, marks, most) };
}

function drawn(axes: Table["axes"], marks: (number | null)[], most: number): Drawing | null {
  const [x, y] = axes;
  if (!x || axes.length > 2) return null;
  const side = (axis: Table["axes"][number]) => {
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => length(axis) <= 8 * step) ?? length(axis);
    const ticks = Array.from({ length: length(axis) }, (_, index) => axis.from + index)
      .filter((at) => at % step === 0)
      .map((at) => ({ at, label: String(at) }));
    return { name: axis.name, lo: axis.from, hi: axis.to, unit: 1, reversed: false, ticks };
  };
  const flat = { name: "", lo: 0, hi: 0, unit: 1, reversed: false, ticks: [] };
  const columns = length(x);
  const rows = y ? length(y) : 1;
  const grid: (number | null)[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) grid.push(marks[column * rows + row] ?? null);
  }
  return {
    title: "",
    title_zh: null,
    caption: [],
    legend: marks.includes(null) ? [{ role: "absent", label: t("onlyOne") }] : [],
    scale: {
      name: "",
      unit: 1,
      discrete: most <= 1,
      stops: [
        { at: -most, colour: "#1f5fa8" },
        ...(most > 1 ? [{ at: -1, colour: "#b9d2ee" }] : []),
        { at: 0, colour: "#f1f1ee" },
        ...(most > 1 ? [{ at: 1, colour: "#f3c9ae" }] : []),
        { at: most, colour: "#b23a0a" },
      ],
      ticks: [-most, 0, most].map((at) => ({ at, label: at > 0 ? `+${at}` : String(at) })),
    },
    across: 1,
    panels: [
      {
        title: "",
        x: side(x),
        y: y ? side(y) : flat,
        form: y ? "square" : "stretched",
        bands: [],
        grid: { columns, rows, block: [1, 1], cells: grid },
        curves: [],
        dots: [],
      },
    ],
  };
}
