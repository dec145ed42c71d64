/** Laws with their evidence, candidates, proofs and code, as the page and report.html show them. */
import { inWords } from "./chinese";
import { button, copyable, download, h } from "./dom";
import type { Candidate, Language, Law, LawsSaid, Proof, Verdict } from "./events";
import { t } from "./words";

const languages: [Language, string][] = [
  ["cpp", "C++"],
  ["python", "Python"],
  ["rust", "Rust"],
  ["latex", "LaTeX"],
];

const endings: Record<Language, string> = { cpp: "cpp", python: "py", rust: "rs", latex: "tex" };

/** Longer laws may fill more lines than the headline has. */
const LONG = 150;

/** Exceptions named at most. */
const NAMED = 8;

function place(at: number | number[]): string {
  return Array.isArray(at) ? `(${at.join(", ")})` : String(at);
}

/** A law with what is known of it. */
export function lawShown(law: Law, proof?: Proof): HTMLElement {
  const { fitted, tested } = law.confidence;
  const facts = [
    `${t("fitted")} ${fitted}${t("comma")}${t("tested")} ${tested} ${t("upTo")} ${place(law.verified_to)}`,
  ];
  if (law.exceptions.length > 0) {
    const named = law.exceptions.slice(0, NAMED).map(({ at, value }) => `${place(at)}: ${value}`);
    const more = law.exceptions.length > NAMED ? ", ..." : "";
    facts.push(`${t("exceptions")} (${law.exceptions.length})${t("colon")}${named.join(", ")}${more}`);
  }
  if (law.next.length > 0) facts.push(`${t("next")}${t("colon")}${law.next.join(", ")}`);
  if (law.rival) facts.push(`${t("rival")}${t("colon")}${inWords(law.rival)}`);
  if (!law.proved && law.refuted_by) facts.push(`${t("refutedBy")}${t("colon")}${inWords(law.refuted_by)}`);
  return h(
    "li",
    { class: "law" },
    h("p", { class: "statement" }, h("code", {}, inWords(law.law)), law.proved && h("span", { class: "badge" }, t("proved"))),
    ...facts.map((fact) => h("p", { class: "fact" }, fact)),
    proof ? proofShown(proof) : null,
  );
}

/** What a proof rests on, with its certificate. */
export function proofShown(proof: Proof): HTMLElement {
  return h(
    "p",
    { class: "fact proof" },
    `${t("provedBy")} ${proof.theorem}${t("period")}${proof.checked} `,
    proof.certificate ? button(t("certificate"), () => download("certificate.json", proof.certificate)) : null,
  );
}

/** The best law of a quantity as the headline of its chart; that of `win` for nim-values without one. */
export function headline(said: LawsSaid, quantity: string): HTMLElement {
  const of = (name: string) => said.laws.find((law) => law.quantity === name);
  const law = of(quantity) ?? (quantity === "sg" ? of("win") : undefined);
  if (!law) return h("p", { class: "silent" }, `${quantity}: ${t("noLaw")} ${said.searched_to.join(", ")}`);
  const known = law.proved ? t("proved") : `${t("upToAll")} ${place(law.verified_to)}`;
  // Who has no mouse scrolls a long one, too.
  const tabindex = law.law.length > LONG ? 0 : null;
  return h("p", { class: "statement", tabindex }, h("code", {}, inWords(law.law)), h("span", { class: law.proved ? "badge" : "badge tested" }, known));
}

/** Laws of all quantities; of a quantity without one, how far it was looked for and what fits. */
export function lawsShown(said: LawsSaid, proofs: Proof[]): HTMLElement {
  const shown = h("div", { class: "laws" });
  const list = h("ol", {});
  const seen = new Set<string>();
  for (const law of said.laws) {
    if (seen.has(law.law)) continue;
    seen.add(law.law);
    const proof = law.proved ? proofs.find(({ quantity }) => quantity === law.quantity) : undefined;
    list.append(lawShown(law, proof));
  }
  if (list.childElementCount > 0) shown.append(list);
  for (const quantity of said.silent) {
    shown.append(h("p", { class: "silent" }, `${quantity}: ${t("noLaw")} ${said.searched_to.join(", ")}`));
    const fitting = said.candidates.filter((candidate) => candidate.quantity === quantity);
    if (fitting.length > 0) shown.append(h("p", { class: "fact" }, t("candidates")), candidatesShown(fitting));
  }
  return shown;
}

function candidatesShown(candidates: Candidate[]): HTMLElement {
  const shown = candidates.map(({ law, next }) =>
    h("li", {}, h("code", {}, inWords(law)), ` ; ${t("next")}${t("colon")}${next.slice(0, 6).join(", ")}`),
  );
  return h("ul", { class: "candidates" }, ...shown);
}

/** Code of the laws, a tab for each language. */
export function codeShown(code: LawsSaid["code"]): HTMLElement | null {
  const there = languages.filter(([language]) => code[language]);
  if (there.length === 0) return null;
  const body = h("div", {});
  const tabs = there.map(([language, label]) => {
    const tab = button(label, () => {
      for (const other of tabs) other.setAttribute("aria-pressed", String(other === tab));
      const text = code[language] ?? "";
      const save = button(t("downloadFile"), () => download(`law.${endings[language]}`, text), { class: "save" });
      body.replaceChildren(copyable(text, t("copy"), t("copied")), save);
    });
    return tab;
  });
  tabs[0]?.click();
  return h("div", {}, h("div", { class: "tabs", role: "group", "aria-label": t("code") }, ...tabs), body);
}

/** Claims with their answers. */
export function claimsShown(verdicts: Verdict[]): HTMLElement {
  const shown = verdicts.map((verdict) => {
    const { answer, source, id, statement, words, judged } = verdict;
    const where = { ...verdict.parameters, ...verdict.position };
    const place = Object.entries(where).map(([name, value]) => `${name} = ${Array.isArray(value) ? `{${value.join(", ")}}` : value}`);
    const details = [
      answer === "fails" ? [place.length > 0 ? `${t("failsAt")} ${place.join(", ")}` : "", verdict.says].filter(Boolean).join(t("colon")) : "",
      verdict.why,
      judged === undefined ? "" : `${t("judged")}${t("colon")}${judged.toLocaleString()}`,
      words ? `“${words}”` : "",
    ];
    return h(
      "li",
      {},
      h("span", { class: `badge ${answer.split(" ")[0]}` }, t(wordOf(verdict))),
      ` ${[source, id].filter(Boolean).join(".")}: `,
      h("code", {}, statement),
      h("p", { class: "fact" }, details.filter(Boolean).join(t("semicolon"))),
    );
  });
  return h("ul", { class: "claims" }, ...shown);
}

function wordOf({ answer, proved, proved_of }: Verdict): "holds" | "proved" | "kind" | "fails" | "cannot" {
  if (answer === "fails") return "fails";
  if (answer === "cannot check") return "cannot";
  if (!proved) return "holds";
  return proved_of === "kind" ? "kind" : "proved";
}
