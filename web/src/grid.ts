/** A table of any size: only the cells in sight are in the document. */
import { h } from "./dom";

export interface Cells {
  rows: number;
  columns: number;
  /** Text of a cell, and its class. */
  cell(row: number, column: number): { text: string; kind?: string };
  rowName(row: number): string;
  columnName(column: number): string;
  corner: string;
  choose?(row: number, column: number): void;
  /** Called when the name of a column is clicked. */
  sort?(column: number): void;
}

/** Longer texts are cut. */
const LONGEST = 60;

const HEIGHT = 24;
/** Up to so many columns each has its own width. */
const VARIED = 60;

export class Grid {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "grid-body" });
  private readonly room = h("div", { class: "grid-room" });
  private cells: Cells | null = null;
  /** Where the columns end, the first one being preceded by 0. */
  private ends: number[] = [0];
  private head = 64;
  private scheduled = false;
  private readonly resized: ResizeObserver;

  constructor(label: string) {
    this.element = h("div", { class: "grid", tabindex: 0, role: "group", "aria-label": label });
    this.room.append(this.body);
    this.element.append(this.room);
    this.element.addEventListener("scroll", () => this.schedule());
    this.resized = new ResizeObserver(() => this.schedule());
    this.resized.observe(this.element);
  }

  show(cells: Cells): void {
    this.cells = cells;
    const sample = (of: (index: number) => string, count: number) =>
      Math.max(...[0, count >> 1, count - 1].map((index) => of(Math.max(0, index)).length), 1);
    const wide = (letters: number) => Math.max(34, Math.min(letters, LONGEST) * 8 + 14);
    const step = Math.max(1, Math.floor(cells.rows / 200));
    const longestIn = (column: number) => {
      let longest = cells.columnName(column).length;
      for (let row = 0; row < cells.rows; row += step) longest = Math.max(longest, cells.cell(row, column).text.length);
      return wide(longest);
    };
    // Many columns are those of a plane, whose values are alike.
    const alike = cells.columns > VARIED;
    const every = alike ? Math.max(...[0, cells.columns >> 1, cells.columns - 1].map(longestIn)) : 0;
    this.ends = [0];
    for (let column = 0; column < cells.columns; column++) {
      this.ends.push((this.ends[column] ?? 0) + (alike ? every : longestIn(column)));
    }
    const names = sample((row) => cells.rowName(row), cells.rows);
    this.head = Math.max(44, Math.max(names, cells.corner.length) * 8 + 16);
    this.room.style.width = `${this.head + (this.ends.at(-1) ?? 0)}px`;
    this.room.style.height = `${(cells.rows + 1) * HEIGHT}px`;
    this.draw();
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  private draw(): void {
    const cells = this.cells;
    if (!cells) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.element;
    const row = Math.max(0, Math.floor(scrollTop / HEIGHT) - 1);
    const lastRow = Math.min(cells.rows, Math.ceil((scrollTop + clientHeight) / HEIGHT) + 1);
    const from = this.ends.findIndex((end) => end > scrollLeft);
    const until = this.ends.findIndex((end) => end > scrollLeft + clientWidth);
    const column = Math.max(0, from - 1);
    const lastColumn = until < 0 ? cells.columns : Math.min(cells.columns, until);
    const start = (column: number) => this.head + (this.ends[column] ?? 0);
    const width = (column: number) => (this.ends[column + 1] ?? 0) - (this.ends[column] ?? 0);
    const made: HTMLElement[] = [];
    const place = (element: HTMLElement, x: number, y: number, width: number) => {
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.width = `${width}px`;
      made.push(element);
    };
    for (let r = row; r < lastRow; r++) {
      for (let c = column; c < lastColumn; c++) {
        const { text, kind } = cells.cell(r, c);
        const element = h("span", { class: `cell ${kind ?? ""}`, title: text.length > LONGEST && text }, text);
        if (cells.choose) element.addEventListener("click", () => cells.choose?.(r, c));
        place(element, start(c), (r + 1) * HEIGHT, width(c));
      }
    }
    for (let c = column; c < lastColumn; c++) {
      const name = h("span", { class: cells.sort ? "cell name sorts" : "cell name" }, cells.columnName(c));
      if (cells.sort) name.addEventListener("click", () => cells.sort?.(c));
      place(name, start(c), scrollTop, width(c));
    }
    for (let r = row; r < lastRow; r++) {
      const name = h("span", { class: "cell name" }, cells.rowName(r));
      place(name, scrollLeft, (r + 1) * HEIGHT, this.head);
    }
    place(h("span", { class: "cell name" }, cells.corner), scrollLeft, scrollTop, this.head);
    this.body.replaceChildren(...made);
  }
}
