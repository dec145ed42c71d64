/** What a table says at a position, how it is shown in rows and columns, and how two of them differ. */
import type { Drawing } from "./drawing";
import type { Table, Value } from "./events";
import type { Cells } from "./grid";

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
  let [differing, first] = [0, null as number[] | null];
  for (let cell = 0; cell < count; cell++) {
    const at = positionOf(box, cell);
    const [one, other] = [a[cellOf(left, at)] ?? null, b[cellOf(right, at)] ?? null];
    const differs = one !== other;
    marks.push(one === null && other === null ? null : differs ? 1 : 0);
    if (differs) {
      differing++;
      first ??= at;
    }
  }
  return { quantity: name, compared: count, differing, first, drawing: drawn(axes, marks) };
}

function drawn(axes: Table["axes"], marks: (number | null)[]): Drawing | null {
  const [x, y] = axes;
  if (!x || axes.length > 2) return null;
  const side = (axis: Table["axes"][number]) => {
    const ticks = [axis.from, axis.to].map((at) => ({ at, label: String(at) }));
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
    legend: [],
    scale: {
      name: "",
      unit: 1,
      discrete: true,
      stops: [
        { at: 0, colour: "#e8edf3" },
        { at: 1, colour: "#c2410c" },
      ],
      ticks: [
        { at: 0, label: "=" },
        { at: 1, label: "≠" },
      ],
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
