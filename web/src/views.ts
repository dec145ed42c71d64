/** The views of one table, as the page and report.html show them: tabs of quantities, chart and rows. */
import { ChartView } from "./chart";
import { button, fill, h } from "./dom";
import type { Drawing, Panel } from "./drawing";
import type { Table } from "./events";
import { Grid } from "./grid";
import { type Mark, label } from "./painter";
import { cellOf, cells } from "./tables";
import { t } from "./words";

export class TableViews {
  /** Tabs and chart. */
  readonly chart: HTMLElement;
  /** Pictures of positions, where there are few. */
  readonly figures: HTMLElement;
  /** Rows and columns. */
  readonly rows: HTMLElement;
  table: Table | null = null;
  /** The quantity that is shown; empty for the first one. */
  chosen = "";
  private readonly tabs = h("div", { class: "tabs", role: "group", "aria-label": t("quantity") });
  private readonly view: ChartView;
  private readonly grid = new Grid(t("table"));
  private readonly drawings = new Map<string, Drawing>();

  /** `choose` is called with a position; `switched` when another quantity is shown. */
  constructor(
    private readonly choose: (at: number[]) => void,
    private readonly switched: () => void = () => undefined,
    /** Lines of the captions that are shown. */
    lines = Infinity,
    /** Is called when another slice or part of the chart is seen. */
    moved: () => void = () => undefined,
  ) {
    this.view = new ChartView(
      ({ x, y }, panel) => this.told(this.positionAt(x, y, panel)),
      ({ x, y }, panel) => this.choose(this.positionAt(x, y, panel)),
      lines,
      (at) => this.choose(at),
      moved,
    );
    this.chart = h("div", {}, this.tabs, this.view.element);
    this.figures = this.view.figures;
    this.rows = this.grid.element;
  }

  /** The quantity that is shown. */
  quantity(): string {
    return this.chosen || this.table?.columns[0]?.name || "";
  }

  /** Shows a table; its drawings follow. */
  show(table: Table): void {
    this.table = table;
    this.drawings.clear();
    if (!table.columns.some(({ name }) => name === this.chosen)) this.chosen = "";
    this.offer();
    this.view.mark([]);
  }

  /** The chart of a quantity, in place of an earlier one. */
  draw(quantity: string, drawing: Drawing): void {
    this.drawings.set(quantity, drawing);
    if (quantity === this.quantity()) this.view.show(drawing);
  }

  /** Marks positions in the chart, in place of those marked before. */
  mark(positions: { at: number[]; role: Mark["role"] }[]): void {
    const marks = positions.flatMap(({ at, role }) => {
      const place = this.placeOf(at);
      return place ? [{ ...place, role }] : [];
    });
    this.view.mark(marks);
  }

  /** The slice and part of the chart that are seen, as links name them. */
  seen(): { slice: string; view: string } {
    return this.view.seen();
  }

  /** Shows a slice and a part of the chart, once there is one. */
  see(slice: string, view: string): void {
    this.view.see(slice, view);
  }

  /** The chart as it is seen. */
  png(): Promise<Blob | null> {
    return this.view.png();
  }

  destroy(): void {
    this.view.destroy();
  }

  private offer(): void {
    const { table } = this;
    if (!table) return;
    const tabs = table.columns.map(({ name }, index) => {
      const show = () => {
        this.chosen = index === 0 ? "" : name;
        this.offer();
        const drawing = this.drawings.get(name);
        if (drawing) this.view.show(drawing);
        this.switched();
      };
      return button(name, show, { "aria-pressed": String(name === this.quantity()) });
    });
    fill(this.tabs, ...(tabs.length > 1 ? tabs : []));
    this.grid.show(cells(table, this.quantity(), (at) => this.choose(at)));
  }

  /** A place of the chart as a position. The title of a panel names the coordinates of its slice; a folded
   * chart has a row for each period. */
  private positionAt(x: number, y: number, panel: Panel): number[] {
    const axes = this.table?.axes ?? [];
    if (axes.length === 1) return [panel.form === "plot" || !panel.y.name ? x : Number(label(panel.y, y)) + x - panel.x.lo];
    const fixed = fixedBy(panel);
    const drawn = new Map([[panel.x.name, x], [panel.y.name, y]]);
    return axes.map(({ name, from }) => fixed.get(name) ?? drawn.get(name) ?? from);
  }

  /** Where a position stands in the chart; `null` where it stands in none of its panels. */
  private placeOf(at: number[]): { panel: number; x: number; y: number } | null {
    const { table } = this;
    const drawing = this.drawings.get(this.quantity());
    if (!table || !drawing || at.length !== table.axes.length || cellOf(table, at) < 0) return null;
    for (const [index, panel] of drawing.panels.entries()) {
      if (at.length === 1) {
        const place = placeOfNumber(at[0] ?? 0, panel, this.valueAt(at));
        if (place) return { panel: index, ...place };
        continue;
      }
      const of = new Map(table.axes.map(({ name }, axis) => [name, at[axis] ?? 0]));
      if ([...fixedBy(panel)].some(([name, value]) => of.has(name) && of.get(name) !== value)) continue;
      return { panel: index, x: of.get(panel.x.name) ?? 0, y: of.get(panel.y.name) ?? 0 };
    }
    return null;
  }

  private valueAt(at: number[]): number {
    const column = this.table?.columns.find(({ name }) => name === this.quantity());
    const value = this.table && column?.values[cellOf(this.table, at)];
    return typeof value === "number" ? value : 0;
  }

  /** A position with its values, in words. */
  told(at: number[]): string {
    const { table } = this;
    if (!table) return "";
    const cell = cellOf(table, at);
    const name = table.axes.map(({ name }, index) => `${name} = ${at[index]}`).join(", ");
    const known = table.columns.flatMap((column) => {
      const value = cell < 0 ? null : (column.values[cell] ?? null);
      return value === null ? [] : [`${column.name} = ${value}`];
    });
    return `${name}: ${known.length > 0 ? known.join(", ") : t("noPosition")}`;
  }

}

/** The coordinates that the title of a panel fixes. */
function fixedBy(panel: Panel): Map<string, number> {
  const all = [...panel.title.matchAll(/([\p{L}_][\p{L}\p{N}_]*) = (-?\d+)/gu)];
  return new Map(all.map(([, name, value]) => [name ?? "", Number(value)]));
}

/** Where a number stands in a panel: at its value, or in its row. */
function placeOfNumber(n: number, panel: Panel, value: number): { x: number; y: number } | null {
  const { x, y, form } = panel;
  if (form === "plot" || !y.name) return n > x.hi ? null : { x: n, y: form === "plot" ? value : y.lo };
  for (let row = y.lo; row <= y.hi; row++) {
    const across = n - Number(label(y, row)) + x.lo;
    if (across >= x.lo && across <= x.hi) return { x: across, y: row };
  }
  return null;
}

