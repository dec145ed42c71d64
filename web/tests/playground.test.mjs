/** The playground: the page answered by WebAssembly in a worker, from a folder of static files, with the network off. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, mexlab, missing, open, rule, serveFolder, showing } from "./browser.mjs";

const site = process.env.PLAYGROUND;
const skip = site ? missing : "no playground: scripts/test-playground builds it";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const nim = "game pair\nstate (a, b)\nmove (a - k, b) for k in 1..a\nmove (a, b - k) for k in 1..b\ntable sg, win to a = 40, b = 40\n";
const slow = "heap n\nmove n -> i + j for i in 0..n, j in 0..n if i + j < n and i * j % 3 != 1\n";
const LONG = { timeout: 120_000 };
const bash = new URLSearchParams({ v: "1", rule: "game bash(m = 3 in 1..9)\nheap n\nmove n -> n - k for k in 1..min(n, m)\ntable sg to n = 60\n" });
/** Somebody's page with a game in it. */
const blog = `<!doctype html><title>Blog</title><link rel="icon" href="data:,"><iframe src="/#${bash}&amp;embed" width="700" height="420" title="Bash"></iframe>`;
/** The same by scripts: a code, and a rule in the script. */
const scripts = `<!doctype html><title>Blog</title><link rel="icon" href="data:,"><body><script src="/embed.js" data-rule="octal:0.77" data-to="300"></script>
<script src="/embed.js" data-parameters="m=6" data-lang="zh" data-height="420">\n${new URLSearchParams(bash).get("rule")}</script>`;
let server;
let browser;
let address;

before(async () => {
  if (skip) return;
  server = await serveFolder(site, { "/blog.html": () => blog, "/scripts.html": () => scripts, "/small/mexlab.wasm": () => small(readFileSync(join(site, "mexlab.wasm"))) });
  address = server.address;
  // No name is found, and no other address is asked.
  browser = await launch("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1");
});

after(async () => {
  await browser?.close();
  server?.end();
});

/** The module with 32 MB of memory in place of 1 GB. */
function small(module) {
  // The section of the memory: its number, its length, one memory with a least and a greatest number of pages.
  const pages = Buffer.from([0x80, 0x80, 0x01]);
  const at = module.subarray(0, 1 << 16).indexOf(pages, module.indexOf(Buffer.from([0x05, 0x07, 0x01, 0x01])));
  assert.ok(at > 0, "the greatest number of pages is 16384");
  module.set([0x80, 0x84, 0x00], at);
  return module;
}

const text = (page, selector) => page.locator(selector).first().innerText();
const said = (page, selector, words) =>
  page.waitForFunction(([selector, words]) => document.querySelector(selector)?.textContent.includes(words), [selector, words], LONG);
const finished = (page) => page.waitForFunction(() => /positions|个局面/.test(document.querySelector(".status")?.textContent ?? ""), null, LONG);

async function write(page, rule) {
  await page.click(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(rule);
}

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** The events with which the program answers a question. */
function answered(question) {
  const lines = execFileSync(mexlab, ["session"], { input: `${JSON.stringify(question)}\n`, maxBuffer: 1 << 28 }).toString().trim();
  return lines.split("\n").map((line) => JSON.parse(line));
}

test("a rule is typed, looked at, proved and linked to", { skip }, async () => {
  const { page, wrong, close } = await open(browser, address);
  await page.waitForSelector(".law", LONG);
  await write(page, nim.replace("move (a, b - k)", "mvoe (a, b - k)"));
  await said(page, ".mistakes", "`mvoe` is not a statement");
  await write(page, nim);
  await said(page, ".laws", "sg(a, b) = a ^ b");
  const [svg] = await Promise.all([page.waitForEvent("download", LONG), page.locator(".files").getByRole("button", { name: "SVG" }).click()]);
  assert.match(readFileSync(await svg.path(), "utf8"), /<svg[^]*<image[^]*<text[^]*<\/svg>/);
  await page.getByRole("textbox", { name: "Position" }).fill("3, 5");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".drawn", LONG);
  assert.match(await text(page, ".position"), /The player to move wins/);
  await page.getByRole("button", { name: "Prove the laws" }).click();
  await page.waitForSelector(".law .proof", LONG);
  await page.getByLabel("State a law").fill("win iff a > b");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".badge.fails", LONG);
  await page.getByRole("button", { name: "Catalogue" }).click();
  await page.waitForSelector(".games button", LONG);
  await page.keyboard.type("lasker");
  await page.keyboard.press("Enter");
  await said(page, ".title", "Lasker's Nim");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${address}#v=1&rule=`), link);
  assert.deepEqual(wrong, []);
  await close();
});

for (const name of "lasker kayles subtraction grundy nim wythoff fibonacci-nim ferguson euclid mock-turtles cutcake chomp".split(" ")) {
  test(`what the program finds of ${name}, the page finds`, { skip }, async () => {
    const game = skip ? "" : rule(name);
    const events = answered({ ask: "explore", rule: game });
    const laws = events.find(({ event }) => event === "laws").laws.map(({ law }) => law);
    const table = events.find(({ event }) => event === "table").table;
    const { page, wrong, close } = await open(browser, showing(address, game));
    const shown = page.evaluate(
      (game) =>
        new Promise((resolve) => {
          const worker = new Worker("worker.js");
          const said = [];
          worker.onmessage = ({ data }) => {
            if ("line" in data) said.push(JSON.parse(data.line));
            else resolve(said);
          };
          fetch("mexlab.wasm")
            .then((response) => WebAssembly.compileStreaming(response))
            .then((module) => {
              worker.postMessage({ module });
              worker.postMessage({ question: JSON.stringify({ ask: "explore", rule: game }) });
            });
        }),
      game,
    );
    await finished(page);
    const headline = await text(page, ".best");
    const best = laws[0];
    if (best) assert.ok(headline.includes(best) || laws.some((law) => headline.includes(law)), `${headline} is not of ${laws}`);
    else assert.match(headline, /No law found/);
    const own = await shown;
    assert.deepEqual(own.find(({ event }) => event === "laws").laws.map(({ law }) => law), laws);
    assert.deepEqual(own.find(({ event }) => event === "table").table, table);
    assert.deepEqual(own.filter(({ event }) => event === "claims"), events.filter(({ event }) => event === "claims"));
    assert.deepEqual(wrong, []);
    await close();
  });
}

test("links of every version show what they showed", { skip }, async () => {
  const lines = readFileSync(new URL("links.txt", import.meta.url), "utf8").split("\n").filter((line) => line && !line.startsWith("# "));
  assert.ok(lines.length > 5);
  for (const line of lines) {
    const [hash, ...expected] = line.split("\t");
    const { page, wrong, close } = await open(browser, `${address}${hash}`);
    for (const part of expected) {
      const [selector, words] = part.split(": ");
      await said(page, selector, words);
    }
    assert.deepEqual(wrong, [], hash);
    await close();
  }
});

test("no text of a link runs", { skip }, async () => {
  const evil = "<img src=x onerror=window.ran=1><script>window.ran=1</script>";
  const game = `game evil(k = 2 in 1..9)\ntitle "${evil}" zh "${evil}"\nnote "${evil}"\nheap n\nmove n -> n - i for i in 1..min(n, k)\ntable sg to n = 30\nclaim mine.1 "${evil}": sg = n % (k + 1)\nclaim mine.2 "${evil}": sg = 0\n`;
  const texts = [game, `game <b>x</b>\n${evil}\n`, evil, game.replace("heap n", `heap ${evil}`), game.replace("mine.1", evil), game.replace("sg = 0", `sg = "${evil}"`)];
  for (const rule of texts) {
    for (const more of [{}, { p: evil, to: evil, q: evil, lang: evil, v: evil, "2.rule": rule, embed: evil }]) {
      const { page, close } = await open(browser, showing(address, rule, more));
      await page.waitForFunction(() => !document.querySelector("progress"), null, LONG);
      await page.waitForTimeout(300);
      assert.equal(await page.evaluate(() => window.ran), undefined, rule);
      assert.equal(await page.locator("img[src=x], #app script, #app b:has-text('x')").count(), 0, rule);
      if (rule === game && !more.p) {
        await page.waitForSelector(".claims li", LONG);
        assert.match(await text(page, ".title"), /<img src=x onerror/);
        assert.match(await text(page, ".claims"), /<img src=x onerror/);
      }
      await close();
    }
  }
});

test("an endless rule is stopped by its button, and the next one answered", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(address, slow, { to: "20000" }));
  await page.getByRole("button", { name: "Run it" }).click(LONG);
  await page.waitForFunction(() => document.querySelector(".status progress")?.hasAttribute("value"), null, LONG);
  await page.getByRole("button", { name: "Stop" }).click();
  await said(page, ".mistakes", "Stopped.");
  assert.equal(await page.locator("progress").count(), 0);
  await page.getByLabel("To", { exact: true }).fill("");
  await write(page, nim);
  await said(page, ".best", "a ^ b");
  assert.deepEqual(wrong, []);
  await close();
});

test("memory that ends is said, and the next question answered", { skip }, async () => {
  // A table that would not fit is refused.
  const refused = await open(browser, showing(address, "octal:0.77", { to: "3999999999" }));
  await said(refused.page, ".mistakes", "the limit is 400 MB");
  await refused.close();
  const { page, close } = await open(browser, showing(`${address}small/`, "octal:0.77", { to: "30000" }));
  await said(page, ".mistakes", "The memory for one question, 1 GB, is not enough.");
  assert.equal(await page.locator("progress").count(), 0);
  await page.getByLabel("To", { exact: true }).fill("60");
  await said(page, ".status", "61 positions");
  await close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`everyone can read it: ${colorScheme}`, { skip }, async () => {
    for (const more of [{}, { embed: "" }]) {
      const { page, wrong, close } = await open(browser, showing(address, `${rule("bash")}\nclaim mine.1: sg = n % (m + 1)\n`, more), { colorScheme });
      await page.waitForSelector(".best .statement", LONG);
      await page.waitForFunction(() => !document.querySelector("progress"), null, LONG);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(wrong, []);
      await close();
    }
  });
}

test("an embed shows a game in another page, and leads to the whole one", { skip }, async () => {
  const { page, wrong, close } = await open(browser, `${address}blog.html`);
  const frame = page.frameLocator("iframe");
  await frame.locator(".best .statement").waitFor(LONG);
  assert.match(await frame.locator(".best").innerText(), /n % 4/);
  assert.equal(await frame.locator(".cm-editor").isVisible(), false);
  await frame.locator(".parameter input[type=range]").fill("6");
  await frame.locator(".best", { hasText: "n % 7" }).waitFor(LONG);
  const [whole] = await Promise.all([page.context().waitForEvent("page"), frame.getByRole("link", { name: "Open in mexlab" }).click()]);
  await whole.waitForSelector(".cm-editor", LONG);
  assert.match(whole.url(), /p=m%3D6/);
  assert.doesNotMatch(whole.url(), /embed/);
  await said(whole, ".best", "n % 7");
  assert.deepEqual(wrong, []);
  await close();
});

test("a script puts a game where it stands", { skip }, async () => {
  const { page, wrong, close } = await open(browser, `${address}scripts.html`);
  assert.deepEqual(await page.locator("iframe").evaluateAll((all) => all.map(({ title, height }) => [title, height])), [["octal:0.77", "520"], ["bash", "420"]]);
  await page.frameLocator("iframe").first().locator(".best", { hasText: "sg(n + 12) = sg(n)" }).waitFor(LONG);
  const second = page.frameLocator("iframe").nth(1);
  await page.locator("iframe").nth(1).scrollIntoViewIfNeeded();
  await second.locator(".best", { hasText: "n % 7" }).waitFor(LONG);
  assert.match(await second.locator("footer").innerText(), /在 mexlab 中打开/);
  assert.deepEqual(wrong, []);
  await close();
});

test("on a phone nothing is wider than the screen", { skip }, async () => {
  const { page, wrong, close } = await open(browser, showing(address, rule("wythoff")), { viewport: { width: 390, height: 800 }, hasTouch: true });
  await page.waitForSelector(".law", LONG);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  assert.deepEqual(wrong, []);
  await close();
});
