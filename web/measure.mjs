/**
 * Measures the page: first paint, first chart, key to chart, frames while panning. `MEXLAB=PROGRAM node measure.mjs` that of
 * `mexlab serve`, `PLAYGROUND=FOLDER node measure.mjs` the playground.
 */
import { launch, open, serve, serveFolder, showing } from "./tests/browser.mjs";

const wythoff = "game w\nstate (a, b)\nmove (a - k, b) for k in 1..a\nmove (a, b - k) for k in 1..b\nmove (a - k, b - k) for k in 1..min(a, b)\n";
const { PLAYGROUND } = process.env;
const server = PLAYGROUND ? await serveFolder(PLAYGROUND) : await serve();
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

const charts = [];
for (let run = 0; run < 7; run++) {
  // Nothing is in any cache.
  const cold = await launch();
  const { page } = await open(cold, "about:blank");
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(".caption")?.textContent) return;
      observer.disconnect();
      // The chart is painted in the next frame.
      requestAnimationFrame(() => (window.charted = performance.now()));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.address);
  charts.push(await (await page.waitForFunction(() => window.charted)).jsonValue());
  await cold.close();
}
console.log(`first chart, cold: median ${median(charts).toFixed(0)} ms`);

for (const to of [59, 200]) {
  const keys = [];
  for (let run = 0; run < 7; run++) {
    const { page, close } = await open(browser, showing(server.address, wythoff, { to: String(to).slice(0, -1) }));
    await page.waitForSelector(".law");
    await page.evaluate((to) => {
      addEventListener("keydown", () => (window.begun = performance.now()), true);
      const caption = document.querySelector(".caption");
      window.shown = new Promise((resolve) => {
        new MutationObserver(() => {
          if (caption.textContent.includes(`..${to},`)) requestAnimationFrame(() => resolve(performance.now() - window.begun));
        }).observe(caption, { childList: true, subtree: true });
      });
    }, to);
    await page.getByLabel("To", { exact: true }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press(String(to).slice(-1));
    keys.push(await page.evaluate(() => window.shown));
    await close();
  }
  console.log(`Wythoff to ${to} x ${to}, from the last key to table and chart: median ${median(keys).toFixed(0)} ms`);
}

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
