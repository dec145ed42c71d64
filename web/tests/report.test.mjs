/** report.html, opened from disk in Chromium. */
import assert from "node:assert/strict";
import { statSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { atlas, launch, missing, open, report } from "./browser.mjs";

const skip = missing;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;

before(async () => {
  if (!skip) browser = await launch();
});

after(() => browser?.close());

test("a report shows chart, laws, claims, table and code", { skip }, async () => {
  const { page, wrong, close } = await open(browser, report("lasker"));
  await page.waitForSelector(".law");
  const said = await page.locator("#app").innerText();
  for (const part of [/Lasker's Nim/, /sg\(4q \+ 3\) = 4q \+ 4/, /proved/, /formulas\.F10/, /long long sg/]) assert.match(said, part);
  await page.locator("canvas").first().click({ position: { x: 300, y: 100 } });
  assert.match(await page.locator(".results .told").last().innerText(), /n = \d+: sg = \d+/);
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" "))}`), []);
  assert.deepEqual(wrong, []);
  await close();
});

test("a report is in the language it was asked for in, whatever the browser speaks", { skip }, async () => {
  for (const [lang, locale, wanted, other] of [
    ["zh", "en-US", [/规律/, /已证明/, /命题/, /代码/, /一次取/], / the |proved|Laws|holds/],
    ["en", "zh-CN", [/Laws/, /proved/, /Claims/], /[\u4e00-\u9fff]/],
  ]) {
    const { page, wrong, close } = await open(browser, report("bash", "--to", "60", "--lang", lang), { locale });
    await page.waitForSelector(".law");
    const said = await page.locator("#app").innerText();
    for (const part of wanted) assert.match(said, part);
    // the rule, laws and code are those of everyone
    const plain = await page.locator("#app").evaluate((app) => {
      app.querySelectorAll("pre, code").forEach((part) => part.remove());
      return app.innerText;
    });
    assert.doesNotMatch(plain, other);
    assert.equal(await page.getAttribute("html", "lang"), lang);
    assert.deepEqual(wrong, []);
    await close();
  }
});

test("a million cells are below 5 MB and scroll", { skip }, async () => {
  const address = report("wythoff", "--to", "1000", "--quantity", "sg");
  assert.ok(statSync(address.slice("file://".length)).size < 5_000_000);
  const { page, wrong, close } = await open(browser, address);
  await page.waitForSelector(".grid .cell");
  const grid = page.locator(".grid");
  await grid.evaluate((element) => element.scrollTo(20_000, 20_000));
  await page.waitForFunction(() => [...document.querySelectorAll(".grid .name")].some(({ textContent }) => textContent === "835"));
  assert.ok((await page.locator(".grid .cell").count()) < 2000, "only what is in sight is in the document");
  assert.deepEqual(wrong, []);
  await close();
});

test("an atlas has its heat maps, and rows that are sorted and filtered", { skip }, async () => {
  const { page, wrong, close } = await open(browser, atlas("subtraction", "--over", "S in subsets(1..9, 2)", "--to", "200"));
  await page.waitForSelector(".grid .sorts");
  assert.ok((await page.locator("canvas").count()) > 2);
  const first = async () => (await page.locator(".grid .cell:not(.name)").allInnerTexts()).slice(0, 4);
  await page.getByLabel("Sort by").selectOption("period");
  await page.getByLabel("descending").check();
  // The longest period of two numbers up to 9 is 17.
  assert.deepEqual((await first()).slice(1), ["{8, 9}", "8", "9"]);
  await page.getByLabel("Rows that contain").fill("{2, 5}");
  assert.match(await page.locator(".tools .status").first().innerText(), /^3 \/ 108/);
  assert.deepEqual((await first()).slice(1), ["{2, 5}", "2", "5"]);
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" "))}`), []);
  assert.deepEqual(wrong, []);
  await close();
});
