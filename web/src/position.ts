/** A position: its values, a drawing of it, the moves that win, and play against the program. */
import { button, fill, h } from "./dom";
import type { Component, Move, PositionSaid } from "./events";
import { figureShown, svg } from "./figure";
import { lang, t } from "./words";

/** Numbers up to this are drawn as stones, larger ones as bars. */
const STONES = 30;
/** Stones to a row of a drawing. */
const ACROSS = 15;
/** Moves listed at most. */
const LISTED = 60;

/** Asks about a position, by its text or its cell. */
type Ask = (where: { at: string } | { cell: number[] }) => void;

export class PositionView {
  readonly element: HTMLElement;
  private readonly text = h("input", { type: "text", placeholder: "3, 5", size: 8 });
  private readonly body = h("div", { "aria-live": "polite" });
  /** What was said in play, the latest last; `null` where nobody plays. */
  private record: string[] | null = null;
  /** Whether the position that is asked for next is one that the program moves from. */
  private isProgram = false;

  constructor(
    private readonly ask: Ask,
    private readonly names: () => string[],
    /** Marks positions in the chart. */
    private readonly marked: (marks: { at: number[]; role: "option" | "winning" | "chosen" }[]) => void,
  ) {
    const submit = (event: Event) => {
      event.preventDefault();
      if (!this.text.value.trim()) return;
      this.record = null;
      this.ask({ at: this.text.value.trim() });
    };
    const form = h("form", { class: "ask", submit }, h("label", {}, `${t("position")} `, this.text), h("button", {}, t("ask")));
    this.element = h("section", { class: "position", "aria-label": t("position") }, form, this.body);
    this.clear();
  }

  /** Forgets the position of another question. */
  clear(): void {
    this.record = null;
    this.isProgram = false;
    fill(this.body, h("p", { class: "fact" }, t("clickHere")));
    this.marked([]);
  }

  /** The position that is shown, as `mexlab ask` reads it. */
  at(): string {
    return this.text.value.trim();
  }

  /** Shows words in place of a position. */
  tell(...said: (Node | string)[]): void {
    fill(this.body, ...said);
  }

  /** A position was clicked: in play it is a move where it is an option, else it is looked at. */
  choose(at: number[]): void {
    const option = this.options.find((parts) => parts.length === 1 && JSON.stringify(parts[0]) === JSON.stringify(at));
    if (this.record && option) return this.play(option);
    this.record = null;
    this.text.value = at.join(", ");
    this.ask({ cell: at });
  }

  private options: Component[][] = [];

  show(said: PositionSaid): void {
    this.options = said.options ?? [];
    this.text.value = written(said.position);
    const winning = [said.winning_moves, said.left_winning_moves, said.right_winning_moves].flatMap((all) => all ?? []);
    if (this.record && this.isProgram) return this.answer(said, winning);
    fill(this.body, this.facts(said), drawn(said, this.names()), this.record ? this.yours(said) : this.told(said, winning));
    // Who plays by the keyboard goes on.
    if (this.record?.length) this.body.querySelector<HTMLElement>(".choices button")?.focus({ preventScroll: true });
    const alone = winning.flatMap((move) => [move].flat()).filter(({ to }) => to.length === 1);
    const wins = new Set(alone.map(({ to }) => JSON.stringify(to[0])));
    const marks = this.options.flatMap((parts) => {
      const at = parts.length === 1 ? numbers(parts[0]) : null;
      const isShown = !this.record && wins.has(JSON.stringify(parts[0]));
      return at ? [{ at, role: isShown ? ("winning" as const) : ("option" as const) }] : [];
    });
    this.marked(said.at ? [...marks, { at: said.at, role: "chosen" }] : marks);
  }

  private facts(said: PositionSaid): HTMLElement {
    const facts: string[] = [];
    const isWon = said.win ?? said.outcome === "N";
    if (said.outcome) facts.push(`${t("outcome")}${t("colon")}${said.outcome}`);
    else if (!this.record) facts.push(t(isWon ? "wins" : "loses"));
    const values = [["sg", said.sg], [t("value"), said.value], [t("remoteness"), said.remoteness]] as const;
    if (!this.record) for (const [name, value] of values) if (value !== null && value !== undefined) facts.push(`${name} = ${value}`);
    if (!this.record && said.misere !== null && said.misere !== undefined) facts.push(`${t("misere")}${t("colon")}${t(said.misere ? "misereWins" : "misereLoses")}`);
    const name = said.position.map(shownComponent).join(" + ") || "∅";
    return h("p", { class: "statement" }, facts.length > 0 ? `${name}${t("colon")}${facts.join(t("comma"))}` : name);
  }

  /** The moves that win, and the offer to play. */
  private told(said: PositionSaid, winning: (Move | Move[])[]): HTMLElement {
    const moves = winning.slice(0, LISTED).map((move) => h("li", {}, [move].flat().map(moveShown).join(" & ")));
    const isPlayed = said.win !== undefined && this.options.length > 0;
    const begin = (isProgram: boolean) => {
      this.record = [];
      if (!isProgram) return this.show(said);
      this.isProgram = true;
      this.show(said);
    };
    return h(
      "div",
      {},
      h("p", { class: "fact" }, `${t("options")}${t("colon")}${this.options.length}; ${t("winningMoves")}${t("colon")}${winning.length === 0 ? t("none") : winning.length}`),
      winning.length > 0 && h("ul", { class: "moves" }, ...moves),
      winning.length > LISTED && h("p", { class: "fact" }, `+ ${winning.length - LISTED}`),
      isPlayed && h("div", { class: "tools" }, button(t("playFirst"), () => begin(false)), button(t("playSecond"), () => begin(true))),
    );
  }

  /** The user's turn. */
  private yours(said: PositionSaid): HTMLElement {
    const record = (this.record ?? []).map((line) => h("li", {}, line));
    if (this.options.length === 0) {
      this.record = null;
      return h("div", {}, h("ol", { class: "record" }, ...record), h("p", { class: "statement" }, t(said.win ? "youWin" : "youLose")));
    }
    const moves = this.options.slice(0, LISTED).map((parts) => button(written(parts) || "∅", () => this.play(parts)));
    return h(
      "div",
      {},
      record.length > 0 && h("ol", { class: "record" }, ...record),
      h("p", {}, t("yourMove")),
      h("div", { class: "choices" }, ...moves, this.options.length > LISTED && h("span", { class: "fact" }, t("orType"))),
      h("div", { class: "tools" }, button(t("endPlay"), () => {
        this.record = null;
        this.show(said);
      })),
    );
  }

  private play(parts: Component[]): void {
    this.record?.push(`${t("you")}${t("colon")}${written(parts) || "∅"}`);
    this.isProgram = true;
    this.ask({ at: written(parts) });
  }

  /** The program's turn: it plays a move that wins where there is one, and says why. */
  private answer(said: PositionSaid, winning: (Move | Move[])[]): void {
    this.isProgram = false;
    if (this.options.length === 0) {
      const record = (this.record ?? []).map((line) => h("li", {}, line));
      this.record = null;
      return fill(this.body, this.facts(said), h("ol", { class: "record" }, ...record), h("p", { class: "statement" }, t(said.win ? "youLose" : "youWin")));
    }
    const best = winning[0];
    const to = best ? after(said.position, [best].flat()) : (this.options[this.options.length >> 1] ?? []);
    this.record?.push(`${t("program")}${t("colon")}${written(to) || "∅"} (${t(best ? "becauseLost" : "becauseAllWin")})`);
    this.ask({ at: written(to) });
  }
}

/** A position after moves, each of one of its components. */
function after(position: Component[], moves: Move[]): Component[] {
  const parts = [...position];
  for (const { from, to } of moves) {
    const index = parts.findIndex((part) => JSON.stringify(part) === JSON.stringify(from));
    parts.splice(Math.max(0, index), 1, ...to);
  }
  return parts;
}

function numbers(component: Component | undefined): number[] | null {
  if (!Array.isArray(component)) return null;
  return component.every((part) => typeof part === "number") ? (component as number[]) : null;
}

function parts(component: Component): string {
  const at = Array.isArray(component) ? component : component.at;
  return at.map((part) => (Array.isArray(part) ? `{${part.join(", ")}}` : String(part))).join(", ");
}

/** A position as `mexlab ask` reads it. */
function written(position: Component[]): string {
  return position.map((part) => (Array.isArray(part) ? parts(part) : `${part.game} ${parts(part)}`)).join(" + ");
}

function shownComponent(component: Component): string {
  const inside = parts(component);
  if (!Array.isArray(component)) return `${component.game} ${inside}`;
  return component.length === 1 ? inside : `(${inside})`;
}

function moveShown({ move, from, to }: Move): string {
  const target = to.length === 0 ? "∅" : to.map(shownComponent).join(" + ");
  return `${move}: ${shownComponent(from)} → ${target}`;
}

/** What the position is where the rule shows it; else a row of stones for each number, of places with coins for each set. */
function drawn({ position, figure }: PositionSaid, names: string[]): HTMLElement {
  const said = position.map(shownComponent).join(" + ");
  if (figure) {
    const scale = Math.min(SCALE, WIDEST / Math.max(1, figure.size[0]));
    return h("div", { class: "drawn whole", role: "img", "aria-label": said }, figureShown(figure, scale) as Element as HTMLElement);
  }
  const rows = position.flatMap((component) => {
    const at = Array.isArray(component) ? component : component.at;
    return at.map((part, index): [string, Element] => {
      const name = at.length === names.length ? (names[index] ?? "") : at.length > 1 ? String(index + 1) : (names[0] ?? "");
      return [name, Array.isArray(part) ? coins(part) : stones(part)];
    });
  });
  const lines = rows.slice(0, 24).flatMap(([name, row]) => [h("span", { class: "name" }, name), row as HTMLElement]);
  return h("div", { class: "drawn", role: "img", "aria-label": said }, ...lines);
}

const SIZE = 14;
/** Pixels to the unit of a figure, and the most across. */
const SCALE = 2.4;
const WIDEST = 232;

function stones(count: number): Element {
  if (count < 0 || count > STONES) {
    const width = Math.min(200, 40 + 20 * Math.log2(Math.abs(count) + 1));
    const bar = svg("rect", { x: 1, y: 2, width: width - 2, height: SIZE - 4, rx: 4, class: "stone" });
    const label = svg("text", { x: width + 6, y: SIZE - 3, class: "amount" });
    label.textContent = count.toLocaleString(lang());
    return svg("svg", { width: width + 60, height: SIZE }, bar, label);
  }
  const lines = Math.max(1, Math.ceil(count / ACROSS));
  const all = Array.from({ length: count }, (_, index) =>
    svg("circle", { cx: (index % ACROSS) * SIZE + SIZE / 2, cy: Math.floor(index / ACROSS) * SIZE + SIZE / 2, r: SIZE / 2 - 1.5, class: "stone" }),
  );
  if (count === 0) all.push(svg("line", { x1: 2, x2: SIZE, y1: SIZE - 3, y2: SIZE - 3, class: "place" }));
  return svg("svg", { width: Math.max(1, Math.min(count, ACROSS)) * SIZE + 2, height: lines * SIZE }, ...all);
}

function coins(members: number[]): Element {
  const most = Math.min(Math.max(...members, 1), 60);
  const all: Element[] = [];
  for (let place = Math.min(1, ...members); place <= most; place++) {
    const x = all.length ? Number(all.at(-1)?.getAttribute("data-x")) + SIZE + 2 : SIZE / 2;
    const kind = members.includes(place) ? "stone" : "place";
    const coin = svg("circle", { cx: x, cy: SIZE / 2, r: SIZE / 2 - 1.5, class: kind, "data-x": x });
    const title = svg("title", {});
    title.textContent = String(place);
    coin.append(title);
    all.push(coin);
  }
  return svg("svg", { width: all.length * (SIZE + 2), height: SIZE }, ...all);
}
