/** report.html and atlas.html: what a run or a sweep found, in one file that needs neither server nor network. */
import "./style.css";
import { ChartView } from "./chart";
import { fill, h } from "./dom";
import type { Drawing } from "./drawing";
import type { LawsSaid, Proof, Table, Value, Verdict } from "./events";
import { Grid } from "./grid";
import { claimsShown, codeShown, lawsShown } from "./laws";
import { TableViews } from "./views";
import { type Lang, speakHere, t } from "./words";

/** What the run wrote into the file, in one language. */
interface Report {
  lang: Lang;
  name: string;
  title: string;
  notes: string[];
  rule: string;
  explanation: [string, string][];
  table: Table;
  drawings: { quantity: string; drawing: Drawing }[];
  laws: LawsSaid;
  proofs: Proof[];
  verdicts: Verdict[];
}

/** What a sweep wrote. */
interface Atlas {
  lang: Lang;
  title: string;
  columns: string[];
  rows: Value[][];
  drawings: { quantity: string; drawing: Drawing }[];
}

/** The data of the page: compressed, in base 64. */
async function read(): Promise<Report | Atlas> {
  const text = document.getElementById("data")?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(plain).json()) as Report | Atlas;
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
  const explained = report.explanation.flatMap(([topic, line]) => [h("dt", {}, topic), h("dd", {}, line)]);
  const results = h(
    "div",
    { class: "results" },
    h("section", { "aria-label": t("chart") }, views.chart, told, views.figures),
    section(t("laws"), lawsShown(report.laws, report.proofs)),
    report.verdicts.length > 0 && section(t("claims"), claimsShown(report.verdicts)),
    section(t("table"), views.rows),
    section(t("code"), codeShown(report.laws.code)),
    h("details", {}, h("summary", {}, t("explained")), h("dl", { class: "explained" }, ...explained)),
  );
  const notes = report.notes.map((note) => h("p", {}, note));
  const rule = h("section", { class: "edit", "aria-label": t("rule") }, ...notes, h("pre", { class: "rule", tabindex: 0 }, report.rule));
  const header = h("header", {}, h("h1", {}, report.title));
  fill(app, header, h("div", { class: "panes" }, h("div", { class: "pane" }, rule, results)));
  views.show(report.table);
  for (const { quantity, drawing } of report.drawings) views.draw(quantity, drawing);
}

/** Columns that only programs read. */
const TECHNICAL = new Set(["canonical", "hash", "half", "certificate", "version"]);

/** The charts of an atlas, and its rows: sorted by any column, those that contain a word. */
function showAtlas(atlas: Atlas): void {
  const app = document.getElementById("app") as HTMLElement;
  const columns = atlas.columns
    .map((name, index) => ({ name, index }))
    .filter(({ name, index }) => !TECHNICAL.has(name) && atlas.rows.some((row) => row[index] !== null));
  const grid = new Grid(t("table"));
  const wanted = h("input", { type: "search", "aria-label": t("filter"), placeholder: t("filter"), input: () => showRows() });
  const by = h("select", { change: () => showRows() }, ...columns.map(({ name }) => h("option", {}, name)));
  const down = h("input", { type: "checkbox", change: () => showRows() });
  const count = h("span", { class: "status", role: "status" });
  const showRows = () => {
    const key = columns[by.selectedIndex]?.index ?? 0;
    const word = wanted.value.toLowerCase();
    const rows = atlas.rows.filter((row) => row.some((value) => String(value ?? "").toLowerCase().includes(word)));
    rows.sort((a, b) => compared(a[key] ?? null, b[key] ?? null, down.checked ? -1 : 1));
    count.textContent = `${rows.length.toLocaleString()} / ${atlas.rows.length.toLocaleString()}`;
    grid.show({
      rows: rows.length,
      columns: columns.length,
      corner: "",
      rowName: (row) => String(row + 1),
      columnName: (column) => columns[column]?.name ?? "",
      cell: (row, column) => ({ text: String(rows[row]?.[columns[column]?.index ?? 0] ?? "") }),
      sort: (column) => {
        down.checked = by.selectedIndex === column && !down.checked;
        by.selectedIndex = column;
        showRows();
      },
    });
  };
  const charts = atlas.drawings.map(({ quantity, drawing }) => {
    const view = new ChartView(({ x, y, value }, panel) => `${panel.x.name} = ${x}, ${panel.y.name} = ${y}: ${value ?? ""}`, () => undefined);
    view.show(drawing);
    return h("section", { "aria-label": quantity }, h("h2", {}, quantity), view.element);
  });
  const tools = h("div", { class: "tools" }, wanted, h("label", {}, `${t("sortBy")} `, by), h("label", {}, down, ` ${t("descending")}`), count);
  const table = h("section", { class: "rows", "aria-label": t("table") }, h("h2", {}, t("table")), tools, grid.element);
  fill(app, h("header", {}, h("h1", {}, atlas.title)), h("div", { class: "panes" }, h("div", { class: "results" }, table, ...charts)));
  showRows();
}

/** The order of two cells: numbers by value, before texts, and what is absent last. */
function compared(a: Value, b: Value, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return sign * (a - b);
  return sign * (typeof a === typeof b ? String(a).localeCompare(String(b)) : typeof a === "number" ? -1 : 1);
}

void read().then((read) => {
  speakHere(read.lang);
  if ("rows" in read) showAtlas(read);
  else show(read);
});
