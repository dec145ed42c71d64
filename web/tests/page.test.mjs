/** The page of `mexlab serve` as its users use it, in Chromium. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, missing, open, rule, serve, showing } from "./browser.mjs";

const skip = missing;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const nim = "game pair\nstate (a, b)\nmove (a - k, b) for k in 1..a\nmove (a, b - k) for k in 1..b\ntable sg, win to a = 40, b = 40\n";
const slow = "heap n\nmove n -> i + j for i in 0..n, j in 0..n if i + j < n and i * j % 3 != 1\n";
let server;
let browser;

before(async () => {
  if (skip) return;
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.end();
});

const editor = ".cm-content";
const text = (page, selector) => page.locator(selector).first().innerText();

async function write(page, rule) {
  await page.click(editor);
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(rule);
}

/** The violations that axe finds, in words. */
async function violations(page) {
  // The policy of the page lets no script in; the test's own comes by the debugger.
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

test("a rule is typed, mended, looked at and proved", { skip }, async () => {
  const { page, wrong, close } = await open(browser, server.address);
  await write(page, nim.replace("move (a, b - k)", "mvoe (a, b - k)"));
  await page.waitForSelector(".cm-lintRange-error");
  assert.equal(await page.locator(".cm-lintRange-error").innerText(), "mvoe", "the mistake is marked under its characters");
  assert.match(await text(page, ".mistakes"), /4:1 R010 `mvoe` is not a statement/);
  await write(page, nim);
  await page.waitForFunction(() => /1,681 positions/.test(document.querySelector(".status")?.textContent ?? ""));
  assert.equal(await page.locator(".mistakes").innerText(), "");
  assert.match(await text(page, ".laws"), /sg\(a, b\) = a \^ b/);
  await page.locator(".cm-line .tok-keyword", { hasText: "state" }).first().hover();
  await page.waitForFunction(() => document.querySelector(".meaning")?.textContent.includes("a position is several numbers"));

  // A click on the cell in the middle: its options light up, and the winning move is named.
  const canvas = page.locator("canvas").first();
  const before = await canvas.screenshot();
  await canvas.click({ position: { x: 200, y: 200 } });
  await page.waitForSelector(".moves");
  const said = await text(page, ".position");
  const [, a, b] = /\((\d+), (\d+)\): The player to move wins/.exec(said) ?? [];
  assert.ok(a && b, said);
  assert.match(said, new RegExp(`sg = ${Number(a) ^ Number(b)}\\b`));
  assert.match(said, new RegExp(`\\(${Math.min(a, b)}, ${Math.min(a, b)}\\)`));
  assert.notDeepEqual(await canvas.screenshot(), before, "positions are marked");

  await page.getByRole("button", { name: "Prove the laws" }).click();
  await page.waitForSelector(".law .badge");
  assert.match(await text(page, ".law .proof"), /Proved for every position by/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Certificate" }).first().click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /"mexlab-certificate"/);

  await page.getByLabel("State a law").fill("win iff a > b");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".badge.fails");
  assert.match(await text(page, "section[aria-label=Laws]"), /False.*win iff a > b.*fails at/s);
  await page.getByLabel("State a law").fill("sg = a ^ b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".badge.fails"));
  await page.waitForFunction(() => document.body.innerText.includes("sg = a ^ b"));
  assert.deepEqual(wrong, []);
  await close();
});

test("a parameter is a slider, and every state is a link", { skip }, async () => {
  const bash = "game bash(m = 3 in 1..9)\nheap n\nmove n -> n - k for k in 1..min(n, m)\ntable sg to n = 60\n";
  const { page, wrong, close } = await open(browser, showing(server.address, bash));
  await page.waitForSelector(".law");
  assert.match(await text(page, ".laws"), /n % 4/);
  await page.locator(".parameter input[type=range]").fill("6");
  await page.waitForFunction(() => document.querySelector(".laws")?.textContent.includes("n % 7"));
  assert.match(page.url(), /p=m%3D6/);
  await page.getByLabel("To", { exact: true }).fill("100");
  await page.waitForFunction(() => document.querySelector(".status")?.textContent.includes("101"));
  const address = page.url();
  await close();
  const fresh = await launch();
  const other = await open(fresh, address);
  await other.page.waitForSelector(".law");
  assert.match(await text(other.page, ".laws"), /n % 7/);
  assert.match(await text(other.page, ".status"), /101 positions/);
  assert.match(await text(other.page, editor), /game bash/);
  assert.deepEqual([...wrong, ...other.wrong], []);
  await fresh.close();
});

test("a long run is refused with its cost, run when asked for, and stopped", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, slow, { to: "20000" }));
  await page.getByRole("button", { name: "Run it" }).click({ timeout: 20_000 });
  await page.waitForFunction(() => document.querySelector(".status progress")?.hasAttribute("value"), null, { timeout: 20_000 });
  await page.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => /positions/.test(document.querySelector(".status")?.textContent ?? ""), null, { timeout: 20_000 });
  assert.equal(await page.locator("progress").count(), 0);
  // What is typed over is dropped: the next rule is answered at once.
  await write(page, slow.replace("% 3", "% 4"));
  await page.getByLabel("To", { exact: true }).fill("");
  await write(page, nim);
  await page.waitForFunction(() => document.querySelector(".best")?.textContent.includes("a ^ b"));
  assert.deepEqual(wrong, []);
  await close();
});

test("nothing of another question is shown", { skip }, async () => {
  const first = "game one(m = 3 in 1..9)\nheap n\nmove n -> n - k for k in 1..min(n, m)\ntable sg to n = 60\nclaim mine.1: sg = n % (m + 1)\n";
  const { page, wrong, close } = await open(browser, showing(server.address, first, { p: "m=6" }));
  await page.waitForSelector(".law");
  await page.waitForSelector(".claims li");
  // A mistake: neither its laws nor its sliders are those of the rule before.
  await write(page, "game two\nheap n\nmvoe n -> 0\n");
  await page.waitForSelector(".mistakes p");
  for (const selector of [".best", ".law", ".parameter", "canvas", ".claims li"]) {
    assert.equal(await page.locator(selector).first().isVisible(), false, selector);
  }
  // A rule without the parameter of the one before is asked about without it.
  await write(page, "game two\nheap n\nmove n -> n - k for k in {1, 2} if k <= n\ntable sg to n = 60\n");
  await page.waitForFunction(() => document.querySelector(".best")?.textContent.includes("n % 3"));
  assert.equal(await page.locator(".parameter").count(), 0);
  assert.equal(await page.locator(".claims li").count(), 0);
  assert.doesNotMatch(page.url(), /m%3D6/);
  // The default of a parameter is that of the rule as it stands.
  await write(page, first);
  await page.waitForSelector(".parameter");
  await write(page, first.replace("m = 3", "m = 5"));
  await page.waitForFunction(() => document.querySelector(".best")?.textContent.includes("n % 6"));
  assert.equal(await page.locator(".parameter input[type=range]").inputValue(), "5");
  assert.deepEqual(wrong, []);
  await close();
});

test("what a process that ended really said is shown", { skip }, async () => {
  const { page, close } = await open(browser, server.address);
  await page.waitForSelector(".law");
  const died = { event: "died", status: 101, signal: null, late: false, words: "thread 'main' panicked at the seventh stone" };
  await page.route("**/session", (route) => route.fulfill({ body: `${JSON.stringify(died)}\n` }));
  await write(page, nim);
  await page.waitForFunction(() => document.querySelector(".mistakes")?.textContent.includes("with status 101): thread 'main' panicked at the seventh stone"));
  assert.equal(await page.locator(".law").first().isVisible(), false);
  await close();
});

test("the catalogue opens by Enter, and the way back leads to what was there", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, nim));
  await page.waitForSelector(".law");
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.waitForSelector(".games button");
  assert.ok((await page.locator(".games img").count()) > 50, "games have small pictures");
  await page.keyboard.type("lasker");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".title")?.textContent === "Lasker's Nim");
  await page.goBack();
  await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("game pair"));
  await page.waitForFunction(() => document.querySelector(".best")?.textContent.includes("a ^ b"));
  await page.goForward();
  await page.waitForFunction(() => document.querySelector(".title")?.textContent === "Lasker's Nim");
  assert.deepEqual(wrong, []);
  await close();
});

test("the answer stands beside the chart, and mexlab plays to win", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, nim));
  await page.waitForSelector(".law");
  await page.getByRole("textbox", { name: "Position" }).fill("3, 5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".drawn");
  assert.equal(await page.locator(".drawn .stone").count(), 8, "a stone for each");
  const [chart, answer] = [await page.locator("canvas").first().boundingBox(), await page.locator(".drawn").boundingBox()];
  assert.ok(answer.y < chart.y + chart.height && answer.x > chart.x + chart.width, "beside the chart");
  // From (3, 3) the player to move loses: whatever is taken, mexlab takes the same from the other heap.
  await page.getByRole("textbox", { name: "Position" }).fill("3, 3");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".position .statement")?.textContent.startsWith("(3, 3)"));
  await page.getByRole("button", { name: "Play from here" }).click();
  await page.getByRole("button", { name: "1, 3", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".record")?.textContent.includes("mexlab: 1, 1 (a P-position"));
  await page.getByRole("button", { name: "0, 1", exact: true }).click();
  await page.waitForFunction(() => document.querySelector(".position")?.textContent.includes("mexlab wins."));
  assert.deepEqual(wrong, []);
  await close();
});

test("table and chart are taken away as files, and terms looked up", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, "game halves\nheap n\nmove n -> n - k for k in 1..n // 2\ntable sg, win to n = 40\n"));
  await page.waitForSelector(".law");
  const taken = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".files").getByRole("button", { name }).click()]);
    return readFileSync(await download.path());
  };
  assert.match((await taken("CSV")).toString(), /^n,sg,win\n0,0,0\n1,0,0\n2,1,1\n/);
  assert.equal((await taken("PNG")).subarray(1, 4).toString(), "PNG");
  assert.match((await taken("SVG")).toString(), /^<\?xml|^<svg/);
  const address = await page.getByRole("link", { name: "OEIS" }).getAttribute("href");
  assert.match(address, /^https:\/\/oeis\.org\/search\?q=0,1,0,2,1,3,0,4,2,5,1/);
  assert.deepEqual(wrong, []);
  await close();
});

test("the ten lines of the language come with a rule that runs", { skip }, async () => {
  const { page, wrong, close } = await open(browser, server.address);
  await page.waitForSelector(".law");
  await page.getByRole("button", { name: "Try an example" }).click();
  await page.waitForFunction(() => document.querySelector(".title")?.textContent === "Take or halve");
  await page.waitForSelector(".claims .proved, .claims .holds");
  assert.equal(await page.locator(".mistakes").innerText(), "");
  assert.deepEqual(wrong, []);
  await close();
});

test("two rules stand side by side", { skip }, async () => {
  const both = showing(server.address, nim, { "2.rule": nim.replace("1..b", "1..min(b, 3)") });
  const { page, wrong, close } = await open(browser, both);
  await page.waitForFunction(() => document.querySelector(".difference")?.textContent.includes("positions differ"));
  const said = await text(page, ".difference");
  // sg of (a, b) is a ^ b % 4: the same where b < 4, and nowhere else.
  const tops = await page.locator(".charted canvas").evaluateAll((all) => all.map((canvas) => canvas.getBoundingClientRect().top));
  assert.equal(tops[0], tops[1], "the charts stand at one height");
  assert.match(said, /sg: 1,517 positions differ, of 1,681; first at \(0, 4\)/);
  assert.equal(await page.locator(".pane").count(), 2);
  assert.equal(await page.locator(".difference canvas").count(), 1);
  await page.getByRole("button", { name: "One rule" }).click();
  assert.equal(await page.locator(".pane").count(), 1);
  assert.deepEqual(wrong, []);
  await close();
});

test("in Chinese, by the keyboard alone", { skip }, async () => {
  const { page, wrong, close } = await open(browser, server.address);
  await page.waitForSelector(".law");
  const reach = async (name) => {
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const { activeElement: of } = document;
        return of === document.body ? "" : (of?.getAttribute("aria-label") ?? of?.textContent ?? "");
      });
      if (focused.includes(name)) return;
    }
    assert.fail(`no control ${name} is reached`);
  };
  await reach("中文");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.body.innerText.includes("规律"));
  await page.locator("body").focus();
  await reach("游戏目录");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".games button");
  await page.keyboard.type("wythoff");
  await reach("wythoff");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("game wythoff"));
  await page.waitForFunction(() => document.querySelector(".laws")?.textContent.includes("phi"), null, { timeout: 20_000 });
  await page.locator("canvas").focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "+", "0", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.body.innerText.includes("先手必败"));
  await write(page, "heap n\nmvoe n -> 0");
  await page.waitForFunction(() => /2:1 R010/.test(document.querySelector(".mistakes")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
  await close();
});

test("three coordinates have a slider, partizan games their outcomes, and chips of code are copied", { skip }, async () => {
  const three = "state (a, b, c)\nmove (a - k, b, c) for k in 1..a\nmove (a, b - k, c) for k in 1..b\nmove (a, b, c - k) for k in 1..c\n";
  const { page, wrong, close } = await open(browser, showing(server.address, three, { to: "9" }));
  await page.waitForSelector(".law");
  await page.getByLabel("Slice").fill("5");
  assert.match(await text(page, ".tools output"), /a = 5/);
  await page.locator("canvas").first().click({ position: { x: 150, y: 150 } });
  await page.waitForFunction(() => document.body.innerText.includes("(5, "));
  await page.getByRole("button", { name: "Python" }).click();
  assert.match(await text(page, ".code"), /def sg\(a, b, c\)/);
  await write(page, rule("cutcake"));
  await page.waitForFunction(() => document.querySelector(".cm-content")?.textContent.includes("cutcake"));
  await page.waitForFunction(() => [...document.querySelectorAll(".tabs button")].some(({ textContent }) => textContent === "outcome"));
  assert.deepEqual(wrong, []);
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`everyone can read it: ${colorScheme}`, { skip }, async () => {
    const { page, wrong, close } = await open(browser, showing(server.address, `${rule("bash")}\nclaim mine.1: sg = n % (m + 1)\n`), { colorScheme });
    await page.waitForSelector(".law");
    await page.waitForSelector(".claims li");
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Catalogue" }).click();
    await page.waitForSelector(".games button");
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(wrong, []);
    await close();
    // Pictures of positions beside an answer; two rules and their difference.
    const trees = rule("hackenbush-on-trees").split("\nclaim")[0];
    for (const [more, shown] of [[{}, ".figures button"], [{ "2.rule": trees.replace("for x in E", "for x in E if x > 2") }, ".difference canvas"]]) {
      const other = await open(browser, showing(server.address, trees, more), { colorScheme, viewport: { width: 1300, height: 700 } });
      await other.page.waitForSelector(shown);
      await other.page.waitForSelector(".best .statement");
      await other.page.locator(".figures button").first().click();
      await other.page.waitForSelector(".drawn");
      assert.deepEqual(await violations(other.page), []);
      assert.deepEqual(other.wrong, []);
      await other.close();
    }
  });
}

test("positions are drawn as what they are", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, rule("hackenbush-on-trees").split("\nclaim")[0]));
  await page.waitForSelector(".figures button");
  assert.equal(await page.locator(".figures button").count(), 24);
  await page.locator(".figures button", { hasText: "t = 7 sg" }).click();
  await page.waitForSelector(".drawn circle");
  assert.match(await text(page, ".position .statement"), /^\(7, \{2, 3, 4, 5\}\): The player to move loses/);
  assert.equal(await page.locator(".drawn circle").count(), 5, "a tree of five vertices");
  await write(page, rule("chomp").split("\nclaim")[0]);
  await page.waitForFunction(() => document.querySelectorAll(".figures button").length === 30);
  await page.getByRole("textbox", { name: "Position" }).fill("[4, 2, 1, 0, 0]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".drawn rect").length === 7);
  // A rule whose positions are numbers has none.
  await write(page, nim);
  await page.waitForFunction(() => document.querySelectorAll(".figures button").length === 0);
  assert.deepEqual(wrong, []);
  await close();
});

test("a chart is saved in the language of the page", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, rule("wythoff").split("\nclaim")[0]), { locale: "zh-CN" });
  await page.waitForSelector(".law", { timeout: 20_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".files").getByRole("button", { name: "SVG" }).click()]);
  const svg = readFileSync(await download.path()).toString();
  assert.match(svg, /威佐夫博弈/);
  assert.doesNotMatch(svg, /Wythoff|P-position/);
  assert.deepEqual(wrong, []);
  await close();
});

test("on a phone nothing is wider than the screen", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(server.address, rule("wythoff")), { viewport: { width: 390, height: 800 }, hasTouch: true });
  await page.waitForSelector(".law", { timeout: 20_000 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.deepEqual(wrong, []);
  await close();
});

test("a link carries the position, the slice and the part of the chart that are seen", { skip }, async () => {
  const three = "state (a, b, c)\nmove (a - k, b, c) for k in 1..a\nmove (a, b - k, c) for k in 1..b\nmove (a, b, c - k) for k in 1..c\n";
  const { page, wrong, close } = await open(browser, showing(server.address, three, { to: "9" }));
  await page.waitForSelector(".law");
  await page.getByLabel("Slice").fill("5");
  const canvas = page.locator("canvas").first();
  await canvas.hover({ position: { x: 150, y: 150 } });
  await page.mouse.wheel(0, -200);
  await canvas.click({ position: { x: 150, y: 150 } });
  await page.waitForSelector(".drawn");
  await page.waitForFunction(() => /slice=5/.test(location.hash) && /view=/.test(location.hash) && /at=5%2C/.test(location.hash));
  const [said, address] = [await text(page, ".position .statement"), page.url()];
  const other = await open(browser, address);
  await other.page.waitForSelector(".drawn");
  assert.equal(await text(other.page, ".position .statement"), said);
  assert.match(await text(other.page, ".tools output"), /a = 5/);
  await other.page.waitForTimeout(600);
  assert.equal(other.page.url(), address, "and goes on doing so");
  // Another rule forgets them.
  await write(other.page, three.replace("1..c", "1..min(c, 2)"));
  await other.page.waitForFunction(() => !/slice=|view=|at=/.test(location.hash));
  assert.deepEqual([...wrong, ...other.wrong], []);
  await other.close();
  await close();
});
