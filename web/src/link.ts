/**
 * The state of the page as a link: what stands behind `#` in the address. It means the same on every server and on the
 * playground, whatever their version: a name is never given another meaning, and names that are not known are passed over.
 */
import type { Lang } from "./words";

/** The version of links, so that later ones may be read otherwise. Those that name none are of the first. */
const VERSION = "1";

/** What one side of the page shows. */
export interface Shown {
  rule: string;
  /** Parameters that are not as the rule says, as `k=3`. */
  parameters: string[];
  to: string;
  quantity: string;
  /** The position that is looked at, as `mexlab ask` reads it. */
  at: string;
  /** The number of the slice that is shown, from 0, or `all`. */
  slice: string;
  /** What is seen of the chart where that is not all: the ends of both axes, with commas. */
  view: string;
}

export interface Linked {
  left: Shown;
  /** The second rule, where two stand side by side. */
  right: Shown | null;
}

const nothing: Shown = { rule: "", parameters: [], to: "", quantity: "", at: "", slice: "", view: "" };

function written(into: URLSearchParams, shown: Shown, prefix: string): void {
  into.set(`${prefix}rule`, shown.rule);
  for (const parameter of shown.parameters) into.append(`${prefix}p`, parameter);
  if (shown.to) into.set(`${prefix}to`, shown.to);
  if (shown.quantity) into.set(`${prefix}q`, shown.quantity);
  for (const name of ["at", "slice", "view"] as const) if (shown[name]) into.set(prefix + name, shown[name]);
}

function read(from: URLSearchParams, prefix: string): Shown {
  return {
    rule: from.get(`${prefix}rule`) ?? "",
    parameters: from.getAll(`${prefix}p`),
    to: from.get(`${prefix}to`) ?? "",
    quantity: from.get(`${prefix}q`) ?? "",
    at: from.get(`${prefix}at`) ?? "",
    slice: from.get(`${prefix}slice`) ?? "",
    view: from.get(`${prefix}view`) ?? "",
  };
}

/** The part of an address behind `#`. */
export function toHash({ left, right }: Linked): string {
  const parts = new URLSearchParams({ v: VERSION });
  written(parts, left, "");
  if (right) written(parts, right, "2.");
  return `#${parts.toString()}`;
}

/** The language that the address asks for: the first one does, which the program prints. */
export function langOf(hash: string): Lang | null {
  const asked = new URLSearchParams(hash.replace(/^#/, "")).get("lang");
  return asked === "en" || asked === "zh" ? asked : null;
}

/** What such a part says; `null` where it names no rule. */
export function fromHash(hash: string): Linked | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (!parts.has("rule")) return null;
  return { left: read(parts, ""), right: parts.has("2.rule") ? read(parts, "2.") : null };
}

/** Whether the page is a part of another one, and shows a game only. */
export function isEmbedded(hash: string): boolean {
  return new URLSearchParams(hash.replace(/^#/, "")).has("embed");
}

/** A side that shows a rule as its text says. */
export function showing(rule: string): Shown {
  return { ...nothing, parameters: [], rule };
}
