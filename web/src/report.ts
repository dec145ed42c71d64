/** report.html: what a finished run found, in one file that needs neither server nor network. */
import "./style.css";
import { button, fill, h } from "./dom";
import type { Drawing } from "./drawing";
import type { LawsSaid, Proof, Table, Verdict } from "./events";
import { claimsShown, codeShown, lawsShown } from "./laws";
import { TableViews } from "./views";
import { lang, speak, t } from "./words";

/** What the run wrote into the file. */
interface Report {
  name: string;
  title: string;
  title_zh: string | null;
  notes: string[];
  rule: string;
  explanation: [string, string][];
  table: Table;
  drawings: { quantity: string; drawing: Drawing }[];
  laws: LawsSaid;
  proofs: Proof[];
  verdicts: Verdict[];
}

/** The data of the page: compressed, in base 64. */
async function read(): Promise<Report> {
  const text = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(plain).json()) as Report;
}

function show(report: Report): void {
  const app = document.getElementById("app") as HTMLElement;
  const told = h("p", { class: "told", "aria-live": "polite" });
  const views: TableViews = new TableViews((at) => {
    views.mark([{ at, role: "chosen" }]);
    told.textContent = views.told(at);
  });
  const section = (title: string, ...children: (Node | null)[]) =>
    children.some(Boolean) && h("section", { "aria-label": title }, h("h2", {}, title), ...children);
  const title = lang() === "zh" ? (report.title_zh ?? report.title) : report.title;
  const other = () => {
    speak(lang() === "en" ? "zh" : "en");
    views.destroy();
    show(report);
  };
  const explained = report.explanation.flatMap(([topic, line]) => [h("dt", {}, topic), h("dd", {}, line)]);
  const results = h(
    "div",
    { class: "results" },
    h("section", { "aria-label": t("chart") }, views.chart, told),
    section(t("laws"), lawsShown(report.laws, report.proofs)),
    report.verdicts.length > 0 && section(t("claims"), claimsShown(report.verdicts)),
    section(t("table"), views.rows),
    section(t("code"), codeShown(report.laws.code)),
    h("details", {}, h("summary", {}, t("explained")), h("dl", { class: "explained" }, ...explained)),
  );
  const notes = report.notes.map((note) => h("p", {}, note));
  const rule = h("section", { class: "edit", "aria-label": t("rule") }, ...notes, h("pre", { class: "rule", tabindex: 0 }, report.rule));
  const header = h("header", {}, h("h1", {}, title), h("span", { class: "space" }), button(t("language"), other));
  fill(app, header, h("div", { class: "panes" }, h("div", { class: "pane" }, rule, results)));
  views.show(report.table);
  for (const { quantity, drawing } of report.drawings) views.draw(quantity, drawing);
}

speak(lang());
void read().then(show);
