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
}

const HEIGHT = 24;

export class Grid {
  readonly element: HTMLElement;
  private readonly body = h("div", { class: "grid-body" });
  private readonly room = h("div", { class: "grid-room" });
  private cells: Cells | null = null;
  private width = 48;
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
    const step = Math.max(1, Math.floor((cells.rows * cells.columns) / 500));
    let longest = sample((column) => cells.columnName(column), cells.columns);
    for (let at = 0; at < cells.rows * cells.columns; at += step) {
      const { text } = cells.cell(Math.floor(at / cells.columns), at % cells.columns);
      longest = Math.max(longest, text.length);
    }
    this.width = Math.max(34, longest * 8 + 14);
    const names = sample((row) => cells.rowName(row), cells.rows);
    this.head = Math.max(44, Math.max(names, cells.corner.length) * 8 + 16);
    this.room.style.width = `${this.head + cells.columns * this.width}px`;
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
    const column = Math.max(0, Math.floor(scrollLeft / this.width) - 1);
    const lastColumn = Math.min(cells.columns, Math.ceil((scrollLeft + clientWidth) / this.width) + 1);
    const made: HTMLElement[] = [];
    const place = (element: HTMLElement, x: number, y: number, width: number) => {
      element.style.transform = `translate(${x}px, ${y}px)`;
      element.style.width = `${width}px`;
      made.push(element);
    };
    for (let r = row; r < lastRow; r++) {
      for (let c = column; c < lastColumn; c++) {
        const { text, kind } = cells.cell(r, c);
        const element = h("span", { class: `cell ${kind ?? ""}` }, text);
        if (cells.choose) element.addEventListener("click", () => cells.choose?.(r, c));
        place(element, this.head + c * this.width, (r + 1) * HEIGHT, this.width);
      }
    }
    for (let c = column; c < lastColumn; c++) {
      const name = h("span", { class: "cell name" }, cells.columnName(c));
      place(name, this.head + c * this.width, scrollTop, this.width);
    }
    for (let r = row; r < lastRow; r++) {
      const name = h("span", { class: "cell name" }, cells.rowName(r));
      place(name, scrollLeft, (r + 1) * HEIGHT, this.head);
    }
    place(h("span", { class: "cell name" }, cells.corner), scrollLeft, scrollTop, this.head);
    this.body.replaceChildren(...made);
  }
}
