/** Measures the page: first paint, key to chart, frames while panning. `MEXLAB=PROGRAM node measure.mjs`. */
import { launch, open, serve, showing } from "./tests/browser.mjs";

const wythoff = "game w\nstate (a, b)\nmove (a - k, b) for k in 1..a\nmove (a, b - k) for k in 1..b\nmove (a - k, b - k) for k in 1..min(a, b)\n";
const server = await serve();
const browser = await launch();
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

const paints = [];
for (let run = 0; run < 7; run++) {
  const { page, close } = await open(browser, server.address);
  await page.waitForSelector("canvas");
  paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  await close();
}
console.log(`first paint: median ${median(paints).toFixed(0)} ms`);

const keys = [];
for (let run = 0; run < 7; run++) {
  const { page, close } = await open(browser, showing(server.address, wythoff, { to: "20" }));
  await page.waitForSelector(".law");
  await page.evaluate(() => {
    addEventListener("keydown", () => (window.begun = performance.now()), true);
    const caption = document.querySelector(".caption");
    window.shown = new Promise((resolve) => {
      new MutationObserver(() => {
        // The chart is painted in the next frame.
        if (caption.textContent.includes("200")) requestAnimationFrame(() => resolve(performance.now() - window.begun));
      }).observe(caption, { childList: true, subtree: true });
    });
  });
  await page.getByLabel("To", { exact: true }).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("0");
  keys.push(await page.evaluate(() => window.shown));
  await close();
}
console.log(`Wythoff to 200 x 200, from the last key to table and chart: median ${median(keys).toFixed(0)} ms`);

const { page } = await open(browser, showing(server.address, wythoff, { to: "1000" }));
await page.waitForFunction(() => document.querySelector(".caption")?.textContent.includes("1000"), null, { timeout: 60_000 });
await page.waitForTimeout(5000);
const box = await page.locator("canvas").first().boundingBox();
const [x, y] = [box.x + 250, box.y + 250];
await page.mouse.move(x, y);
for (let step = 0; step < 6; step++) await page.mouse.wheel(0, -240);
await page.evaluate(() => {
  window.frames_ = [];
  let before = performance.now();
  const next = (now) => {
    window.frames_.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
});
await page.mouse.down();
for (let step = 0; step < 120; step++) {
  await page.mouse.move(x + 100 * Math.sin(step / 8), y + 100 * Math.cos(step / 9));
  await page.waitForTimeout(8);
}
await page.mouse.up();
const frames = (await page.evaluate(() => window.frames_)).slice(2);
const late = frames.filter((frame) => frame > 20).length;
console.log(`1001 x 1001 cells while panning: median frame ${median(frames).toFixed(1)} ms, ${late} of ${frames.length} above 20 ms`);
await browser.close();
server.end();
