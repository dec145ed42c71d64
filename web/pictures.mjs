/** Draws docs/pictures/ anew: the page with twelve games. `npm run build`, then `MEXLAB=PROGRAM node pictures.mjs`. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, rule, serve, showing } from "./tests/browser.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../docs/pictures");
const heaps = "game three-heaps\nstate (a, b, c)\nmove (a - k, b, c) for k in 1..a\nmove (a, b - k, c) for k in 1..b\nmove (a, b, c - k) for k in 1..c\ntable sg to a = 15, b = 15, c = 15\n";
const wythoff = rule("wythoff").split("\nclaim")[0];

/** Name, rule, and what is asked, clicked or chosen. */
const pictures = [
  ["wythoff", `${wythoff}\n`, { click: [290, 210] }],
  ["subtraction", "game take-1-3-4\nheap n\nmove n -> n - k  for k in {1, 3, 4} if k <= n\ntable sg, win to n = 60\n", {}],
  ["kayles", "octal:0.77", { more: { to: "400" } }],
  ["grundy", rule("grundy"), {}],
  ["lasker", rule("lasker"), { prove: true }],
  ["euclid", rule("euclid"), { dark: true }],
  ["three-heaps", heaps, { slice: "6", click: [200, 180] }],
  ["cutcake", rule("cutcake"), {}],
  ["ferguson", rule("ferguson"), {}],
  ["fibonacci-nim", rule("fibonacci-nim"), {}],
  ["compare", wythoff, { more: { "2.rule": wythoff.replace("1..min(a, b)", "1..min(a, b, 4)") } }],
  ["bash", rule("bash"), { chinese: true, phone: true }],
];

mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [name, text, { more, click, slice, prove, dark, chinese, phone }] of pictures) {
  const { page, wrong, close } = await open(browser, showing(server.address, text, more), {
    viewport: phone ? { width: 390, height: 800 } : { width: 1180, height: 760 },
    colorScheme: dark ? "dark" : "light",
    locale: chinese ? "zh-CN" : "en-US",
  });
  await page.waitForFunction(() => !document.querySelector("progress"), null, { timeout: 60_000 });
  if (slice) await page.locator(".tools input").fill(slice);
  if (click) await page.locator("canvas").first().click({ position: { x: click[0], y: click[1] } });
  if (prove) await page.locator("button.strong").click();
  await page.waitForTimeout(prove ? 3000 : 800);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 62 });
  if (wrong.length > 0) console.log(name, wrong);
  await close();
}
await browser.close();
server.end();
