/** One side of the page: a rule in an editor, and all that is found out about it as it is typed. */
import { cheatSheet } from "./cheat";
import { button, download, fill, h } from "./dom";
import { Editor, lineAndColumn } from "./editor";
import type { LawsSaid, Parameter, Plan, Proof, Question, RuleSaid, Said, Table, Verdict } from "./events";
import { claimsShown, codeShown, headline, lawsShown, proofShown } from "./laws";
import { type Shown, showing } from "./link";
import { PositionView } from "./position";
import { Asking } from "./session";
import { csvOf, termsOf } from "./tables";
import { TableViews } from "./views";
import { lang, t } from "./words";

/** A rule is asked about when nothing was typed for so many milliseconds. */
const PAUSE = 40;
/** What is shown of the question before is gone after so many milliseconds. */
const FADING = 400;
/** The sliders of parameters without an upper end go so far beyond their value. */
const ROOM = 10;

export class Pane {
  readonly element: HTMLElement;
  private readonly editor: Editor;
  private shown: Shown;
  private asking: Asking | null = null;
  private aside: Asking | null = null;
  private timer = 0;
  private fading = 0;
  private parameters: Parameter[] = [];
  private said: LawsSaid | null = null;
  /** Whether the table of the rule as it stands has come. */
  private hasTable = false;
  private proofs: Proof[] = [];
  private name = "table";
  /** The position, slice and part of the chart that a link names, until they are shown. */
  private looking: { at: string; slice: string; view: string } | null = null;
  private lookTimer = 0;

  private readonly status = h("div", { class: "status", role: "status" });
  private readonly mistakes = h("div", { class: "mistakes", role: "alert" });
  private readonly remarks = h("div", { class: "fact remarks" });
  private readonly sliders = h("div", { class: "parameters" });
  private readonly to = h("input", { type: "text", class: "to", placeholder: t("usual"), title: t("toHelp") });
  private readonly views: TableViews;
  private readonly laws = h("div", {});
  private readonly proved = h("div", { "aria-live": "polite" });
  private readonly lawText = h("input", { type: "text", class: "wide", placeholder: "win iff n % 4 != 0" });
  private readonly position: PositionView;
  private coordinates: string[] = [];
  private readonly title = h("h2", { class: "title" });
  private readonly best = h("div", { class: "best" });
  private readonly files = h("div", { class: "tools files" });
  private readonly claims = h("div", {});
  private readonly code = h("div", {});
  private readonly explained = h("dl", { class: "explained" });
  private readonly sections: Record<"claims" | "code", HTMLElement>;

  constructor(
    label: string,
    shown: Shown,
    games: () => string[],
    /** Called when what is shown has changed: `state` says whether the link has. */
    private readonly changed: (state: boolean) => void,
  ) {
    this.shown = shown;
    this.views = new TableViews(
      (at) => this.position.choose(at),
      () => {
        this.shown = { ...this.shown, quantity: this.views.chosen };
        this.showBest();
        this.changed(true);
        this.changed(false);
      },
      // The law is the headline.
      1,
      () => this.look(),
    );
    this.position = new PositionView(
      (where) => void this.askPosition(where),
      () => this.coordinates,
      (marks) => this.views.mark(marks),
    );
    const edit = h("section", { class: "edit", "aria-label": label });
    this.editor = new Editor(edit, label, games, (text) => {
      // What was looked at was of another rule.
      this.shown = { ...this.shown, rule: text, at: "", slice: "", view: "" };
      this.looking = null;
      this.changed(true);
      this.schedule();
    });
    this.to.addEventListener("input", () => this.set({ to: this.to.value.trim() }));
    edit.append(
      this.mistakes,
      h("div", { class: "extent" }, h("label", {}, `${t("to")} `, this.to), this.status),
      this.remarks,
      this.sliders,
    );
    // Parts of two rules have names of their own.
    const named = (part: string) => (label === t("secondRule") ? `${part} 2` : part);
    const section = (title: string, ...children: (Node | string)[]) =>
      h("section", { "aria-label": named(title) }, h("h2", {}, title), ...children);
    const proveClaims = button(t("proveClaims"), () => void this.answerClaims());
    const prove = button(t("proveLaws"), () => void this.prove(""), { class: "strong" });
    const claims = section(t("claims"), this.claims, proveClaims);
    const code = section(t("code"), this.code);
    const chart = h("section", { class: "charted", "aria-label": named(t("chart")) }, h("div", { class: "figure" }, this.views.chart, this.files, this.views.figures), this.position.element);
    this.position.element.setAttribute("aria-label", named(t("position")));
    const laws = section(
      t("laws"),
      this.laws,
      prove,
      form(this.lawText, t("state"), t("prove"), (law) => void this.prove(law)),
      this.proved,
    );
    const explained = h("details", {}, h("summary", {}, t("explained")), this.explained);
    const rest = h("div", { class: "rest" }, laws, claims, section(t("table"), this.views.rows), code, explained);
    const head = h("div", { class: "headline" }, this.title, this.best);
    edit.append(cheatSheet((example) => {
      // Back leads to the rule that stood here.
      history.pushState(null, "", location.href);
      this.load(showing(example));
      this.changed(true);
    }));
    claims.hidden = true;
    code.hidden = true;
    this.sections = { claims, code };
    this.element = h("div", { class: "pane" }, edit, h("div", { class: "results" }, head, chart, rest));
    this.load(shown);
  }

  /** Shows a rule with its parameters. */
  load(shown: Shown): void {
    this.shown = { ...shown };
    const { at, slice, view } = shown;
    this.looking = at || slice || view ? { at, slice, view } : null;
    this.views.chosen = shown.quantity;
    this.editor.replace(shown.rule);
    this.to.value = shown.to;
    this.parameters = [];
    fill(this.sliders);
    this.element.classList.add("empty");
    this.explore();
  }

  state(): Shown {
    return this.shown;
  }

  /** The table that is shown. */
  table(): Table | null {
    return this.hasTable ? this.views.table : null;
  }

  /** The quantity that is shown. */
  quantity(): string {
    return this.views.quantity();
  }

  focus(): void {
    this.editor.focus();
  }

  destroy(): void {
    clearTimeout(this.timer);
    clearTimeout(this.fading);
    clearTimeout(this.lookTimer);
    this.asking?.drop();
    this.aside?.drop();
    this.views.destroy();
  }

  private set(part: Partial<Shown>): void {
    this.shown = { ...this.shown, ...part };
    this.changed(true);
    this.schedule();
  }

  private schedule(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.explore(), PAUSE);
  }

  private question(ask: Question["ask"]): Question {
    const { rule, parameters, to } = this.shown;
    return { ask, rule, parameters, to, lang: lang() };
  }

  /** Asks for everything that is known without a proof; what was asked before is dropped. */
  private explore(long = false): void {
    clearTimeout(this.timer);
    this.asking?.drop();
    this.aside?.drop();
    const asking = new Asking();
    this.asking = asking;
    this.hasTable = false;
    // What is shown is of the question before: it fades, and goes when the answer takes its time or has no table.
    this.element.classList.add("old");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.element.classList.toggle("empty", !this.hasTable), FADING);
    const text = this.shown.rule;
    fill(this.remarks);
    this.wait(() => asking.stop());
    asking
      .hear({ ...this.question("explore"), long }, (event) => this.hear(event, text))
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        if (this.asking === asking) this.asking = null;
      });
  }

  private hear(event: Said, text: string): void {
    switch (event.event) {
      case "rule":
        return this.showRule(event, text);
      case "mistakes":
        return this.showMistakes(event.diagnostics, text);
      case "refused":
        return this.showCost(event);
      case "remark":
        this.remarks.append(h("p", {}, event.text));
        return;
      case "waiting":
        return fill(this.status, t("waiting"));
      case "progress":
        return this.wait(() => this.asking?.stop(), event.done / Math.max(1, event.total));
      case "table":
        return this.begin(event.table);
      case "drawing":
        return this.views.draw(event.quantity, event.drawing);
      case "laws":
        this.said = event;
        return this.showLaws();
      case "claims":
        return this.showClaims(event.verdicts);
      case "proved":
        this.proofs.push(event);
        return;
      case "failed":
        return this.showFailure(event.message);
      case "end":
        return this.finish();
      default:
        return;
    }
  }

  /** Shows a table, and nothing more of the question before. */
  private begin(table: Table): void {
    this.hasTable = true;
    this.said = null;
    this.proofs = [];
    fill(this.mistakes);
    fill(this.proved);
    fill(this.claims);
    fill(this.code);
    this.sections.code.hidden = true;
    this.position.clear();
    if (!this.looking && this.shown.at) {
      this.shown = { ...this.shown, at: "" };
      this.changed(true);
    }
    this.element.classList.remove("old", "empty");
    this.views.show(table);
    fill(this.best, h("p", { class: "silent" }, t("searchingLaws")));
    fill(this.laws, t("searchingLaws"));
    this.offerFiles(table);
    this.changed(false);
  }

  /** What can be taken away. */
  private offerFiles(table: Table): void {
    const terms = termsOf(table, this.views.quantity());
    const address = `https://oeis.org/search?q=${terms?.join(",")}`;
    fill(
      this.files,
      button("CSV", () => download(`${this.name}.csv`, csvOf(table)), { title: `${t("downloadFile")} table.csv` }),
      button("SVG", () => void this.saveSvg(), { title: `${t("downloadFile")} chart.svg` }),
      button("PNG", () => void this.views.png().then((blob) => blob && download(`${this.name}.png`, blob)), { title: `${t("downloadFile")} chart.png` }),
      terms && h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, t("oeis")),
    );
  }

  private async saveSvg(): Promise<void> {
    const quantity = this.views.quantity();
    let found = "";
    const hear = (event: Said) => {
      if (event.event === "drawing" && event.quantity === quantity && event.svg) found = event.svg;
    };
    await this.beside({ ...this.question("explore"), svg: true, long: true }, this.mistakes, hear);
    if (found) download(`${this.name}.svg`, found);
  }

  private showBest(): void {
    if (this.said) fill(this.best, headline(this.said, this.views.quantity()));
    if (this.views.table) this.offerFiles(this.views.table);
  }

  private showFailure(message: string): void {
    // The part of a table that was stopped is shown.
    const said = h("p", {}, message);
    if (this.hasTable) this.mistakes.append(said);
    else fill(this.mistakes, said);
  }

  private wait(stop: () => void, share?: number): void {
    const bar = h("progress", share === undefined ? { "aria-label": t("running") } : { value: share, max: 1, "aria-label": t("running") });
    fill(this.status, bar, button(t("stop"), stop));
  }

  private finish(): void {
    const cells = this.hasTable ? this.views.table?.columns[0]?.values.length : undefined;
    fill(this.status, cells === undefined ? null : `${cells.toLocaleString()} ${t("positions")}`);
    if (!this.hasTable) this.element.classList.add("empty");
    else if (!this.said) {
      fill(this.laws);
      fill(this.best);
    }
    const { looking } = this;
    this.looking = null;
    if (!looking || !this.hasTable) return;
    if (looking.slice || looking.view) this.views.see(looking.slice, looking.view);
    if (looking.at) void this.askPosition({ at: looking.at });
  }

  /** Writes down which part of the chart is seen, when it stays so. */
  private look(): void {
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => {
      if (this.looking || !this.hasTable) return;
      this.shown = { ...this.shown, ...this.views.seen() };
      this.changed(true);
    }, FADING);
  }

  private fail(error: unknown): void {
    this.finish();
    this.showFailure(error instanceof Error ? error.message : String(error));
  }

  private showRule(said: RuleSaid, text: string): void {
    this.editor.blame(text, []);
    if (!said.coordinates) {
      // Parameters of a rule that stood here before ask nothing of this one.
      const known = this.shown.parameters.filter((given) => said.parameters.some(({ name }) => given.startsWith(`${name}=`)));
      if (known.length < this.shown.parameters.length) return this.set({ parameters: known });
      this.name = said.name;
      fill(this.title, (lang() === "zh" ? said.title_zh : null) ?? said.title ?? said.name);
      this.sections.claims.hidden = said.claims === 0;
      return this.showParameters(said.parameters);
    }
    this.coordinates = said.coordinates;
    const lines = (said.explanation ?? []).flatMap(([topic, line]) => [h("dt", {}, topic), h("dd", {}, line)]);
    fill(this.explained, ...lines);
  }

  private showMistakes(diagnostics: Extract<Said, { event: "mistakes" }>["diagnostics"], text: string): void {
    this.editor.blame(text, diagnostics);
    const shown = diagnostics.map((diagnostic) => {
      const [line, column] = lineAndColumn(text, diagnostic.from);
      const place = button(`${line}:${column}`, () => this.editor.goTo(text, diagnostic.from));
      const said = ` ${diagnostic.message}${diagnostic.help ? ` — ${diagnostic.help}` : ""}`;
      return h("p", {}, place, h("span", { class: "errorcode" }, ` ${diagnostic.code}`), said);
    });
    fill(this.mistakes, ...shown);
  }

  private showCost(plan: Plan): void {
    const megabytes = Math.ceil(plan.bytes / 1e6).toLocaleString();
    const time = plan.seconds === null ? t("unknownTime") : `${Math.ceil(plan.seconds).toLocaleString()} s`;
    const cost = `${plan.cells.toLocaleString()} ${t("positions")}, ${time}, ${megabytes} MB`;
    const run = plan.too_many ? null : button(t("runAnyway"), () => this.explore(true));
    fill(this.mistakes, h("p", {}, `${t(plan.too_many ? "refusedLarge" : "refusedLong")} ${cost} `, run));
  }

  /** A control for every parameter; those that are there already keep the focus. */
  private showParameters(parameters: Parameter[]): void {
    const shape = (all: Parameter[]) => all.map(({ name, kind, value, lo, hi }) => `${name} ${kind} ${value} ${lo} ${hi}`).join();
    if (shape(parameters) === shape(this.parameters)) return;
    this.parameters = parameters;
    fill(this.sliders, ...parameters.map((parameter) => this.control(parameter)));
  }

  private control(parameter: Parameter): HTMLElement {
    const { name, kind, value, lo, hi, choices } = parameter;
    const give = (value: string) => {
      const others = this.shown.parameters.filter((given) => !given.startsWith(`${name}=`));
      parameter.value = value;
      this.set({ parameters: value === "" ? others : [...others, `${name}=${value}`] });
    };
    if (kind === "word" && choices) {
      const options = choices.map((choice) => h("option", { selected: choice === value }, choice));
      const select = h("select", { change: () => give(select.value) }, ...options);
      return h("label", { class: "parameter" }, `${name} `, select);
    }
    const text = h("input", { type: "text", value: value ?? "", input: () => give(text.value.trim()) });
    if (kind !== "number") return h("label", { class: "parameter" }, `${name} `, text);
    const least = lo ?? 0;
    const slider = h("input", {
      type: "range",
      min: least,
      max: hi ?? Math.max(Number(value), least) + ROOM,
      "aria-label": name,
      input: () => {
        text.value = slider.value;
        give(slider.value);
      },
    });
    slider.value = value ?? String(least);
    text.addEventListener("input", () => (slider.value = text.value));
    return h("div", { class: "parameter" }, h("label", {}, `${name} `, text), slider);
  }

  private showLaws(): void {
    if (!this.said) return;
    this.showBest();
    fill(this.laws, lawsShown(this.said, this.proofs));
    const code = codeShown(this.said.code);
    this.sections.code.hidden = !code;
    fill(this.code, code);
  }

  private showClaims(verdicts: Verdict[]): void {
    fill(this.claims, claimsShown(verdicts));
  }

  private async askPosition(where: { at: string } | { cell: number[] }): Promise<void> {
    // Who asks already does not wait for the position of the link.
    if (this.looking) this.looking.at = "";
    await this.beside({ ...this.question("position"), ...where }, this.position, (event) => {
      if (event.event !== "position") return;
      this.position.show(event);
      this.shown = { ...this.shown, at: this.position.at() };
      this.changed(true);
    });
  }

  private async answerClaims(): Promise<void> {
    fill(this.proved, t("proving"));
    await this.beside(this.question("claims"), this.proved, (event) => {
      if (event.event === "claims") {
        fill(this.proved);
        this.showClaims(event.verdicts);
      }
    });
  }

  /** Proves the law stated, or those of the table. */
  private async prove(law: string): Promise<void> {
    fill(this.proved, t("proving"));
    const proofs: Proof[] = [];
    let answer: HTMLElement | null = null;
    await this.beside({ ...this.question("prove"), law }, this.proved, (event) => {
      if (event.event === "proved") proofs.push(event);
      else if (event.event === "refuted") answer = h("p", { class: "statement" }, h("span", { class: "badge fails" }, t("refuted")), ` ${event.law}: ${event.reason}`);
      else if (event.event === "laws" || event.event === "drawing") {
        this.proofs = proofs;
        this.hear(event, this.shown.rule);
      } else if (event.event === "end") {
        const stated = proofs.filter(({ quantity }) => quantity === null);
        const shown = stated.flatMap((proof) => [h("p", { class: "statement" }, h("code", {}, proof.law)), proofShown(proof)]);
        if (answer || proofs.length > 0) fill(this.proved, answer, ...shown);
        else if (this.proved.textContent === t("proving")) fill(this.proved, t("unproved"));
      }
    });
  }

  /** Asks a further question beside the table; the one before is dropped. */
  private async beside(question: Question, into: HTMLElement | PositionView, hear: (event: Said) => void): Promise<void> {
    this.aside?.drop();
    const asking = new Asking();
    this.aside = asking;
    const tell = (said: Node | string) => (into instanceof PositionView ? into.tell(said) : fill(into, said));
    try {
      await asking.hear(question, (event) => {
        if (event.event === "failed") tell(h("p", {}, event.message));
        else if (event.event === "mistakes") tell(h("pre", {}, event.text));
        else if (event.event === "waiting") tell(t("waiting"));
        else hear(event);
      });
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }
}

/** A text with a button; Enter does the same. */
function form(input: HTMLInputElement, label: string, act: string, submit: (text: string) => void): HTMLElement {
  const submitted = (event: Event) => {
    event.preventDefault();
    if (input.value.trim()) submit(input.value.trim());
  };
  return h("form", { class: "ask", submit: submitted }, h("label", {}, `${label} `, input), h("button", {}, act));
}
