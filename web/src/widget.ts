/** The chart in a notebook: the painter of the page, between the model of an anywidget and its element. */
import { ChartView } from "./chart";
import { h } from "./dom";
import type { Drawing, Panel } from "./drawing";
import type { Mark, Place } from "./painter";

/** What the Python side keeps, as anywidget gives it. */
interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, heard: () => void): void;
  off(event: string, heard: () => void): void;
}

/** Places by the names of their coordinates, with the part they play. */
type Marked = [Record<string, number>, Mark["role"]][];

function named({ x, y }: Place, panel: Panel): Record<string, number> {
  return { [panel.x.name]: x, [panel.y.name]: y };
}

function told(place: Place, panel: Panel): string {
  const value = panel.grid ? `: ${place.value ?? ""}` : "";
  return `${panel.x.name} = ${place.x}, ${panel.y.name} = ${place.y}${value}`;
}

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const answer = h("pre", { "aria-live": "polite" });
  const view = new ChartView(told, (place, panel) => {
    model.set("chosen", named(place, panel));
    model.save_changes();
  });
  const panel = () => (model.get("drawing") as Drawing).panels[0];
  const show = () => view.show(model.get("drawing") as Drawing);
  const mark = () => {
    const of = panel();
    const marks = (model.get("marks") as Marked).flatMap(([at, role]): Mark[] => {
      const [x, y] = [at[of?.x.name ?? ""], at[of?.y.name ?? ""]];
      return x === undefined || y === undefined ? [] : [{ panel: 0, x, y, role }];
    });
    view.mark(marks);
  };
  const tell = () => {
    answer.textContent = String(model.get("told"));
  };
  el.append(view.element, answer);
  show();
  mark();
  tell();
  const heard: [string, () => void][] = [["change:drawing", show], ["change:marks", mark], ["change:told", tell]];
  for (const [event, hear] of heard) model.on(event, hear);
  return () => {
    for (const [event, hear] of heard) model.off(event, hear);
    view.destroy();
  };
}

export default { render };
