/** The chart of a drawing, with its caption, and a slider through its slices. */
import { inWords } from "./chinese";
import { button, fill, h } from "./dom";
import type { Drawing, Panel } from "./drawing";
import { figuresShown } from "./figure";
import { type Mark, Painter, type Place } from "./painter";
import { t } from "./words";

/** Slices up to this number are shown side by side. */
const SIDE_BY_SIDE = 4;

export class ChartView {
  readonly element = h("div", { class: "chart" });
  /** Pictures of positions. */
  readonly figures = h("div", { class: "figures" });
  private readonly caption = h("div", { class: "caption" });
  private readonly told = h("p", { class: "told", "aria-live": "off" });
  private readonly tools = h("div", { class: "tools" });
  private readonly painter: Painter;
  private drawing: Drawing | null = null;
  /** Panels to choose from. */
  private slices = 0;
  /** Which panel is shown; `null` for all. */
  private slice: number | null = null;
  private marks: Mark[] = [];
  private wanted: { slice: string; view: string } | null = null;

  /** `told` puts a place of a panel into words. */
  constructor(
    told: (place: Place, panel: Panel) => string,
    choose: (place: Place, panel: Panel) => void,
    /** Lines of the caption that are shown. */
    private readonly lines = Infinity,
    /** Is called with the position of a figure. */
    private readonly pick: (at: number[]) => void = () => undefined,
    /** Is called when another slice or part is seen. */
    private readonly moved: () => void = () => undefined,
  ) {
    const canvas = h("div", { class: "canvas" });
    this.element.append(this.caption, this.tools, canvas, this.told);
    const panel = (place: Place | null) => place && this.drawing?.panels[this.slice ?? place.panel];
    this.painter = new Painter(canvas, {
      hover: (place) => {
        const of = panel(place);
        this.told.textContent = place && of ? told(place, of) : "";
      },
      choose: (place) => {
        const of = panel(place);
        if (of) choose(place, of);
      },
      moved: () => this.moved(),
    });
  }

  show(drawing: Drawing): void {
    const before = this.drawing;
    this.drawing = drawing;
    fill(this.caption, ...drawing.caption.slice(0, this.lines).map((line) => h("p", {}, inWords(line))));
    fill(this.figures, ...figuresShown(drawing.figures ?? [], this.pick));
    // Panels of dots belong together; those of cells are slices.
    const count = drawing.panels.every(({ grid }) => grid) ? drawing.panels.length : 1;
    if (count !== this.slices) {
      this.slices = count;
      this.slice = count > SIDE_BY_SIDE ? 0 : null;
      this.offerSlices(count);
    }
    this.paint(before !== null);
    this.restore();
  }

  /** The slice that was chosen and the part that is seen, as links name them. */
  seen(): { slice: string; view: string } {
    const first = this.slices > SIDE_BY_SIDE ? 0 : null;
    const slice = this.slice === first ? "" : this.slice === null ? "all" : String(this.slice);
    const view = this.painter.seen()?.map((end) => Number(end.toFixed(2))).join(",") ?? "";
    return { slice, view };
  }

  /** Shows a slice and a part as a link names them, once there is a drawing. */
  see(slice: string, view: string): void {
    this.wanted = { slice, view };
    this.painter.reset();
    this.restore();
  }

  private restore(): void {
    if (!this.wanted || !this.drawing) return;
    const { slice, view } = this.wanted;
    this.wanted = null;
    const number = slice === "all" ? null : Number(slice);
    if (slice && this.slices > 1 && (number === null || (Number.isInteger(number) && number >= 0 && number < this.slices))) {
      this.slice = number;
      this.offerSlices(this.slices);
      this.paint(true);
    }
    if (view) this.painter.see(view.split(",").map(Number));
  }

  /** The picture as it is seen. */
  png(): Promise<Blob | null> {
    return this.painter.png();
  }

  mark(marks: Mark[]): void {
    this.marks = marks;
    this.paintMarks();
  }

  destroy(): void {
    this.painter.destroy();
  }

  private sliceName(): string {
    return this.slice === null ? t("all") : (this.drawing?.panels[this.slice]?.title ?? "");
  }

  private offerSlices(count: number): void {
    const reset = button(t("reset"), () => this.painter.reset(), { class: "quiet" });
    if (count <= 1) return fill(this.tools, reset);
    const name = h("output", {});
    const choose = (slice: number | null) => {
      this.slice = slice;
      name.textContent = this.sliceName();
      this.paint(true);
      this.moved();
    };
    const slider = h("input", {
      type: "range",
      min: 0,
      max: count - 1,
      value: this.slice ?? 0,
      "aria-label": t("slice"),
      input: () => choose(Number(slider.value)),
    });
    name.textContent = this.sliceName();
    fill(this.tools, reset, h("label", {}, `${t("slice")} `, slider), name, button(t("all"), () => choose(null)));
  }

  private paint(keepView: boolean): void {
    if (!this.drawing) return;
    const panel = this.slice === null ? undefined : this.drawing.panels[this.slice];
    this.painter.show(panel ? { ...this.drawing, across: 1, panels: [panel] } : this.drawing, keepView);
    this.paintMarks();
  }

  private paintMarks(): void {
    const shown = this.marks.filter((mark) => this.slice === null || mark.panel === this.slice);
    this.painter.mark(shown.map((mark) => ({ ...mark, panel: this.slice === null ? mark.panel : 0 })));
  }
}
