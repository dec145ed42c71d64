/** The page of `mexlab serve` and of the playground: one rule, or two side by side. */
import "./style.css";
import { button, fill, h } from "./dom";
import type { Game, Table } from "./events";
import { type Linked, type Shown, fromHash, isEmbedded, langOf, showing, toHash } from "./link";
import { Pane } from "./pane";
import { ChartView } from "./chart";
import { once } from "./session";
import { cellOf, difference } from "./tables";
import { thumbnails } from "./thumbnails";
import { lang, speak, t } from "./words";

/** What is shown before anything is typed. */
const FIRST = `game take-1-3-4
heap n
move n -> n - k  for k in {1, 3, 4} if k <= n
table sg, win to n = 60
`;

/** The kinds of games, the simplest first, with their names as `mexlab list` has them. */
const KINDS: [string, string, string][] = [
  ["heap", "One heap", "一堆"],
  ["heaps", "Several heaps", "若干堆"],
  ["limit", "A heap and a limit", "一堆与上限"],
  ["pair", "Two numbers", "两个数"],
  ["rectangle", "Rectangles", "长方形"],
  ["row", "Rows", "一排"],
  ["board", "Strips, boards and posets", "棋盘与偏序集"],
  ["coins", "Coins", "硬币"],
  ["graph", "Graphs and trees", "图与树"],
  ["word", "Words", "字符串"],
  ["sum", "Sums", "游戏的和"],
  ["partizan", "Partizan games", "不平等游戏"],
  ["chance", "Chances", "概率"],
  ["theory", "Statements on whole classes", "一般命题"],
  ["claims", "Claims of one source", "命题集"],
];
const placeOf = (kind: string) => KINDS.findIndex(([known]) => known === kind);

const app = document.getElementById("app") as HTMLElement;
const saves = document.body.dataset.saves === "true";
/** Whether the page shows a game within another page: its law, its chart, and the way to the whole page. */
const embedded = isEmbedded(location.hash);

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
    fill(app, embedded ? null : header, this.panes, embedded ? this.footer() : null, this.dialog);
    this.between.hidden = true;
    if (linked.right) this.compareWith(linked.right);
    if (!embedded) void this.readCatalogue();
  }

  /** Leads to the whole page. */
  private footer(): HTMLElement {
    const link = h("a", { href: location.href, target: "_blank", rel: "noopener" }, t("inFull"));
    // What is shown when it is followed.
    link.addEventListener("click", () => (link.href = toHash(this.state())));
    return h("footer", {}, h("h1", {}, "mexlab"), link);
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

  /** Writes what is shown into the address; `push` where going back should show what was before. */
  private writeLink(how: "replace" | "push" = "replace"): void {
    const hash = addressed(this.state());
    if (hash === this.own) return;
    this.own = hash;
    if (how === "push") history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }

  private copyLink(): void {
    this.writeLink();
    // The address of a server ends with it.
    const address = document.body.dataset.links || location.href.split("#")[0];
    void navigator.clipboard.writeText(`${address}${location.hash}`).then(() => this.tell(t("copied")));
  }

  private tell(text: string): void {
    this.told.textContent = text;
    setTimeout(() => (this.told.textContent = ""), 4000);
  }

  private async save(): Promise<void> {
    const { rule } = this.left.state();
    const name = /^\s*game\s+([a-z0-9-]+)/m.exec(rule)?.[1] ?? "rule";
    await this.saveAs(name, rule, "save");
  }

  /** Saves a rule. Where something else has its name, asks what should be done. */
  private async saveAs(name: string, rule: string, how: "save" | "replace"): Promise<void> {
    const response = await fetch(`${how}/${name}`, { method: "POST", body: rule }).catch(() => null);
    const said = await response?.text();
    if (response?.status !== 409) return this.tell(response?.ok ? `${t("saved")} ${said}` : said || t("gone"));
    const act = (name: string, how: "save" | "replace") => () => {
      asked.close();
      void this.saveAs(name, rule, how);
    };
    const [, stem = name, number] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? [];
    const beside = `${stem}-${Number(number ?? 1) + 1}`;
    const asked = h(
      "dialog",
      { class: "asked", "aria-label": t("save"), close: () => asked.remove() },
      h("p", {}, `${t("taken")} ${said}`),
      h("div", { class: "tools" }, button(`${t("beside")}${t("colon")}${beside}.game`, act(beside, "save")), how === "save" && button(t("replace"), act(name, "replace")), button(t("close"), () => asked.close())),
    );
    app.append(asked);
    asked.showModal();
  }

  private translate(): void {
    speak(lang() === "en" ? "zh" : "en");
    open(this.state(), "replace");
  }

  private toggle(): void {
    const { left, right } = this.state();
    open({ left, right: right ? null : { ...left } }, "push");
  }

  private compareWith(shown: Shown): void {
    this.right = this.pane(t("secondRule"), shown);
    this.panes.append(this.right.element);
    this.panes.append(this.between);
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
      : `${found.quantity}: ${t("same")}${t("colon")}${compared}`;
    fill(this.between, heading, h("p", {}, said));
    if (found.drawing && found.first) {
      const name = (x: number, y: number) => (left.axes.length === 1 ? [x] : [x, y]);
      const told = ({ table, quantity }: { table: Table; quantity: string }, at: number[]) =>
        table.columns.find(({ name }) => name === quantity)?.values[cellOf(table, at)] ?? "·";
      this.chart = new ChartView(({ x, y }) => {
        const at = name(x, y);
        const [one, other] = [left, right].map((table) => told({ table, quantity: found.quantity }, at));
        return `(${at.join(", ")}): ${one} ${one === other ? "=" : "≠"} ${other}`;
      }, () => undefined);
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
        const small = thumbnails[game.name];
        const picture = small ? h("img", { class: "thumbnail", alt: "", src: `data:image/png;base64,${small}` }) : h("span", { class: "thumbnail" });
        const entry = h("button", { type: "button", click: () => this.openGame(game) }, picture, h("span", {}, h("b", {}, game.name), ` ${title ?? ""}`));
        kinds.set(game.kind, [...(kinds.get(game.kind) ?? []), entry]);
      }
      fill(list, ...[...kinds].sort(([a], [b]) => placeOf(a) - placeOf(b)).map(([kind, entries]) => {
        const [, en, zh] = KINDS[placeOf(kind)] ?? [kind, kind, kind];
        return h("section", {}, h("h3", {}, lang() === "zh" ? zh : en), ...entries);
      }));
    };
    search.addEventListener("input", show);
    // Enter takes the first game that is found.
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") list.querySelector("button")?.click();
    });
    show();
    fill(this.dialog, h("div", { class: "bar" }, search, button(t("close"), () => this.dialog.close())), list);
    this.dialog.showModal();
    search.focus();
  }

  private openGame({ text }: Game): void {
    this.dialog.close();
    this.left.load(showing(text));
    this.writeLink("push");
    this.left.focus();
  }
}

/** The part of the address behind `#`. */
function addressed(linked: Linked): string {
  return embedded ? `${toHash(linked)}&embed` : toHash(linked);
}

let page: Page | null = null;

/** Shows the page anew: in another language, or at another link. */
function open(linked: Linked, how: "replace" | "push"): void {
  page?.destroy();
  if (how === "push") history.pushState(null, "", addressed(linked));
  else history.replaceState(null, "", addressed(linked));
  page = new Page(linked);
}

speak(langOf(location.hash) ?? lang());
document.body.classList.toggle("embed", embedded);
window.addEventListener("hashchange", () => {
  const linked = fromHash(location.hash);
  if (linked && !page?.wrote(location.hash)) open(linked, "replace");
});
open(fromHash(location.hash) ?? { left: showing(FIRST), right: null }, "replace");
