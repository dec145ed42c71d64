/** The rule language in ten lines, for who has not read docs/rule-language.md. */
import { button, h } from "./dom";
import { lang, t } from "./words";

/** A game that uses what the lines explain. */
export const EXAMPLE = `game example(m = 3 in 1..9)
title "Take or halve" zh "取或减半"
heap n
move take:  n -> n - k for k in 1..min(n, m)
move halve: n -> n // 2 if n > 1
table sg, win to n = 60
claim mine.1: sg <= m + 1
`;

const LINES: [string, string, string][] = [
  ["game NAME(m = 3 in 1..9)", "a name; parameters get sliders", "名称；参数成为滑块"],
  ["heap n", "a position is one number", "局面是一个数"],
  ["state (a, b) symmetric", "several numbers; rows h[3]; sets A subset 1..5", "若干个数；行 h[3]；集合 A subset 1..5"],
  ["move n -> n - k for k in 1..m if k <= n", "a move of either player, and when it is allowed", "双方的着法，以及何时允许"],
  ["move n -> i | n - i for i in 1..n // 2", "| splits into a sum of positions", "| 分成若干局面之和"],
  ["left ... / right ...", "a move of one player only", "仅一方的着法"],
  ["stuck wins", "misère play: who cannot move wins", "反常规：无法行动者胜"],
  ["win if n = 1", "the player to move has won here", "轮到者已胜"],
  ["table sg, win to n = 60", "the columns, and how far", "表的列与范围"],
  ["claim book.1: win iff n % 4 != 0", "a condition that is tested and proved", "待检验与证明的命题"],
];

/** From this width on there is room for the lines below the editor. */
const WIDE = 1150;

/** The lines, with a button that shows the example. */
export function cheatSheet(show: (example: string) => void): HTMLElement {
  const rows = LINES.flatMap(([line, en, zh]) => [h("dt", {}, h("code", {}, line)), h("dd", {}, lang() === "zh" ? zh : en)]);
  return h("details", { class: "cheat", open: innerWidth > WIDE }, h("summary", {}, t("cheat")), h("dl", {}, ...rows), button(t("example"), () => show(EXAMPLE)));
}
