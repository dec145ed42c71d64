/** A drawing on a canvas: the picture of `chart.svg`, with zoom, hover and marks. */
import { h } from "./dom";
import { inWords } from "./chinese";
import type { Axis, Drawing, Panel, Role, Scale } from "./drawing";

/** A place in a drawing: integers of the axes of a panel, and the value there if it has one. */
export interface Place {
  panel: number;
  x: number;
  y: number;
  value: number | null;
}

/** A place that stands out. */
export interface Mark {
  panel: number;
  x: number;
  y: number;
  role: "chosen" | "option" | "winning";
}

export interface Handlers {
  hover?(place: Place | null): void;
  choose?(place: Place): void;
  /** The part that is seen is another one. */
  moved?(): void;
}

/** A range of both axes. */
interface View {
  x: [number, number];
  y: [number, number];
}

interface Laid {
  panel: Panel;
  left: number;
  top: number;
  width: number;
  height: number;
  whole: View;
  /** The name under which panels with the same axes share their view. */
  key: string;
  image: HTMLCanvasElement | null;
  /** The dots by their x, for plots. */
  values: Map<number, number>;
}

type Colours = Record<"ink" | "faint" | "line" | "paper" | "accent", string>;

const MARGIN = { left: 52, right: 10, top: 8, bottom: 34 };
const TITLE = 20;
const BAR = { width: 14, gap: 16 };
const LEGEND = 24;
/** Heights of the first plot, and of those below it. */
const PLOTS = [300, 140] as const;
/** A picture of cells is no higher, and a cell no larger. */
const MAX_HEIGHT = 560;
const MAX_CELL = 44;
/** Cells of so many pixels show their values. */
const READABLE = 22;
const FONT = "12px system-ui, sans-serif";
const SMALL = "11px ui-monospace, monospace";

const roles: Record<Role, string> = {
  value: "#225ea8",
  p: "#d63926",
  "p-below": "#d63926",
  exception: "#20242c",
  law: "#20242c",
  absent: "#e2e2e4",
};

/** Red, green and blue of `#rrggbb`. */
function rgb(colour: string): [number, number, number] {
  const all = parseInt(colour.slice(1), 16);
  return [all >> 16, (all >> 8) & 255, all & 255];
}

/** The colour of each value of a scale: its own stop, or one between two stops. */
function colourOf(scale: Scale): (value: number) => [number, number, number] {
  const stops = scale.stops.map(({ at, colour }) => ({ at, colour: rgb(colour) }));
  const exact = new Map(stops.map(({ at, colour }) => [at, colour]));
  const first = stops[0] ?? { at: 0, colour: [200, 200, 200] as [number, number, number] };
  return (value) => {
    const own = exact.get(value);
    if (own) return own;
    let before = first;
    for (const stop of stops) {
      if (stop.at > value) {
        if (stop === first) return first.colour;
        const part = (value - before.at) / (stop.at - before.at);
        const mixed = before.colour.map((one, index) => Math.round(one + part * ((stop.colour[index] ?? 0) - one)));
        return mixed as [number, number, number];
      }
      before = stop;
    }
    return before.colour;
  };
}

/** What an integer of an axis is called. */
export function label(axis: Axis, at: number): string {
  const [first, second] = axis.ticks;
  const known = axis.ticks.find((tick) => tick.at === at);
  if (known) return known.label;
  // Rows of a folded chart are named by where they begin.
  if (first && second && axis.unit === 1) {
    const slope = (Number(second.label) - Number(first.label)) / (second.at - first.at);
    if (Number.isFinite(slope)) return String(Number(first.label) + slope * (at - first.at));
  }
  return axis.unit === 1 ? String(at) : String(Number((at / axis.unit).toPrecision(4)));
}

export class Painter {
  private readonly canvas = h("canvas", { tabindex: 0, role: "img" });
  private readonly context = this.canvas.getContext("2d") as CanvasRenderingContext2D;
  private readonly resized: ResizeObserver;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly views = new Map<string, View>();
  private drawing: Drawing | null = null;
  private laid: Laid[] = [];
  private marks: Mark[] = [];
  private under: Place | null = null;
  private scheduled = false;
  private width = 0;
  private height = 0;
  /** Pointers that are down, by their number, with where they are. */
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private hasMoved = false;
  private readonly redraw = () => this.schedule();

  constructor(
    private readonly container: HTMLElement,
    private readonly handlers: Handlers = {},
  ) {
    container.append(this.canvas);
    this.canvas.style.display = "block";
    this.canvas.style.width = "100%";
    this.resized = new ResizeObserver(() => {
      if (Math.abs(container.clientWidth - this.width) > 0.5) this.layOut();
    });
    this.resized.observe(container);
    this.dark.addEventListener("change", this.redraw);
    this.listen();
  }

  /** Shows a drawing; with `keepView` panels whose axes are the same stay where they are. */
  show(drawing: Drawing, keepView = false): void {
    if (!keepView) this.views.clear();
    this.drawing = drawing;
    this.under = null;
    const axes = drawing.panels.map(({ x, y }) => `${x.name} ${x.lo} to ${x.hi}, ${y.name} ${y.lo} to ${y.hi}`);
    this.canvas.setAttribute("aria-label", [...drawing.caption, ...new Set(axes)].join("; "));
    this.layOut();
  }

  /** Marks places, in place of those marked before. */
  mark(marks: Mark[]): void {
    this.marks = marks;
    this.schedule();
  }

  /** What is seen, as a file. */
  png(): Promise<Blob | null> {
    return new Promise((give) => this.canvas.toBlob(give));
  }

  /** Shows everything again. */
  reset(): void {
    this.views.clear();
    this.handlers.moved?.();
    this.schedule();
  }

  /** The ends of the axes of the first panel, `null` where all of it is seen. */
  seen(): number[] | null {
    const view = this.laid[0] && this.views.get(this.laid[0].key);
    return view ? [...view.x, ...view.y] : null;
  }

  /** Shows the part of the first panel between these ends of its axes. */
  see([x0, x1, y0, y1]: number[]): void {
    const [laid] = this.laid;
    if (!laid || x0 === undefined || x1 === undefined || y0 === undefined || y1 === undefined || !(x0 < x1 && y0 < y1)) return;
    this.views.set(laid.key, { x: within([x0, x1], laid.whole.x), y: within([y0, y1], laid.whole.y) });
    this.schedule();
  }

  destroy(): void {
    this.resized.disconnect();
    this.dark.removeEventListener("change", this.redraw);
    this.canvas.remove();
  }

  private layOut(): void {
    const drawing = this.drawing;
    if (!drawing) return;
    this.width = Math.max(200, this.container.clientWidth);
    const bar = drawing.scale ? this.roomOf(drawing.scale) : 0;
    const across = Math.max(1, Math.min(drawing.across, Math.floor((this.width - bar) / 200)));
    const column = (this.width - bar) / across;
    const before = new Map(this.laid.map(({ panel, image }) => [panel, image]));
    this.laid = [];
    let [top, tallest] = [0, 0];
    drawing.panels.forEach((panel, index) => {
      if (index % across === 0) {
        top += tallest;
        tallest = 0;
      }
      const { whole, key } = wholeOf(panel);
      const [columns, rows] = [whole.x[1] - whole.x[0], whole.y[1] - whole.y[0]];
      const title = panel.title ? TITLE : 0;
      let width = column - MARGIN.left - MARGIN.right;
      let height: number = index === 0 ? PLOTS[0] : PLOTS[1];
      if (panel.form === "square") {
        const cell = Math.min(width / columns, MAX_HEIGHT / rows, MAX_CELL);
        [width, height] = [cell * columns, cell * rows];
      } else if (panel.form === "stretched") {
        width = Math.min(width, columns * MAX_CELL);
        height = Math.min(Math.max(rows * 6, 36), MAX_HEIGHT);
      }
      const values = new Map<number, number>();
      if (panel.form === "plot") for (const dots of panel.dots) for (const [x, y] of dots.points) values.set(x, y);
      this.laid.push({
        panel,
        left: (index % across) * column + MARGIN.left,
        top: top + title + MARGIN.top,
        width,
        height,
        whole,
        key,
        image: before.get(panel) ?? this.imageOf(panel),
        values,
      });
      tallest = Math.max(tallest, title + height + MARGIN.top + MARGIN.bottom);
    });
    this.height = Math.ceil(top + tallest + (drawing.legend.length > 0 ? LEGEND : 0));
    this.canvas.style.height = `${this.height}px`;
    this.schedule();
  }

  /** The width of the colour bar with its words. */
  private roomOf({ ticks, name }: Scale): number {
    this.context.font = FONT;
    const widths = [name, ...ticks.map(({ label }) => inWords(label))].map((text) => this.context.measureText(text).width);
    return BAR.gap + BAR.width + 8 + Math.max(...widths);
  }

  /** The cells of a panel, a pixel each, with the rows as they are painted: downwards. */
  private imageOf({ grid, y }: Panel): HTMLCanvasElement | null {
    const drawing = this.drawing;
    if (!grid || !drawing?.scale) return null;
    const canvas = h("canvas", { width: grid.columns, height: grid.rows });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    const image = context.createImageData(grid.columns, grid.rows);
    const colour = colourOf(drawing.scale);
    const known = new Map<number, [number, number, number]>();
    const isNamed = drawing.legend.some(({ role }) => role === "absent");
    const absent = rgb(roles.absent);
    for (let row = 0; row < grid.rows; row++) {
      const painted = y.reversed ? row : grid.rows - 1 - row;
      for (let column = 0; column < grid.columns; column++) {
        const value = grid.cells[row * grid.columns + column] ?? null;
        if (value === null && !isNamed) continue;
        let of = absent;
        if (value !== null) {
          of = known.get(value) ?? colour(value);
          known.set(value, of);
        }
        const at = 4 * (painted * grid.columns + column);
        image.data.set(of, at);
        image.data[at + 3] = 255;
      }
    }
    context.putImageData(image, 0, 0);
    return canvas;
  }

  private view({ key, whole }: Laid): View {
    return this.views.get(key) ?? whole;
  }

  private schedule(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.paint();
    });
  }

  private colours(): Colours {
    const style = getComputedStyle(this.container);
    const probe = (name: string) => {
      // A custom property keeps `light-dark()` as it is written; a colour is computed.
      this.canvas.style.color = `var(--${name})`;
      return getComputedStyle(this.canvas).color;
    };
    const all = { ink: probe("ink"), faint: probe("faint"), line: probe("line"), paper: probe("paper"), accent: probe("accent") };
    this.canvas.style.color = style.color;
    return all;
  }

  private paint(): void {
    const drawing = this.drawing;
    if (!drawing) return;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const colours = this.colours();
    const context = this.context;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    this.laid.forEach((laid, index) => this.paintPanel(laid, index, drawing, colours));
    if (drawing.scale) this.paintBar(drawing.scale, colours);
    this.paintLegend(drawing, colours);
  }

  private paintPanel(laid: Laid, index: number, drawing: Drawing, colours: Colours): void {
    const { panel, left, top, width, height, image } = laid;
    const context = this.context;
    const view = this.view(laid);
    const [x, y] = this.places(laid);
    const cell = [width / (view.x[1] - view.x[0]), height / (view.y[1] - view.y[0])] as const;
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    // Data colours are chosen for white paper.
    context.fillStyle = panel.form === "plot" ? colours.paper : "#ffffff";
    context.fillRect(left, top, width, height);
    for (const { kind, from, to } of panel.bands) {
      context.fillStyle = kind === "preperiod" ? "rgb(230 170 40 / 20%)" : "rgb(110 140 180 / 15%)";
      context.fillRect(x(from - 0.5), top, x(to + 0.5) - x(from - 0.5), height);
    }
    if (image && panel.grid) {
      const [wide, high] = panel.grid.block;
      const { lo } = panel.x;
      context.imageSmoothingEnabled = false;
      const [x0, x1] = [x(lo - 0.5), x(lo - 0.5 + panel.grid.columns * wide)];
      const ends = [y(panel.y.lo - 0.5), y(panel.y.lo - 0.5 + panel.grid.rows * high)];
      const [y0, y1] = [Math.min(...ends), Math.max(...ends)];
      context.drawImage(image, x0, y0, x1 - x0, y1 - y0);
      if (Math.min(cell[0] * wide, cell[1] * high) >= READABLE) this.paintValues(laid, drawing);
    }
    for (const { points } of panel.curves) {
      context.beginPath();
      for (const [at, of] of points) context.lineTo(x(at / 100), y(of / 100));
      context.strokeStyle = panel.form === "plot" ? colours.ink : "rgb(32 36 44 / 60%)";
      context.lineWidth = 1.2;
      context.stroke();
    }
    this.paintDots(laid, colours, Math.min(cell[0], panel.form === "plot" ? 12 : cell[1]));
    context.restore();
    this.paintMarks(laid, index, colours, cell);
    this.paintAxes(laid, colours);
  }

  private paintValues(laid: Laid, drawing: Drawing): void {
    const { panel, left, top, width, height } = laid;
    const { grid } = panel;
    if (!grid || !drawing.scale) return;
    const [x, y] = this.places(laid);
    const colour = colourOf(drawing.scale);
    const context = this.context;
    const view = this.view(laid);
    context.font = SMALL;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const [wide, high] = grid.block;
    const cell = [width / (view.x[1] - view.x[0])] as const;
    const from = [Math.floor((view.x[0] - panel.x.lo) / wide), Math.floor((view.y[0] - panel.y.lo) / high)];
    const to = [Math.ceil((view.x[1] - panel.x.lo) / wide), Math.ceil((view.y[1] - panel.y.lo) / high)];
    for (let row = Math.max(0, from[1] ?? 0); row < Math.min(grid.rows, to[1] ?? 0); row++) {
      for (let column = Math.max(0, from[0] ?? 0); column < Math.min(grid.columns, to[0] ?? 0); column++) {
        const value = grid.cells[row * grid.columns + column] ?? null;
        if (value === null) continue;
        const [px, py] = [x(panel.x.lo + column * wide), y(panel.y.lo + row * high)];
        if (px < left || px > left + width || py < top || py > top + height) continue;
        const [red, green, blue] = colour(value);
        context.fillStyle = red * 3 + green * 6 + blue > 1250 ? "#20242c" : "#ffffff";
        context.fillText(this.shortly(value, drawing.scale, cell[0] * wide - 4), px, py);
      }
    }
  }

  /** A value as it fits into a cell: its word, the letter of its outcome, or the number. */
  private shortly(value: number, { ticks, unit }: Scale, room: number): string {
    if (unit !== 1) return String(value / unit);
    const word = ticks.find(({ at }) => at === value)?.label;
    if (word === undefined) return String(value);
    if (this.context.measureText(word).width <= room) return word;
    return /^([PN])-position\b/.exec(word)?.[1] ?? String(value);
  }

  private paintDots(laid: Laid, colours: Colours, spacing: number): void {
    const { panel, top, height } = laid;
    const [x, y] = this.places(laid);
    const context = this.context;
    const isPlot = panel.form === "plot";
    const radius = Math.min(Math.max(spacing * 0.3, isPlot ? 1.2 : 1.3), isPlot ? 4 : 9);
    const isShown = spacing < READABLE || isPlot;
    // Rings lie below the dots they surround.
    const sorted = [...panel.dots].sort((a, b) => Number(b.role === "exception") - Number(a.role === "exception"));
    for (const { role, points } of sorted) {
      context.beginPath();
      for (const [at, of] of points) {
        const [px, py] = [x(at), y(of)];
        if (role === "p-below") {
          context.rect(px - 1, top + height - 7, 2, 7);
        } else if (role === "exception") {
          context.moveTo(px + radius + 2, py);
          context.arc(px, py, radius + 2, 0, 2 * Math.PI);
        } else if (!isShown) {
          // The value stands there: a frame leaves it readable.
          context.rect(px - spacing / 2 + 2, py - spacing / 2 + 2, spacing - 4, spacing - 4);
        } else {
          context.moveTo(px + radius, py);
          context.arc(px, py, radius, 0, 2 * Math.PI);
        }
      }
      context.lineWidth = 1.5;
      if (role === "exception" || (!isShown && role !== "p-below")) {
        context.strokeStyle = role === "exception" ? (isPlot ? colours.ink : roles.law) : roles[role];
        context.stroke();
      } else {
        context.fillStyle = role === "value" ? colours.accent : roles[role];
        context.fill();
      }
    }
  }

  private paintMarks(laid: Laid, index: number, colours: Colours, cell: readonly [number, number]): void {
    const { panel, left, top, width, height } = laid;
    const [x, y] = this.places(laid);
    const context = this.context;
    const isPlot = panel.form === "plot";
    const [wide, high] = isPlot ? [9, 9] : [Math.max(cell[0], 5), Math.max(cell[1], 5)];
    const frame = (at: { x: number; y: number }, colour: string, thick: number) => {
      const [px, py] = [x(at.x), y(at.y)];
      if (px < left - 1 || px > left + width + 1 || py < top - 1 || py > top + height + 1) return;
      context.strokeStyle = "#ffffff";
      context.lineWidth = thick + 2;
      context.strokeRect(px - wide / 2, py - high / 2, wide, high);
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.strokeRect(px - wide / 2, py - high / 2, wide, high);
    };
    const styles = { option: ["#e69f00", 1.5], winning: ["#009e4d", 2.5], chosen: ["#111111", 3] } as const;
    for (const role of ["option", "winning", "chosen"] as const) {
      for (const mark of this.marks) {
        if (mark.panel === index && mark.role === role) frame(mark, styles[role][0], styles[role][1]);
      }
    }
    if (this.under?.panel === index) frame(this.under, colours.accent, 1.5);
  }

  private paintAxes(laid: Laid, colours: Colours): void {
    const { panel, left, top, width, height, whole } = laid;
    const context = this.context;
    const view = this.view(laid);
    const [x, y] = this.places(laid);
    context.strokeStyle = colours.faint;
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    context.font = FONT;
    context.fillStyle = colours.ink;
    if (panel.title) {
      context.textAlign = "left";
      context.textBaseline = "alphabetic";
      context.fillText(panel.title, left, top - 7);
    }
    context.fillStyle = colours.faint;
    const ticks = (axis: Axis, range: [number, number], all: [number, number], room: number) => {
      const isWhole = range[0] === all[0] && range[1] === all[1];
      const own = isWhole ? axis.ticks.map(({ at }) => at) : round(range, room);
      const fits = Math.max(1, Math.ceil(own.length / Math.max(1, room)));
      return own.filter((at, index) => index % fits === 0 && at >= range[0] && at <= range[1]);
    };
    const across = ticks(panel.x, view.x, whole.x, Math.floor(width / 42));
    let free = -Infinity;
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const at of across) {
      const text = label(panel.x, at);
      const half = context.measureText(text).width / 2;
      if (x(at) - half < free) continue;
      free = x(at) + half + 4;
      context.fillRect(x(at) - 0.5, top + height, 1, 4);
      context.fillText(text, x(at), top + height + 6);
    }
    context.fillText(panel.x.name, left + width / 2, top + height + 19);
    context.textAlign = "right";
    context.textBaseline = "middle";
    if (panel.y.name || panel.y.hi > panel.y.lo) {
      for (const at of ticks(panel.y, view.y, whole.y, Math.floor(height / 16))) {
        context.fillRect(left - 4, y(at) - 0.5, 4, 1);
        context.fillText(label(panel.y, at), left - 7, y(at));
      }
    }
    context.save();
    context.translate(left - 42, top + height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(panel.y.name, 0, 0);
    context.restore();
  }

  /** The colours of the values, beside the panels. */
  private paintBar(scale: Scale, colours: Colours): void {
    const context = this.context;
    const first = this.laid[0];
    if (!first || scale.stops.length === 0) return;
    const right = Math.max(...this.laid.map(({ left, width }) => left + width));
    const left = right + BAR.gap;
    const height = Math.min(Math.max(first.height, 90), 320);
    const step = height / scale.stops.length;
    const at = new Map<number, number>();
    if (scale.discrete) {
      scale.stops.forEach((stop, index) => {
        const top = first.top + height - (index + 1) * step;
        context.fillStyle = stop.colour;
        context.fillRect(left, top, BAR.width, step + 0.5);
        at.set(stop.at, top + step / 2);
      });
    } else {
      const gradient = context.createLinearGradient(0, first.top + height, 0, first.top);
      const last = Math.max(1, scale.stops.length - 1);
      scale.stops.forEach(({ colour }, index) => gradient.addColorStop(index / last, colour));
      context.fillStyle = gradient;
      context.fillRect(left, first.top, BAR.width, height);
      for (const tick of scale.ticks) {
        const above = scale.stops.findIndex((stop) => stop.at >= tick.at);
        const [low, high] = [scale.stops[Math.max(0, above - 1)], scale.stops[Math.max(0, above)]];
        const part = low && high && high.at > low.at ? (tick.at - low.at) / (high.at - low.at) : 0;
        at.set(tick.at, first.top + height * (1 - (Math.max(0, above - 1) + part) / last));
      }
    }
    context.strokeStyle = colours.line;
    context.strokeRect(left, first.top, BAR.width, height);
    context.fillStyle = colours.faint;
    context.font = FONT;
    context.textAlign = "left";
    context.textBaseline = "middle";
    let free = Infinity;
    for (const tick of [...scale.ticks].sort((a, b) => a.at - b.at)) {
      const y = at.get(tick.at);
      if (y === undefined || y > free) continue;
      free = y - 13;
      context.fillText(inWords(tick.label), left + BAR.width + 5, y);
    }
    context.textBaseline = "top";
    context.fillText(scale.name, left, first.top + height + 6);
  }

  private paintLegend({ legend, panels }: Drawing, colours: Colours): void {
    const context = this.context;
    const y = this.height - LEGEND / 2;
    const isPlot = panels.some(({ form }) => form === "plot");
    // Cells that show their values are framed.
    const first = this.laid[0];
    const isFramed = !isPlot && first && first.width / (this.view(first).x[1] - this.view(first).x[0]) >= READABLE;
    let x = MARGIN.left;
    context.font = FONT;
    context.textAlign = "left";
    context.textBaseline = "middle";
    for (const { role, label: said } of legend) {
      context.beginPath();
      context.fillStyle = role === "value" ? colours.accent : roles[role];
      context.strokeStyle = colours.ink;
      context.lineWidth = 1.5;
      if (role === "law") {
        context.moveTo(x, y + 4);
        context.lineTo(x + 12, y - 4);
        context.stroke();
      } else if (role === "p-below") {
        context.fillRect(x + 5, y - 4, 2, 8);
      } else if (role === "absent") {
        context.fillRect(x, y - 5, 10, 10);
      } else if (role === "p" && isFramed) {
        context.strokeStyle = roles.p;
        context.strokeRect(x + 0.5, y - 5, 10, 10);
      } else {
        context.arc(x + 5, y, role === "exception" || isPlot ? 4 : 4.5, 0, 2 * Math.PI);
        if (role === "exception") context.stroke();
        else context.fill();
      }
      context.fillStyle = colours.faint;
      const words = inWords(said);
      context.fillText(words, x + 17, y, this.width - x - 20);
      x += 17 + context.measureText(words).width + 20;
      if (x > this.width - 60) break;
    }
  }

  /** Where integers of the axes stand on the canvas. */
  private places(laid: Laid): [(v: number) => number, (v: number) => number] {
    const { left, top, width, height, panel } = laid;
    const { x, y } = this.view(laid);
    const across = (v: number) => left + ((v - x[0]) / (x[1] - x[0])) * width;
    const up = (v: number) => ((v - y[0]) / (y[1] - y[0])) * height;
    return [across, panel.y.reversed ? (v) => top + up(v) : (v) => top + height - up(v)];
  }

  /** The panel under a point, with the point on its axes. */
  private at(px: number, py: number): { index: number; laid: Laid; x: number; y: number } | null {
    for (const [index, laid] of this.laid.entries()) {
      const { left, top, width, height, panel } = laid;
      if (px < left || px > left + width || py < top || py > top + height) continue;
      const { x, y } = this.view(laid);
      const down = (py - top) / height;
      const up = panel.y.reversed ? down : 1 - down;
      return { index, laid, x: x[0] + ((px - left) / width) * (x[1] - x[0]), y: y[0] + up * (y[1] - y[0]) };
    }
    return null;
  }

  private placeAt(px: number, py: number): Place | null {
    const found = this.at(px, py);
    return found && this.place(found.index, found.laid, Math.round(found.x), Math.round(found.y));
  }

  /** The place of integers of the axes; in a plot that of the dot above x. */
  private place(panel: number, { panel: of, values }: Laid, x: number, y: number): Place | null {
    if (x < of.x.lo || x > of.x.hi) return null;
    const { grid } = of;
    if (of.form === "plot") {
      const value = values.get(x);
      return value === undefined ? null : { panel, x, y: value, value };
    }
    if (!grid || y < of.y.lo || y > of.y.hi) return null;
    const column = Math.floor((x - of.x.lo) / grid.block[0]);
    const row = Math.floor((y - of.y.lo) / grid.block[1]);
    return { panel, x, y, value: grid.cells[row * grid.columns + column] ?? null };
  }

  private hover(place: Place | null): void {
    const { under } = this;
    if (under?.panel === place?.panel && under?.x === place?.x && under?.y === place?.y) return;
    this.under = place;
    this.handlers.hover?.(place);
    this.schedule();
  }

  /** Changes the view of a panel so that a place stays where it is; within the axes. */
  private zoom(laid: Laid, factor: number, x: number, y: number): void {
    const view = this.view(laid);
    const isPlot = laid.panel.form === "plot";
    const scaled = (range: [number, number], about: number, all: [number, number]): [number, number] => {
      const least = Math.min(4, all[1] - all[0]);
      const size = Math.min(Math.max((range[1] - range[0]) * factor, least), all[1] - all[0]);
      const share = (about - range[0]) / (range[1] - range[0]);
      return within([about - share * size, about + (1 - share) * size], all);
    };
    const changed: View = {
      x: scaled(view.x, x, laid.whole.x),
      y: isPlot ? laid.whole.y : scaled(view.y, y, laid.whole.y),
    };
    this.views.set(laid.key, changed);
    this.handlers.moved?.();
    this.schedule();
  }

  private pan(laid: Laid, dx: number, dy: number): void {
    const { x, y } = this.view(laid);
    const isPlot = laid.panel.form === "plot";
    const right = (-dx / laid.width) * (x[1] - x[0]);
    const up = ((laid.panel.y.reversed ? -dy : dy) / laid.height) * (y[1] - y[0]);
    this.views.set(laid.key, {
      x: within([x[0] + right, x[1] + right], laid.whole.x),
      y: isPlot ? laid.whole.y : within([y[0] + up, y[1] + up], laid.whole.y),
    });
    this.handlers.moved?.();
    this.schedule();
  }

  private listen(): void {
    const { canvas } = this;
    const point = (event: MouseEvent) => {
      const { left, top } = canvas.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    canvas.addEventListener(
      "wheel",
      (event) => {
        const { x, y } = point(event);
        const found = this.at(x, y);
        // Where nothing can be seen more of, the page scrolls.
        if (!found || (event.deltaY > 0 && !this.views.has(found.laid.key))) return;
        event.preventDefault();
        this.zoom(found.laid, Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 60) * 0.004), found.x, found.y);
        const { x: across, y: up } = this.view(found.laid);
        const { whole } = found.laid;
        if (across[1] - across[0] >= whole.x[1] - whole.x[0] && up[1] - up[0] >= whole.y[1] - whole.y[0]) {
          this.views.delete(found.laid.key);
        }
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, point(event));
      this.hasMoved = false;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const here = point(event);
      const before = this.pointers.get(event.pointerId);
      if (!before) return this.hover(this.placeAt(here.x, here.y));
      const found = this.at(before.x, before.y);
      if (Math.hypot(here.x - before.x, here.y - before.y) < 3 && !this.hasMoved) return;
      this.hasMoved = true;
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (found && other) {
        const [was, is] = [before, here].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
        if (was && is) this.zoom(found.laid, was / is, found.x, found.y);
      } else if (found && this.views.has(found.laid.key)) {
        this.pan(found.laid, here.x - before.x, here.y - before.y);
      }
      this.pointers.set(event.pointerId, here);
    });
    const up = (event: PointerEvent) => {
      const wasOnly = this.pointers.size === 1;
      this.pointers.delete(event.pointerId);
      if (event.type !== "pointerup" || this.hasMoved || !wasOnly) return;
      const { x, y } = point(event);
      const place = this.placeAt(x, y);
      if (place) this.handlers.choose?.(place);
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("dblclick", () => this.reset());
    canvas.addEventListener("keydown", (event) => this.key(event));
    // A finger scrolls the page as long as everything is in sight.
    canvas.style.touchAction = "pan-y";
  }

  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const laid = this.laid[this.under?.panel ?? 0];
    if (!laid || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.key];
    const { x: across, y: up } = this.view(laid);
    if (step) {
      const from = this.under ?? { panel: 0, x: laid.panel.x.lo - step[0], y: laid.panel.y.lo - step[1] };
      const rows = laid.panel.y.reversed ? -step[1] : step[1];
      const place = this.place(from.panel, laid, from.x + step[0], from.y + rows);
      if (place) this.hover(place);
    } else if (event.key === "Enter" && this.under) {
      this.handlers.choose?.(this.under);
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      const middle = [(across[0] + across[1]) / 2, (up[0] + up[1]) / 2] as const;
      this.zoom(laid, event.key === "-" ? 1.4 : 1 / 1.4, this.under?.x ?? middle[0], this.under?.y ?? middle[1]);
    } else if (event.key === "0") {
      this.reset();
    } else {
      return;
    }
    event.preventDefault();
  }
}

/** The whole range of the axes of a panel, and the name that panels with the same axes share. */
function wholeOf({ x, y, grid, form }: Panel): { whole: View; key: string } {
  const end = (axis: Axis, cells: number) => Math.max(axis.hi, axis.lo + cells - 1) + 0.5;
  const [columns, rows] = grid ? [grid.columns * grid.block[0], grid.rows * grid.block[1]] : [0, 0];
  const whole: View = { x: [x.lo - 0.5, end(x, columns)], y: [y.lo - 0.5, end(y, rows)] };
  return { whole, key: JSON.stringify([whole.x, form === "plot" ? null : whole.y]) };
}

/** A range moved into another. */
function within([lo, hi]: [number, number], [least, most]: [number, number]): [number, number] {
  if (lo < least) return [least, Math.min(most, least + hi - lo)];
  if (hi > most) return [Math.max(least, most - (hi - lo)), most];
  return [lo, hi];
}

/** Round integers in a range, at most so many. */
function round([lo, hi]: [number, number], most: number): number[] {
  const least = (hi - lo) / Math.max(1, most);
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power;
  const found: number[] = [];
  for (let at = Math.ceil(lo / step) * step; at <= hi; at += step) found.push(at);
  return found;
}
