/** The page of `mexlab serve`: one rule, or two side by side. */
import "./style.css";
import { button, fill, h } from "./dom";
import type { Game } from "./events";
import { type Linked, type Shown, fromHash, langOf, showing, toHash } from "./link";
import { Pane } from "./pane";
import { ChartView } from "./chart";
import { once } from "./session";
import { difference } from "./tables";
import { lang, speak, t } from "./words";

/** What is shown before anything is typed. */
const FIRST = `game take-1-3-4
heap n
move n -> n - k  for k in {1, 3, 4} if k <= n
table sg, win to n = 60
`;

/** The kinds of games, the simplest first. */
const KINDS = "heap heaps pair limit rectangle row board coins partizan graph word sum theory chance".split(" ");

const app = document.getElementById("app") as HTMLElement;
const saves = document.body.dataset.saves === "true";

class Page {
  private games: Game[] = [];
  private left: Pane;
  private right: Pane | null = null;
  private readonly panes = h("div", { class: "panes" });
  private readonly between = h("section", { class: "difference", "aria-live": "polite" });
  private chart: ChartView | null = null;
  private readonly told = h("span", { role: "status" });
  private readonly dialog = h("dialog", { class: "catalogue", "aria-label": t("catalogue") });
  private own = "";

  constructor(linked: Linked) {
    this.left = this.pane(t("rule"), linked.left);
    const header = h(
      "header",
      {},
      h("h1", {}, "mexlab"),
      button(t("catalogue"), () => void this.openCatalogue(), { accesskey: "k" }),
      button(linked.right ? t("single") : t("compare"), () => this.toggle()),
      button(t("link"), () => this.copyLink()),
      saves && button(t("save"), () => void this.save()),
      this.told,
      h("span", { class: "space" }),
      button(t("language"), () => this.translate(), { lang: lang() === "en" ? "zh" : "en" }),
    );
    this.panes.append(this.left.element);
    fill(app, header, this.between, this.panes, this.dialog);
    this.between.hidden = true;
    if (linked.right) this.compareWith(linked.right);
    void this.readCatalogue();
  }

  state(): Linked {
    return { left: this.left.state(), right: this.right?.state() ?? null };
  }

  /** Whether the address is what the page itself wrote. */
  wrote(hash: string): boolean {
    return hash === this.own;
  }

  destroy(): void {
    this.left.destroy();
    this.right?.destroy();
    this.chart?.destroy();
  }

  private pane(label: string, shown: Shown): Pane {
    return new Pane(label, shown, () => this.games.map(({ name }) => name), (state) => {
      if (state) this.writeLink();
      else this.compare();
    });
  }

  private writeLink(): void {
    this.own = toHash(this.state());
    history.replaceState(null, "", this.own);
  }

  private copyLink(): void {
    this.writeLink();
    void navigator.clipboard.writeText(location.href).then(() => this.tell(t("copied")));
  }

  private tell(text: string): void {
    this.told.textContent = text;
    setTimeout(() => (this.told.textContent = ""), 4000);
  }

  private async save(): Promise<void> {
    const { rule } = this.left.state();
    const name = /^\s*game\s+([a-z0-9-]+)/m.exec(rule)?.[1] ?? "rule";
    const response = await fetch(`save/${name}`, { method: "POST", body: rule }).catch(() => null);
    const said = await response?.text();
    this.tell(response?.ok ? `${t("saved")} ${said}` : said || t("gone"));
  }

  private translate(): void {
    speak(lang() === "en" ? "zh" : "en");
    open(this.state());
  }

  private toggle(): void {
    const { left, right } = this.state();
    open({ left, right: right ? null : { ...left } });
  }

  private compareWith(shown: Shown): void {
    this.right = this.pane(t("secondRule"), shown);
    this.panes.append(this.right.element);
    this.panes.classList.add("two");
    this.between.hidden = false;
  }

  /** Says how the two tables differ. */
  private compare(): void {
    const [left, right] = [this.left.table(), this.right?.table()];
    if (!this.right) return;
    this.chart?.destroy();
    this.chart = null;
    const heading = h("h2", {}, t("difference"));
    if (!left || !right) return fill(this.between, heading);
    const found = difference(left, right, this.left.quantity());
    if (!found) return fill(this.between, heading, h("p", {}, t("incomparable")));
    const compared = found.compared.toLocaleString();
    const said = found.first
      ? `${found.quantity}: ${found.differing.toLocaleString()} ${t("differ")} ${compared}; ${t("first")} (${found.first.join(", ")})`
      : `${found.quantity}: ${t("same")}: ${compared}`;
    fill(this.between, heading, h("p", {}, said));
    if (found.drawing && found.first) {
      const name = (x: number, y: number) => (left.axes.length === 1 ? `${x}` : `${x}, ${y}`);
      this.chart = new ChartView(({ x, y, value }) => `(${name(x, y)}): ${value === 1 ? "≠" : "="}`, () => undefined);
      this.between.append(this.chart.element);
      this.chart.show(found.drawing);
    }
  }

  private async readCatalogue(): Promise<void> {
    const found = await once({ ask: "catalogue" }, "catalogue").catch(() => "");
    if (typeof found !== "string") this.games = found.games;
  }

  private async openCatalogue(): Promise<void> {
    if (this.games.length === 0) await this.readCatalogue();
    const search = h("input", { type: "search", placeholder: t("search"), "aria-label": t("search") });
    const list = h("div", { class: "games" });
    const show = () => {
      const wanted = search.value.toLowerCase();
      const fits = ({ name, title, title_zh }: Game) =>
        [name, title, title_zh].some((text) => text?.toLowerCase().includes(wanted));
      const kinds = new Map<string, HTMLElement[]>();
      for (const game of this.games.filter(fits)) {
        const title = lang() === "zh" ? (game.title_zh ?? game.title) : game.title;
        const entry = h("button", { type: "button", click: () => this.openGame(game) }, h("b", {}, game.name), ` ${title ?? ""}`);
        kinds.set(game.kind, [...(kinds.get(game.kind) ?? []), entry]);
      }
      fill(list, ...[...kinds].sort(([a], [b]) => KINDS.indexOf(a) - KINDS.indexOf(b)).map(([kind, entries]) => h("section", {}, h("h3", {}, kind), ...entries)));
    };
    search.addEventListener("input", show);
    show();
    fill(this.dialog, h("div", { class: "bar" }, search, button(t("close"), () => this.dialog.close())), list);
    this.dialog.showModal();
    search.focus();
  }

  private openGame({ text }: Game): void {
    this.dialog.close();
    this.left.load(showing(text));
    this.writeLink();
    this.left.focus();
  }
}

let page: Page | null = null;

/** Shows the page anew: in another language, or at another link. */
function open(linked: Linked): void {
  page?.destroy();
  history.replaceState(null, "", toHash(linked));
  page = new Page(linked);
}

speak(langOf(location.hash) ?? lang());
window.addEventListener("hashchange", () => {
  const linked = fromHash(location.hash);
  if (linked && !page?.wrote(location.hash)) open(linked);
});
open(fromHash(location.hash) ?? { left: showing(FIRST), right: null });
