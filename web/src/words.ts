/** The words of the page in two languages. */

const words = {
  catalogue: ["Catalogue", "游戏目录"],
  search: ["Search games", "查找游戏"],
  compare: ["Compare", "并排比较"],
  single: ["One rule", "单个规则"],
  onlyOne: ["a position of one rule only", "仅为一个规则的局面"],
  link: ["Copy link", "复制链接"],
  copied: ["Copied", "已复制"],
  copy: ["Copy", "复制"],
  downloadFile: ["Download", "下载"],
  save: ["Save", "保存"],
  saved: ["Saved as", "已保存为"],
  taken: ["Something else has this name; it stays as it is:", "此名已被占用，原文件未动："],
  replace: ["Replace it", "替换"],
  beside: ["Save beside it", "另存"],
  close: ["Close", "关闭"],
  rule: ["Rule", "规则"],
  secondRule: ["Second rule", "第二个规则"],
  to: ["To", "至"],
  toHelp: ["Greatest coordinate: 200 or a=60,b=60", "坐标上限：200 或 a=60,b=60"],
  quantity: ["Quantity", "量"],
  usual: ["as the rule says", "按规则"],
  parameters: ["Parameters", "参数"],
  chart: ["Chart", "图"],
  slice: ["Slice", "切片"],
  all: ["all", "全部"],
  reset: ["Whole", "全图"],
  position: ["Position", "局面"],
  clickHere: ["Click a position in the chart or the table, or type one.", "在图或表中点选一个局面，或直接输入。"],
  playFirst: ["Play from here", "由此对弈"],
  playSecond: ["Let mexlab begin", "让 mexlab 先走"],
  endPlay: ["Stop playing", "结束对弈"],
  yourMove: ["Your move: choose one here, or click it in the chart.", "轮到你：在此选择，或在图中点选。"],
  orType: ["... or click it in the chart", "……或在图中点选"],
  you: ["You", "你"],
  program: ["mexlab", "mexlab"],
  becauseLost: ["a P-position: whatever you do, there is an answer", "P 局面：你怎样走都有应对"],
  becauseAllWin: ["all my moves lead to positions that you can win", "我的任何走法都让你有取胜的机会"],
  youWin: ["You win.", "你赢了。"],
  youLose: ["mexlab wins.", "mexlab 获胜。"],
  ask: ["Ask", "询问"],
  wins: ["The player to move wins", "先手必胜"],
  loses: ["The player to move loses (P-position)", "先手必败（P 局面）"],
  misere: ["misère", "反常规则"],
  misereWins: ["wins", "先手必胜"],
  misereLoses: ["loses", "先手必败"],
  remoteness: ["remoteness", "步数"],
  outcome: ["Outcome", "结局"],
  value: ["Value", "值"],
  options: ["Options", "后继局面"],
  winningMoves: ["Winning moves", "取胜着法"],
  none: ["none", "无"],
  laws: ["Laws", "规律"],
  noLaw: ["No law found up to", "未发现规律，查至"],
  candidates: ["Too few terms for a law; these fit:", "项数太少，不足以断言；符合的有："],
  next: ["next", "接下来"],
  tested: ["tested on", "检验"],
  fitted: ["fitted on", "拟合"],
  upTo: ["up to", "至"],
  exceptions: ["exceptions", "例外"],
  rival: ["also fits", "同样符合"],
  refutedBy: ["Refuted by", "若要推翻"],
  proved: ["proved", "已证明"],
  provedBy: ["Proved for every position by", "对所有局面已证明，依据"],
  certificate: ["Certificate", "证书"],
  prove: ["Prove", "证明"],
  proveLaws: ["Prove the laws", "证明这些规律"],
  failsAt: ["fails at", "反例"],
  proving: ["Looking for a proof ...", "正在寻找证明……"],
  unproved: ["No proof was found.", "没有找到证明。"],
  state: ["State a law", "陈述一条规律"],
  refuted: ["False", "不成立"],
  claims: ["Claims", "命题"],
  proveClaims: ["Prove claims", "证明命题"],
  holds: ["holds", "成立"],
  fails: ["fails", "不成立"],
  cannot: ["cannot be checked", "无法检验"],
  kind: ["true of the kind", "对这类游戏恒成立"],
  judged: ["judged", "已检验"],
  table: ["Table", "表"],
  code: ["Code", "代码"],
  explained: ["How the rule was read", "规则如何被理解"],
  mistakes: ["Mistakes", "错误"],
  stop: ["Stop", "停止"],
  running: ["Computing ...", "计算中……"],
  refusedLong: ["This table takes long:", "这张表需要很久："],
  refusedLarge: ["This table is too large to show; choose a smaller bound.", "表太大，无法显示；请缩小范围。"],
  unknownTime: ["a time that cannot be predicted", "时间无法预计"],
  runAnyway: ["Run it", "仍然计算"],
  gone: ["The server does not answer. Start `mexlab serve` again.", "服务没有回应。请重新运行 `mexlab serve`。"],
  busy: ["Too many questions at once; try again.", "问题太多；请再试。"],
  ended: ["The answer broke off.", "回答中断了。"],
  stopped: ["Stopped.", "已停止。"],
  memoryEnded: ["The memory for one question, 1 GB, is not enough. The program `mexlab` can use more.", "一个问题可用的 1 GB 内存不够。本机的 `mexlab` 可用更多。"],
  tooDeep: ["The rule is nested too deep for this page. The program `mexlab` goes deeper.", "规则嵌套太深。本机的 `mexlab` 可以处理更深的。"],
  unloaded: ["mexlab could not be loaded: a file of the page is missing, or the browser is too old.", "mexlab 未能加载：缺少页面的文件，或浏览器太旧。"],
  inFull: ["Open in mexlab", "在 mexlab 中打开"],
  waiting: ["Waiting: other questions are being answered ...", "等待中：正在回答别的问题……"],
  died: ["What answered has ended", "计算已异常结束"],
  late: ["it did not end when its time was over", "时间已到而未停止"],
  bySignal: ["by signal", "信号"],
  withStatus: ["with status", "状态码"],
  searchingLaws: ["Looking for laws ...", "正在寻找规律……"],
  oeis: ["Look up in the OEIS", "在 OEIS 中查找"],
  upToAll: ["holds up to", "检验成立至"],
  example: ["Try an example", "试一个例子"],
  cheat: ["The language in ten lines", "十行学会规则语言"],
  difference: ["Difference", "差别"],
  same: ["The two tables agree in all", "两张表完全一致，局面数"],
  differ: ["positions differ, of", "个局面不同，共"],
  first: ["first at", "首个在"],
  incomparable: ["The two tables have no quantity and box in common.", "两张表没有共同的量和范围。"],
  positions: ["positions", "个局面"],
  language: ["中文", "English"],
  filter: ["Rows that contain", "包含此词的行"],
  sortBy: ["Sort by", "排序"],
  descending: ["descending", "降序"],
  colon: [": ", "："],
  comma: [", ", "，"],
  semicolon: ["; ", "；"],
  period: [". ", "。"],
  noPosition: ["not a position", "不是局面"],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof words;
export type Lang = "en" | "zh";

let chosen: Lang = navigator.language.startsWith("zh") ? "zh" : "en";
try {
  const kept = localStorage.getItem("mexlab.lang");
  if (kept === "en" || kept === "zh") chosen = kept;
} catch {
  // A browser that keeps nothing asks again.
}

/** The language of the page. */
export function lang(): Lang {
  return chosen;
}

/** Chooses the language of the page. */
export function speakHere(language: Lang): void {
  chosen = language;
  document.documentElement.lang = language;
}

/** Chooses the language of the page, and keeps it. */
export function speak(language: Lang): void {
  speakHere(language);
  try {
    localStorage.setItem("mexlab.lang", language);
  } catch {
    // As above.
  }
}

/** A word of the page in its language. */
export function t(word: Word): string {
  return words[word][chosen === "en" ? 0 : 1];
}
