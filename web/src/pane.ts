/** One side of the page: a rule in an editor, and all that is found out about it as it is typed. */
import { button, fill, h } from "./dom";
import { Editor, lineAndColumn } from "./editor";
import type {
  Component,
  LawsSaid,
  Move,
  Parameter,
  Plan,
  PositionSaid,
  Proof,
  Question,
  RuleSaid,
  Said,
  Table,
  Verdict,
} from "./events";
import { claimsShown, codeShown, lawsShown, proofShown } from "./laws";
import type { Shown } from "./link";
import { Asking, Unanswered } from "./session";
import { TableViews } from "./views";
import { lang, t } from "./words";

/** A rule is asked about when nothing was typed for so many milliseconds. */
const PAUSE = 40;
/** The sliders of parameters without an upper end go so far beyond their value. */
const ROOM = 10;

export class Pane {
  readonly element: HTMLElement;
  private readonly editor: Editor;
  private shown: Shown;
  private asking: Asking | null = null;
  private aside: Asking | null = null;
  private timer = 0;
  private parameters: Parameter[] = [];
  private said: LawsSaid | null = null;
  /** Whether the table of the rule as it stands has come. */
  private hasTable = false;
  private proofs: Proof[] = [];

  private readonly status = h("div", { class: "status", role: "status" });
  private readonly mistakes = h("div", { class: "mistakes", role: "alert" });
  private readonly sliders = h("div", { class: "parameters" });
  private readonly to = h("input", { type: "text", class: "to", placeholder: t("usual"), title: t("toHelp") });
  private readonly views: TableViews;
  private readonly laws = h("div", {});
  private readonly proved = h("div", { "aria-live": "polite" });
  private readonly lawText = h("input", { type: "text", class: "wide", placeholder: "win iff n % 4 != 0" });
  private readonly positionText = h("input", { type: "text", placeholder: "3, 5" });
  private readonly position = h("div", { "aria-live": "polite" });
  private readonly claims = h("div", {});
  private readonly code = h("div", {});
  private readonly explained = h("dl", { class: "explained" });
  private readonly sections: Record<"claims" | "code" | "results", HTMLElement>;

  constructor(
    label: string,
    shown: Shown,
    games: () => string[],
    /** Called when what is shown has changed: `state` says whether the link has. */
    private readonly changed: (state: boolean) => void,
  ) {
    this.shown = shown;
    this.views = new TableViews(
      (at) => this.choose(at),
      () => {
        this.shown = { ...this.shown, quantity: this.views.chosen };
        this.changed(true);
        this.changed(false);
      },
    );
    const edit = h("section", { class: "edit", "aria-label": label });
    this.editor = new Editor(edit, label, games, (text) => {
      this.shown = { ...this.shown, rule: text };
      this.changed(true);
      this.schedule();
    });
    this.to.addEventListener("input", () => this.set({ to: this.to.value.trim() }));
    edit.append(
      this.mistakes,
      h("div", { class: "extent" }, h("label", {}, `${t("to")} `, this.to), this.status),
      this.sliders,
    );
    const section = (title: string, ...children: (Node | string)[]) =>
      h("section", { "aria-label": title }, h("h2", {}, title), ...children);
    const proveClaims = button(t("proveClaims"), () => void this.answerClaims());
    const prove = button(t("proveLaws"), () => void this.prove(""), { class: "strong" });
    const claims = section(t("claims"), this.claims, proveClaims);
    const code = section(t("code"), this.code);
    const results = h(
      "div",
      { class: "results" },
      h("section", { "aria-label": t("chart") }, this.views.chart),
      section(
        t("laws"),
        this.laws,
        prove,
        form(this.lawText, t("state"), t("prove"), (law) => void this.prove(law)),
        this.proved,
      ),
      section(
        t("position"),
        form(this.positionText, t("position"), t("ask"), (at) => void this.askPosition({ at })),
        this.position,
      ),
      claims,
      section(t("table"), this.views.rows),
      code,
      h("details", {}, h("summary", {}, t("explained")), this.explained),
    );
    claims.hidden = true;
    code.hidden = true;
    this.sections = { claims, code, results };
    this.element = h("div", { class: "pane" }, edit, results);
    this.load(shown);
  }

  /** Shows a rule with its parameters. */
  load(shown: Shown): void {
    this.shown = { ...shown };
    this.views.chosen = shown.quantity;
    this.editor.replace(shown.rule);
    this.to.value = shown.to;
    this.parameters = [];
    this.explore();
  }

  state(): Shown {
    return this.shown;
  }

  /** The table that is shown. */
  table(): Table | null {
    return this.views.table;
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
    this.asking?.drop();
    this.aside?.drop();
    const asking = new Asking();
    this.asking = asking;
    this.proofs = [];
    this.said = null;
    this.hasTable = false;
    const text = this.shown.rule;
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
      case "progress":
        return this.wait(() => this.asking?.stop(), event.done / Math.max(1, event.total));
      case "table":
        this.hasTable = true;
        fill(this.mistakes);
        this.sections.results.classList.remove("old");
        this.views.show(event.table);
        return this.changed(false);
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
        this.sections.results.classList.add("old");
        return fill(this.mistakes, h("p", {}, event.message));
      case "end":
        return this.finish();
      default:
        return;
    }
  }

  private wait(stop: () => void, share?: number): void {
    const bar = h("progress", share === undefined ? { "aria-label": t("running") } : { value: share, max: 1, "aria-label": t("running") });
    fill(this.status, bar, button(t("stop"), stop));
  }

  private finish(): void {
    const cells = this.views.table?.columns[0]?.values.length;
    fill(this.status, cells === undefined ? null : `${cells.toLocaleString()} ${t("positions")}`);
    if (this.hasTable && !this.said) fill(this.laws);
  }

  private fail(error: unknown): void {
    fill(this.status);
    fill(this.mistakes, h("p", {}, error instanceof Unanswered ? t(error.why) : String(error)));
  }

  private showRule(said: RuleSaid, text: string): void {
    this.editor.blame(text, []);
    if (!said.coordinates) {
      this.sections.claims.hidden = said.claims === 0;
      fill(this.claims);
      fill(this.position);
      fill(this.proved);
      return this.showParameters(said.parameters);
    }
    const lines = (said.explanation ?? []).flatMap(([topic, line]) => [h("dt", {}, topic), h("dd", {}, line)]);
    fill(this.explained, ...lines);
  }

  private showMistakes(diagnostics: Extract<Said, { event: "mistakes" }>["diagnostics"], text: string): void {
    this.editor.blame(text, diagnostics);
    this.sections.results.classList.add("old");
    const shown = diagnostics.map((diagnostic) => {
      const [line, column] = lineAndColumn(text, diagnostic.from);
      const place = button(`${line}:${column}`, () => this.editor.goTo(text, diagnostic.from));
      const said = ` ${diagnostic.message}${diagnostic.help ? ` — ${diagnostic.help}` : ""}`;
      return h("p", {}, place, h("span", { class: "errorcode" }, ` ${diagnostic.code}`), said);
    });
    fill(this.mistakes, ...shown);
  }

  private showCost(plan: Plan): void {
    this.sections.results.classList.add("old");
    const megabytes = Math.ceil(plan.bytes / 1e6).toLocaleString();
    const time = plan.seconds === null ? t("unknownTime") : `${Math.ceil(plan.seconds).toLocaleString()} s`;
    const cost = `${plan.cells.toLocaleString()} ${t("positions")}, ${time}, ${megabytes} MB`;
    const run = plan.too_many ? null : button(t("runAnyway"), () => this.explore(true));
    fill(this.mistakes, h("p", {}, `${t(plan.too_many ? "refusedLarge" : "refusedLong")} ${cost} `, run));
  }

  /** A control for every parameter; those that are there already keep the focus. */
  private showParameters(parameters: Parameter[]): void {
    const shape = (all: Parameter[]) => all.map(({ name, kind, lo, hi }) => `${name} ${kind} ${lo} ${hi}`).join();
    if (shape(parameters) === shape(this.parameters)) return;
    this.parameters = parameters;
    fill(this.sliders, ...parameters.map((parameter) => this.control(parameter)));
  }

  private control(parameter: Parameter): HTMLElement {
    const { name, kind, value, lo, hi, choices } = parameter;
    const give = (value: string) => {
      const others = this.shown.parameters.filter((given) => !given.startsWith(`${name}=`));
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
    fill(this.laws, lawsShown(this.said, this.proofs));
    const code = codeShown(this.said.code);
    this.sections.code.hidden = !code;
    fill(this.code, code);
  }

  private showClaims(verdicts: Verdict[]): void {
    fill(this.claims, claimsShown(verdicts));
  }

  private choose(at: number[]): void {
    this.positionText.value = at.join(", ");
    void this.askPosition({ cell: at });
  }

  /** Shows a position, its options and the moves that win. */
  private async askPosition(where: { at: string } | { cell: number[] }): Promise<void> {
    await this.beside({ ...this.question("position"), ...where }, this.position, (event) => {
      if (event.event === "position") this.showPosition(event);
    });
  }

  private showPosition(said: PositionSaid): void {
    const facts: string[] = [];
    const isWon = said.win ?? said.outcome === "N";
    if (said.outcome) facts.push(`${t("outcome")}: ${said.outcome}`);
    else facts.push(t(isWon ? "wins" : "loses"));
    if (said.sg !== null && said.sg !== undefined) facts.push(`sg = ${said.sg}`);
    if (said.value !== null && said.value !== undefined) facts.push(`${t("value")} ${said.value}`);
    if (said.remoteness !== null && said.remoteness !== undefined) facts.push(`remoteness = ${said.remoteness}`);
    if (said.misere !== null && said.misere !== undefined) {
      facts.push(`misère: ${t(said.misere ? "misereWins" : "misereLoses")}`);
    }
    const winning = [said.winning_moves, said.left_winning_moves, said.right_winning_moves].flatMap((all) => all ?? []);
    const moves = winning.map((move) => h("li", {}, [move].flat().map(moveShown).join(" & ")));
    const options = said.options ?? [];
    fill(
      this.position,
      h("p", { class: "statement" }, `${said.position.map(shownComponent).join(" + ")}: ${facts.join(", ")}`),
      h("p", { class: "fact" }, `${t("winningMoves")}: ${winning.length === 0 ? t("none") : winning.length}`),
      winning.length > 0 && h("ul", { class: "moves" }, ...moves.slice(0, 60)),
      h("p", { class: "fact" }, `${t("options")}: ${options.length}`),
    );
    const alone = winning.flatMap((move) => [move].flat()).filter(({ to }) => to.length === 1);
    const wins = new Set(alone.map(({ to }) => JSON.stringify(to[0])));
    const marked = options.flatMap((parts) => {
      const at = parts.length === 1 ? numbers(parts[0]) : null;
      return at ? [{ at, role: wins.has(JSON.stringify(parts[0])) ? ("winning" as const) : ("option" as const) }] : [];
    });
    this.views.mark(said.at ? [...marked, { at: said.at, role: "chosen" as const }] : marked);
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
  private async beside(question: Question, into: HTMLElement, hear: (event: Said) => void): Promise<void> {
    this.aside?.drop();
    const asking = new Asking();
    this.aside = asking;
    try {
      await asking.hear(question, (event) => {
        if (event.event === "failed") fill(into, h("p", {}, event.message));
        else if (event.event === "mistakes") fill(into, h("pre", {}, event.text));
        else hear(event);
      });
    } catch (error) {
      fill(into, error instanceof Unanswered ? t(error.why) : String(error));
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

function numbers(component: Component | undefined): number[] | null {
  if (!Array.isArray(component)) return null;
  return component.every((part) => typeof part === "number") ? (component as number[]) : null;
}

function shownComponent(component: Component): string {
  if (!Array.isArray(component)) return `${component.game}${shownComponent(component.at)}`;
  const parts = component.map((part) => (Array.isArray(part) ? `{${part.join(", ")}}` : String(part)));
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(", ")})`;
}

function moveShown({ move, from, to }: Move): string {
  const target = to.length === 0 ? "∅" : to.map(shownComponent).join(" + ");
  return `${move}: ${shownComponent(from)} → ${target}`;
}
