// src/words.ts
var e = {
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
	noPosition: ["not a position", "不是局面"]
}, t = navigator.language.startsWith("zh") ? "zh" : "en";
try {
	let e = localStorage.getItem("mexlab.lang");
	(e === "en" || e === "zh") && (t = e);
} catch {}
function n() {
	return t;
}
function r(n) {
	return e[n][t === "en" ? 0 : 1];
}
// src/chinese.ts
var i = [
	[/^Law, proved for every position: /, "规律（对所有局面已证明）："],
	[/^Law, tested up to (.+?): (?=\S)/, "规律（检验至 $1）："],
	[/ among those drawn as one/g, "，画在一处"],
	[/\bP-positions\b/g, "P 局面"],
	[/\bN-positions\b/g, "N 局面"],
	[/\bP-position\b/g, "P 局面"],
	[/\bN-position\b/g, "N 局面"],
	[/^exception to the law$/, "规律的例外"],
	[/^no position$/, "不是局面"],
	[/^no positions$/, "没有局面"],
	[/^not a number$/, "不是数"],
	[/; by (\S+) mod (\d+): /g, "；按 $1 mod $2："],
	[/, except at /g, "，例外："],
	[/ and (\d+) more\b/g, " 等，另有 $1 个"],
	[/ otherwise\b/g, " 其余"],
	[/, else /g, "，否则 "],
	[/: the numbers (.+?) with (.+), in order$/, "：依次为满足 $2 的数 $1"],
	[/ iff /g, " 当且仅当 "],
	[/ for (?=[\p{L}_(])/gu, "，其中 "],
	[/; drawn as far as /g, "；画至 "],
	[/(\S+) to the right, (\S+) upwards/g, "$1 向右，$2 向上"],
	[/^any (.+?) outside the table\b/, "表外任何 $1"],
	[/^any (.+)$/, "任何 $1"],
	[/ where (.+?) differs/g, "，其中 $1 不同"]
];
function a(e) {
	return n() === "en" ? e : i.reduce((e, [t, n]) => e.replace(t, n), e);
}
// src/dom.ts
function o(e, t = {}, ...n) {
	let r = document.createElement(e);
	for (let [e, n] of Object.entries(t)) typeof n == "function" ? r.addEventListener(e, n) : n === !0 ? r.setAttribute(e, "") : n !== !1 && n != null && r.setAttribute(e, String(n));
	return r.append(...n.filter((e) => !!e || e === "")), r;
}
function s(e, t, n = {}) {
	return o("button", {
		type: "button",
		click: t,
		...n
	}, e);
}
function c(e, ...t) {
	e.replaceChildren(...t.filter((e) => !!e));
}
// src/figure.ts
var l = "http://www.w3.org/2000/svg";
function u(e, t, ...n) {
	let r = document.createElementNS(l, e);
	for (let [e, n] of Object.entries(t)) r.setAttribute(e, String(n));
	return r.append(...n), r;
}
function d(e) {
	if (e.shape === "line") {
		let [[t, n], [r, i]] = [e.from, e.to];
		return u("line", {
			x1: t,
			y1: n,
			x2: r,
			y2: i,
			class: `edge ${e.mark}`
		});
	}
	let [t, n] = e.at;
	switch (e.shape) {
		case "square": return u("rect", {
			x: t + .5,
			y: n + .5,
			width: 9,
			height: 9,
			class: e.mark
		});
		case "disc": return u("circle", {
			cx: t,
			cy: n,
			r: 4.5,
			class: e.mark
		});
		case "text": {
			let r = u("text", {
				x: t,
				y: n + 3
			});
			return r.textContent = e.text, r;
		}
	}
}
function f({ size: [e, t], parts: n }, r) {
	return u("svg", {
		viewBox: `0 0 ${e} ${t}`,
		width: e * r,
		height: t * r,
		class: "figure-of",
		"aria-hidden": "true"
	}, ...n.map(d));
}
function p(e, t) {
	return e.map(({ name: e, at: n, value: r, lost: i, figure: a }) => o("button", {
		type: "button",
		click: () => t(n)
	}, f(a, 1), o("span", {}, e), " ", o("span", { class: i ? "lost" : "" }, r)));
}
// src/painter.ts
var m = {
	left: 52,
	right: 10,
	top: 8,
	bottom: 34
}, h = 20, g = {
	width: 14,
	gap: 16
}, _ = 24, v = [300, 140], y = 560, b = 44, x = 22, S = "12px system-ui, sans-serif", C = "11px ui-monospace, monospace", w = {
	value: "#225ea8",
	p: "#d63926",
	"p-below": "#d63926",
	exception: "#20242c",
	law: "#20242c",
	absent: "#e2e2e4"
};
function T(e) {
	let t = parseInt(e.slice(1), 16);
	return [
		t >> 16,
		t >> 8 & 255,
		t & 255
	];
}
function E(e) {
	let t = e.stops.map(({ at: e, colour: t }) => ({
		at: e,
		colour: T(t)
	})), n = new Map(t.map(({ at: e, colour: t }) => [e, t])), r = t[0] ?? {
		at: 0,
		colour: [
			200,
			200,
			200
		]
	};
	return (e) => {
		let i = n.get(e);
		if (i) return i;
		let a = r;
		for (let n of t) {
			if (n.at > e) {
				if (n === r) return r.colour;
				let t = (e - a.at) / (n.at - a.at);
				return a.colour.map((e, r) => Math.round(e + t * ((n.colour[r] ?? 0) - e)));
			}
			a = n;
		}
		return a.colour;
	};
}
function D(e, t) {
	let [n, r] = e.ticks, i = e.ticks.find((e) => e.at === t);
	if (i) return i.label;
	if (n && r && e.unit === 1) {
		let e = (Number(r.label) - Number(n.label)) / (r.at - n.at);
		if (Number.isFinite(e)) return String(Number(n.label) + e * (t - n.at));
	}
	return e.unit === 1 ? String(t) : String(Number((t / e.unit).toPrecision(4)));
}
var O = class {
	container;
	handlers;
	canvas = o("canvas", {
		tabindex: 0,
		role: "img"
	});
	context = this.canvas.getContext("2d");
	resized;
	dark = matchMedia("(prefers-color-scheme: dark)");
	views = /* @__PURE__ */ new Map();
	drawing = null;
	laid = [];
	marks = [];
	under = null;
	scheduled = !1;
	width = 0;
	height = 0;
	pointers = /* @__PURE__ */ new Map();
	hasMoved = !1;
	redraw = () => this.schedule();
	constructor(e, t = {}) {
		this.container = e, this.handlers = t, e.append(this.canvas), this.canvas.style.display = "block", this.canvas.style.width = "100%", this.resized = new ResizeObserver(() => {
			Math.abs(e.clientWidth - this.width) > .5 && this.layOut();
		}), this.resized.observe(e), this.dark.addEventListener("change", this.redraw), this.listen();
	}
	show(e, t = !1) {
		t || this.views.clear(), this.drawing = e, this.under = null;
		let n = e.panels.map(({ x: e, y: t }) => `${e.name} ${e.lo} to ${e.hi}, ${t.name} ${t.lo} to ${t.hi}`);
		this.canvas.setAttribute("aria-label", [...e.caption, ...new Set(n)].join("; ")), this.layOut();
	}
	mark(e) {
		this.marks = e, this.schedule();
	}
	png() {
		return new Promise((e) => this.canvas.toBlob(e));
	}
	reset() {
		this.views.clear(), this.handlers.moved?.(), this.schedule();
	}
	seen() {
		let e = this.laid[0] && this.views.get(this.laid[0].key);
		return e ? [...e.x, ...e.y] : null;
	}
	see([e, t, n, r]) {
		let [i] = this.laid;
		i && e !== void 0 && t !== void 0 && n !== void 0 && r !== void 0 && e < t && n < r && (this.views.set(i.key, {
			x: A([e, t], i.whole.x),
			y: A([n, r], i.whole.y)
		}), this.schedule());
	}
	destroy() {
		this.resized.disconnect(), this.dark.removeEventListener("change", this.redraw), this.canvas.remove();
	}
	layOut() {
		let e = this.drawing;
		if (!e) return;
		this.width = Math.max(200, this.container.clientWidth);
		let t = e.scale ? this.roomOf(e.scale) : 0, n = Math.max(1, Math.min(e.across, Math.floor((this.width - t) / 200))), r = (this.width - t) / n, i = new Map(this.laid.map(({ panel: e, image: t }) => [e, t]));
		this.laid = [];
		let [a, o] = [0, 0];
		e.panels.forEach((e, t) => {
			t % n === 0 && (a += o, o = 0);
			let { whole: s, key: c } = k(e), [l, u] = [s.x[1] - s.x[0], s.y[1] - s.y[0]], d = e.title ? h : 0, f = r - m.left - m.right, p = t === 0 ? v[0] : v[1];
			if (e.form === "square") {
				let e = Math.min(f / l, y / u, b);
				[f, p] = [e * l, e * u];
			} else e.form === "stretched" && (f = Math.min(f, l * b), p = Math.min(Math.max(u * 6, 36), y));
			let g = /* @__PURE__ */ new Map();
			if (e.form === "plot") for (let t of e.dots) for (let [e, n] of t.points) g.set(e, n);
			this.laid.push({
				panel: e,
				left: t % n * r + m.left,
				top: a + d + m.top,
				width: f,
				height: p,
				whole: s,
				key: c,
				image: i.get(e) ?? this.imageOf(e),
				values: g
			}), o = Math.max(o, d + p + m.top + m.bottom);
		}), this.height = Math.ceil(a + o + (e.legend.length > 0 ? _ : 0)), this.canvas.style.height = `${this.height}px`, this.schedule();
	}
	roomOf({ ticks: e, name: t }) {
		this.context.font = S;
		let n = [t, ...e.map(({ label: e }) => a(e))].map((e) => this.context.measureText(e).width);
		return g.gap + g.width + 8 + Math.max(...n);
	}
	imageOf({ grid: e, y: t }) {
		let n = this.drawing;
		if (!e || !n?.scale) return null;
		let r = o("canvas", {
			width: e.columns,
			height: e.rows
		}), i = r.getContext("2d"), a = i.createImageData(e.columns, e.rows), s = E(n.scale), c = /* @__PURE__ */ new Map(), l = n.legend.some(({ role: e }) => e === "absent"), u = T(w.absent);
		for (let n = 0; n < e.rows; n++) {
			let r = t.reversed ? n : e.rows - 1 - n;
			for (let t = 0; t < e.columns; t++) {
				let i = e.cells[n * e.columns + t] ?? null;
				if (i === null && !l) continue;
				let o = u;
				i !== null && (o = c.get(i) ?? s(i), c.set(i, o));
				let d = 4 * (r * e.columns + t);
				a.data.set(o, d), a.data[d + 3] = 255;
			}
		}
		return i.putImageData(a, 0, 0), r;
	}
	view({ key: e, whole: t }) {
		return this.views.get(e) ?? t;
	}
	schedule() {
		this.scheduled || (this.scheduled = !0, requestAnimationFrame(() => {
			this.scheduled = !1, this.paint();
		}));
	}
	colours() {
		let e = getComputedStyle(this.container), t = (e) => (this.canvas.style.color = `var(--${e})`, getComputedStyle(this.canvas).color), n = {
			ink: t("ink"),
			faint: t("faint"),
			line: t("line"),
			paper: t("paper"),
			accent: t("accent")
		};
		return this.canvas.style.color = e.color, n;
	}
	paint() {
		let e = this.drawing;
		if (!e) return;
		let t = window.devicePixelRatio || 1, [n, r] = [Math.round(this.width * t), Math.round(this.height * t)];
		(this.canvas.width !== n || this.canvas.height !== r) && (this.canvas.width = n, this.canvas.height = r);
		let i = this.colours(), a = this.context;
		a.setTransform(t, 0, 0, t, 0, 0), a.clearRect(0, 0, this.width, this.height), this.laid.forEach((t, n) => this.paintPanel(t, n, e, i)), e.scale && this.paintBar(e.scale, i), this.paintLegend(e, i);
	}
	paintPanel(e, t, n, r) {
		let { panel: i, left: a, top: o, width: s, height: c, image: l } = e, u = this.context, d = this.view(e), [f, p] = this.places(e), m = [s / (d.x[1] - d.x[0]), c / (d.y[1] - d.y[0])];
		u.save(), u.beginPath(), u.rect(a, o, s, c), u.clip(), u.fillStyle = i.form === "plot" ? r.paper : "#ffffff", u.fillRect(a, o, s, c);
		for (let { kind: e, from: t, to: n } of i.bands) u.fillStyle = e === "preperiod" ? "rgb(230 170 40 / 20%)" : "rgb(110 140 180 / 15%)", u.fillRect(f(t - .5), o, f(n + .5) - f(t - .5), c);
		if (l && i.grid) {
			let [t, r] = i.grid.block, { lo: a } = i.x;
			u.imageSmoothingEnabled = !1;
			let [o, s] = [f(a - .5), f(a - .5 + i.grid.columns * t)], c = [p(i.y.lo - .5), p(i.y.lo - .5 + i.grid.rows * r)], [d, h] = [Math.min(...c), Math.max(...c)];
			u.drawImage(l, o, d, s - o, h - d), Math.min(m[0] * t, m[1] * r) >= x && this.paintValues(e, n);
		}
		for (let { points: e } of i.curves) {
			u.beginPath();
			for (let [t, n] of e) u.lineTo(f(t / 100), p(n / 100));
			u.strokeStyle = i.form === "plot" ? r.ink : "rgb(32 36 44 / 60%)", u.lineWidth = 1.2, u.stroke();
		}
		this.paintDots(e, r, Math.min(m[0], i.form === "plot" ? 12 : m[1])), u.restore(), this.paintMarks(e, t, r, m), this.paintAxes(e, r);
	}
	paintValues(e, t) {
		let { panel: n, left: r, top: i, width: a, height: o } = e, { grid: s } = n;
		if (!s || !t.scale) return;
		let [c, l] = this.places(e), u = E(t.scale), d = this.context, f = this.view(e);
		d.font = C, d.textAlign = "center", d.textBaseline = "middle";
		let [p, m] = s.block, h = [a / (f.x[1] - f.x[0])], g = [Math.floor((f.x[0] - n.x.lo) / p), Math.floor((f.y[0] - n.y.lo) / m)], _ = [Math.ceil((f.x[1] - n.x.lo) / p), Math.ceil((f.y[1] - n.y.lo) / m)];
		for (let e = Math.max(0, g[1] ?? 0); e < Math.min(s.rows, _[1] ?? 0); e++) for (let f = Math.max(0, g[0] ?? 0); f < Math.min(s.columns, _[0] ?? 0); f++) {
			let g = s.cells[e * s.columns + f] ?? null;
			if (g === null) continue;
			let [_, v] = [c(n.x.lo + f * p), l(n.y.lo + e * m)];
			if (_ < r || _ > r + a || v < i || v > i + o) continue;
			let [y, b, x] = u(g);
			d.fillStyle = y * 3 + b * 6 + x > 1250 ? "#20242c" : "#ffffff", d.fillText(this.shortly(g, t.scale, h[0] * p - 4), _, v);
		}
	}
	shortly(e, { ticks: t, unit: n }, r) {
		if (n !== 1) return String(e / n);
		let i = t.find(({ at: t }) => t === e)?.label;
		return i === void 0 ? String(e) : this.context.measureText(i).width <= r ? i : /^([PN])-position\b/.exec(i)?.[1] ?? String(e);
	}
	paintDots(e, t, n) {
		let { panel: r, top: i, height: a } = e, [o, s] = this.places(e), c = this.context, l = r.form === "plot", u = Math.min(Math.max(n * .3, l ? 1.2 : 1.3), l ? 4 : 9), d = n < x || l, f = [...r.dots].sort((e, t) => Number(t.role === "exception") - Number(e.role === "exception"));
		for (let { role: e, points: r } of f) {
			c.beginPath();
			for (let [t, l] of r) {
				let [r, f] = [o(t), s(l)];
				e === "p-below" ? c.rect(r - 1, i + a - 7, 2, 7) : e === "exception" ? (c.moveTo(r + u + 2, f), c.arc(r, f, u + 2, 0, 2 * Math.PI)) : d ? (c.moveTo(r + u, f), c.arc(r, f, u, 0, 2 * Math.PI)) : c.rect(r - n / 2 + 2, f - n / 2 + 2, n - 4, n - 4);
			}
			c.lineWidth = 1.5, e === "exception" || !d && e !== "p-below" ? (c.strokeStyle = e === "exception" ? l ? t.ink : w.law : w[e], c.stroke()) : (c.fillStyle = e === "value" ? t.accent : w[e], c.fill());
		}
	}
	paintMarks(e, t, n, r) {
		let { panel: i, left: a, top: o, width: s, height: c } = e, [l, u] = this.places(e), d = this.context, [f, p] = i.form === "plot" ? [9, 9] : [Math.max(r[0], 5), Math.max(r[1], 5)], m = (e, t, n) => {
			let [r, i] = [l(e.x), u(e.y)];
			r < a - 1 || r > a + s + 1 || i < o - 1 || i > o + c + 1 || (d.strokeStyle = "#ffffff", d.lineWidth = n + 2, d.strokeRect(r - f / 2, i - p / 2, f, p), d.strokeStyle = t, d.lineWidth = n, d.strokeRect(r - f / 2, i - p / 2, f, p));
		}, h = {
			option: ["#e69f00", 1.5],
			winning: ["#009e4d", 2.5],
			chosen: ["#111111", 3]
		};
		for (let e of [
			"option",
			"winning",
			"chosen"
		]) for (let n of this.marks) n.panel === t && n.role === e && m(n, h[e][0], h[e][1]);
		this.under?.panel === t && m(this.under, n.accent, 1.5);
	}
	paintAxes(e, t) {
		let { panel: n, left: r, top: i, width: a, height: o, whole: s } = e, c = this.context, l = this.view(e), [u, d] = this.places(e);
		c.strokeStyle = t.faint, c.lineWidth = 1, c.strokeRect(r - .5, i - .5, a + 1, o + 1), c.font = S, c.fillStyle = t.ink, n.title && (c.textAlign = "left", c.textBaseline = "alphabetic", c.fillText(n.title, r, i - 7)), c.fillStyle = t.faint;
		let f = (e, t, n, r) => {
			let i = t[0] === n[0] && t[1] === n[1] ? e.ticks.map(({ at: e }) => e) : j(t, r), a = Math.max(1, Math.ceil(i.length / Math.max(1, r)));
			return i.filter((e, n) => n % a === 0 && e >= t[0] && e <= t[1]);
		}, p = f(n.x, l.x, s.x, Math.floor(a / 42)), m = -Infinity;
		c.textAlign = "center", c.textBaseline = "top";
		for (let e of p) {
			let t = D(n.x, e), r = c.measureText(t).width / 2;
			u(e) - r < m || (m = u(e) + r + 4, c.fillRect(u(e) - .5, i + o, 1, 4), c.fillText(t, u(e), i + o + 6));
		}
		if (c.fillText(n.x.name, r + a / 2, i + o + 19), c.textAlign = "right", c.textBaseline = "middle", n.y.name || n.y.hi > n.y.lo) for (let e of f(n.y, l.y, s.y, Math.floor(o / 16))) c.fillRect(r - 4, d(e) - .5, 4, 1), c.fillText(D(n.y, e), r - 7, d(e));
		c.save(), c.translate(r - 42, i + o / 2), c.rotate(-Math.PI / 2), c.textAlign = "center", c.fillText(n.y.name, 0, 0), c.restore();
	}
	paintBar(e, t) {
		let n = this.context, r = this.laid[0];
		if (!r || e.stops.length === 0) return;
		let i = Math.max(...this.laid.map(({ left: e, width: t }) => e + t)) + g.gap, o = Math.min(Math.max(r.height, 90), 320), s = o / e.stops.length, c = /* @__PURE__ */ new Map();
		if (e.discrete) e.stops.forEach((e, t) => {
			let a = r.top + o - (t + 1) * s;
			n.fillStyle = e.colour, n.fillRect(i, a, g.width, s + .5), c.set(e.at, a + s / 2);
		});
		else {
			let t = n.createLinearGradient(0, r.top + o, 0, r.top), a = Math.max(1, e.stops.length - 1);
			e.stops.forEach(({ colour: e }, n) => t.addColorStop(n / a, e)), n.fillStyle = t, n.fillRect(i, r.top, g.width, o);
			for (let t of e.ticks) {
				let n = e.stops.findIndex((e) => e.at >= t.at), [i, s] = [e.stops[Math.max(0, n - 1)], e.stops[Math.max(0, n)]], l = i && s && s.at > i.at ? (t.at - i.at) / (s.at - i.at) : 0;
				c.set(t.at, r.top + o * (1 - (Math.max(0, n - 1) + l) / a));
			}
		}
		n.strokeStyle = t.line, n.strokeRect(i, r.top, g.width, o), n.fillStyle = t.faint, n.font = S, n.textAlign = "left", n.textBaseline = "middle";
		let l = Infinity;
		for (let t of [...e.ticks].sort((e, t) => e.at - t.at)) {
			let e = c.get(t.at);
			e === void 0 || e > l || (l = e - 13, n.fillText(a(t.label), i + g.width + 5, e));
		}
		n.textBaseline = "top", n.fillText(e.name, i, r.top + o + 6);
	}
	paintLegend({ legend: e, panels: t }, n) {
		let r = this.context, i = this.height - _ / 2, o = t.some(({ form: e }) => e === "plot"), s = this.laid[0], c = !o && s && s.width / (this.view(s).x[1] - this.view(s).x[0]) >= x, l = m.left;
		r.font = S, r.textAlign = "left", r.textBaseline = "middle";
		for (let { role: t, label: s } of e) {
			r.beginPath(), r.fillStyle = t === "value" ? n.accent : w[t], r.strokeStyle = n.ink, r.lineWidth = 1.5, t === "law" ? (r.moveTo(l, i + 4), r.lineTo(l + 12, i - 4), r.stroke()) : t === "p-below" ? r.fillRect(l + 5, i - 4, 2, 8) : t === "absent" ? r.fillRect(l, i - 5, 10, 10) : t === "p" && c ? (r.strokeStyle = w.p, r.strokeRect(l + .5, i - 5, 10, 10)) : (r.arc(l + 5, i, t === "exception" || o ? 4 : 4.5, 0, 2 * Math.PI), t === "exception" ? r.stroke() : r.fill()), r.fillStyle = n.faint;
			let e = a(s);
			if (r.fillText(e, l + 17, i, this.width - l - 20), l += 17 + r.measureText(e).width + 20, l > this.width - 60) break;
		}
	}
	places(e) {
		let { left: t, top: n, width: r, height: i, panel: a } = e, { x: o, y: s } = this.view(e), c = (e) => t + (e - o[0]) / (o[1] - o[0]) * r, l = (e) => (e - s[0]) / (s[1] - s[0]) * i;
		return [c, a.y.reversed ? (e) => n + l(e) : (e) => n + i - l(e)];
	}
	at(e, t) {
		for (let [n, r] of this.laid.entries()) {
			let { left: i, top: a, width: o, height: s, panel: c } = r;
			if (e < i || e > i + o || t < a || t > a + s) continue;
			let { x: l, y: u } = this.view(r), d = (t - a) / s, f = c.y.reversed ? d : 1 - d;
			return {
				index: n,
				laid: r,
				x: l[0] + (e - i) / o * (l[1] - l[0]),
				y: u[0] + f * (u[1] - u[0])
			};
		}
		return null;
	}
	placeAt(e, t) {
		let n = this.at(e, t);
		return n && this.place(n.index, n.laid, Math.round(n.x), Math.round(n.y));
	}
	place(e, { panel: t, values: n }, r, i) {
		if (r < t.x.lo || r > t.x.hi) return null;
		let { grid: a } = t;
		if (t.form === "plot") {
			let t = n.get(r);
			return t === void 0 ? null : {
				panel: e,
				x: r,
				y: t,
				value: t
			};
		}
		if (!a || i < t.y.lo || i > t.y.hi) return null;
		let o = Math.floor((r - t.x.lo) / a.block[0]), s = Math.floor((i - t.y.lo) / a.block[1]);
		return {
			panel: e,
			x: r,
			y: i,
			value: a.cells[s * a.columns + o] ?? null
		};
	}
	hover(e) {
		let { under: t } = this;
		(t?.panel !== e?.panel || t?.x !== e?.x || t?.y !== e?.y) && (this.under = e, this.handlers.hover?.(e), this.schedule());
	}
	zoom(e, t, n, r) {
		let i = this.view(e), a = e.panel.form === "plot", o = (e, n, r) => {
			let i = Math.min(4, r[1] - r[0]), a = Math.min(Math.max((e[1] - e[0]) * t, i), r[1] - r[0]), o = (n - e[0]) / (e[1] - e[0]);
			return A([n - o * a, n + (1 - o) * a], r);
		}, s = {
			x: o(i.x, n, e.whole.x),
			y: a ? e.whole.y : o(i.y, r, e.whole.y)
		};
		this.views.set(e.key, s), this.handlers.moved?.(), this.schedule();
	}
	pan(e, t, n) {
		let { x: r, y: i } = this.view(e), a = e.panel.form === "plot", o = -t / e.width * (r[1] - r[0]), s = (e.panel.y.reversed ? -n : n) / e.height * (i[1] - i[0]);
		this.views.set(e.key, {
			x: A([r[0] + o, r[1] + o], e.whole.x),
			y: a ? e.whole.y : A([i[0] + s, i[1] + s], e.whole.y)
		}), this.handlers.moved?.(), this.schedule();
	}
	listen() {
		let { canvas: e } = this, t = (t) => {
			let { left: n, top: r } = e.getBoundingClientRect();
			return {
				x: t.clientX - n,
				y: t.clientY - r
			};
		};
		e.addEventListener("wheel", (e) => {
			let { x: n, y: r } = t(e), i = this.at(n, r);
			if (!i || e.deltaY > 0 && !this.views.has(i.laid.key)) return;
			e.preventDefault(), this.zoom(i.laid, Math.exp(Math.sign(e.deltaY) * Math.min(Math.abs(e.deltaY), 60) * .004), i.x, i.y);
			let { x: a, y: o } = this.view(i.laid), { whole: s } = i.laid;
			a[1] - a[0] >= s.x[1] - s.x[0] && o[1] - o[0] >= s.y[1] - s.y[0] && this.views.delete(i.laid.key);
		}, { passive: !1 }), e.addEventListener("pointerdown", (n) => {
			this.pointers.set(n.pointerId, t(n)), this.hasMoved = !1, e.setPointerCapture(n.pointerId);
		}), e.addEventListener("pointermove", (e) => {
			let n = t(e), r = this.pointers.get(e.pointerId);
			if (!r) return this.hover(this.placeAt(n.x, n.y));
			let i = this.at(r.x, r.y);
			if (Math.hypot(n.x - r.x, n.y - r.y) < 3 && !this.hasMoved) return;
			this.hasMoved = !0;
			let a = [...this.pointers].find(([t]) => t !== e.pointerId)?.[1];
			if (i && a) {
				let [e, t] = [r, n].map(({ x: e, y: t }) => Math.hypot(e - a.x, t - a.y));
				e && t && this.zoom(i.laid, e / t, i.x, i.y);
			} else i && this.views.has(i.laid.key) && this.pan(i.laid, n.x - r.x, n.y - r.y);
			this.pointers.set(e.pointerId, n);
		});
		let n = (e) => {
			let n = this.pointers.size === 1;
			if (this.pointers.delete(e.pointerId), e.type !== "pointerup" || this.hasMoved || !n) return;
			let { x: r, y: i } = t(e), a = this.placeAt(r, i);
			a && this.handlers.choose?.(a);
		};
		e.addEventListener("pointerup", n), e.addEventListener("pointercancel", n), e.addEventListener("pointerleave", () => this.hover(null)), e.addEventListener("dblclick", () => this.reset()), e.addEventListener("keydown", (e) => this.key(e)), e.style.touchAction = "pan-y";
	}
	key(e) {
		let t = {
			ArrowLeft: [-1, 0],
			ArrowRight: [1, 0],
			ArrowUp: [0, 1],
			ArrowDown: [0, -1]
		}, n = this.laid[this.under?.panel ?? 0];
		if (!n || e.ctrlKey || e.metaKey || e.altKey) return;
		let r = t[e.key], { x: i, y: a } = this.view(n);
		if (r) {
			let e = this.under ?? {
				panel: 0,
				x: n.panel.x.lo - r[0],
				y: n.panel.y.lo - r[1]
			}, t = n.panel.y.reversed ? -r[1] : r[1], i = this.place(e.panel, n, e.x + r[0], e.y + t);
			i && this.hover(i);
		} else if (e.key === "Enter" && this.under) this.handlers.choose?.(this.under);
		else if (e.key === "+" || e.key === "=" || e.key === "-") {
			let t = [(i[0] + i[1]) / 2, (a[0] + a[1]) / 2];
			this.zoom(n, e.key === "-" ? 1.4 : 1 / 1.4, this.under?.x ?? t[0], this.under?.y ?? t[1]);
		} else if (e.key === "0") this.reset();
		else return;
		e.preventDefault();
	}
};
function k({ x: e, y: t, grid: n, form: r }) {
	let i = (e, t) => Math.max(e.hi, e.lo + t - 1) + .5, [a, o] = n ? [n.columns * n.block[0], n.rows * n.block[1]] : [0, 0], s = {
		x: [e.lo - .5, i(e, a)],
		y: [t.lo - .5, i(t, o)]
	};
	return {
		whole: s,
		key: JSON.stringify([s.x, r === "plot" ? null : s.y])
	};
}
function A([e, t], [n, r]) {
	return e < n ? [n, Math.min(r, n + t - e)] : t > r ? [Math.max(n, r - (t - e)), r] : [e, t];
}
function j([e, t], n) {
	let r = (t - e) / Math.max(1, n), i = 10 ** Math.max(0, Math.floor(Math.log10(r))), a = [
		1,
		2,
		5,
		10
	].map((e) => e * i).find((e) => e >= r) ?? 10 * i, o = [];
	for (let n = Math.ceil(e / a) * a; n <= t; n += a) o.push(n);
	return o;
}
// src/chart.ts
var M = 4, N = class {
	lines;
	pick;
	moved;
	element = o("div", { class: "chart" });
	figures = o("div", { class: "figures" });
	caption = o("div", { class: "caption" });
	told = o("p", {
		class: "told",
		"aria-live": "off"
	});
	tools = o("div", { class: "tools" });
	painter;
	drawing = null;
	slices = 0;
	slice = null;
	marks = [];
	wanted = null;
	constructor(e, t, n = Infinity, r = () => void 0, i = () => void 0) {
		this.lines = n, this.pick = r, this.moved = i;
		let a = o("div", { class: "canvas" });
		this.element.append(this.caption, this.tools, a, this.told);
		let s = (e) => e && this.drawing?.panels[this.slice ?? e.panel];
		this.painter = new O(a, {
			hover: (t) => {
				let n = s(t);
				this.told.textContent = t && n ? e(t, n) : "";
			},
			choose: (e) => {
				let n = s(e);
				n && t(e, n);
			},
			moved: () => this.moved()
		});
	}
	show(e) {
		let t = this.drawing;
		this.drawing = e, c(this.caption, ...e.caption.slice(0, this.lines).map((e) => o("p", {}, a(e)))), c(this.figures, ...p(e.figures ?? [], this.pick));
		let n = e.panels.every(({ grid: e }) => e) ? e.panels.length : 1;
		n !== this.slices && (this.slices = n, this.slice = n > M ? 0 : null, this.offerSlices(n)), this.paint(t !== null), this.restore();
	}
	seen() {
		let e = this.slices > M ? 0 : null;
		return {
			slice: this.slice === e ? "" : this.slice === null ? "all" : String(this.slice),
			view: this.painter.seen()?.map((e) => Number(e.toFixed(2))).join(",") ?? ""
		};
	}
	see(e, t) {
		this.wanted = {
			slice: e,
			view: t
		}, this.painter.reset(), this.restore();
	}
	restore() {
		if (!this.wanted || !this.drawing) return;
		let { slice: e, view: t } = this.wanted;
		this.wanted = null;
		let n = e === "all" ? null : Number(e);
		e && this.slices > 1 && (n === null || Number.isInteger(n) && n >= 0 && n < this.slices) && (this.slice = n, this.offerSlices(this.slices), this.paint(!0)), t && this.painter.see(t.split(",").map(Number));
	}
	png() {
		return this.painter.png();
	}
	mark(e) {
		this.marks = e, this.paintMarks();
	}
	destroy() {
		this.painter.destroy();
	}
	sliceName() {
		return this.slice === null ? r("all") : this.drawing?.panels[this.slice]?.title ?? "";
	}
	offerSlices(e) {
		let t = s(r("reset"), () => this.painter.reset(), { class: "quiet" });
		if (e <= 1) return c(this.tools, t);
		let n = o("output", {}), i = (e) => {
			this.slice = e, n.textContent = this.sliceName(), this.paint(!0), this.moved();
		}, a = o("input", {
			type: "range",
			min: 0,
			max: e - 1,
			value: this.slice ?? 0,
			"aria-label": r("slice"),
			input: () => i(Number(a.value))
		});
		n.textContent = this.sliceName(), c(this.tools, t, o("label", {}, `${r("slice")} `, a), n, s(r("all"), () => i(null)));
	}
	paint(e) {
		if (!this.drawing) return;
		let t = this.slice === null ? void 0 : this.drawing.panels[this.slice];
		this.painter.show(t ? {
			...this.drawing,
			across: 1,
			panels: [t]
		} : this.drawing, e), this.paintMarks();
	}
	paintMarks() {
		let e = this.marks.filter((e) => this.slice === null || e.panel === this.slice);
		this.painter.mark(e.map((e) => ({
			...e,
			panel: this.slice === null ? e.panel : 0
		})));
	}
};
// src/widget.ts
function P({ x: e, y: t }, n) {
	return {
		[n.x.name]: e,
		[n.y.name]: t
	};
}
function F(e, t) {
	let n = t.grid ? `: ${e.value ?? ""}` : "";
	return `${t.x.name} = ${e.x}, ${t.y.name} = ${e.y}${n}`;
}
function I({ model: e, el: t }) {
	let n = o("pre", { "aria-live": "polite" }), r = new N(F, (t, n) => {
		e.set("chosen", P(t, n)), e.save_changes();
	}), i = () => e.get("drawing").panels[0], a = () => r.show(e.get("drawing")), s = () => {
		let t = i(), n = e.get("marks").flatMap(([e, n]) => {
			let [r, i] = [e[t?.x.name ?? ""], e[t?.y.name ?? ""]];
			return r === void 0 || i === void 0 ? [] : [{
				panel: 0,
				x: r,
				y: i,
				role: n
			}];
		});
		r.mark(n);
	}, c = () => {
		n.textContent = String(e.get("told"));
	};
	t.append(r.element, n), a(), s(), c();
	let l = [
		["change:drawing", a],
		["change:marks", s],
		["change:told", c]
	];
	for (let [t, n] of l) e.on(t, n);
	return () => {
		for (let [t, n] of l) e.off(t, n);
		r.destroy();
	};
}
var L = { render: I };
export { L as default };
