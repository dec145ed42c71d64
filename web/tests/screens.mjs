/** The page with twelve games, small: what screens.test.mjs compares with the pictures kept in screens/. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, open, rule, serve, showing } from "./browser.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "screens");
const GAMES = ["wythoff", "bash", "kayles", "grundy", "lasker", "euclid", "ferguson", "cutcake", "fibonacci-nim", "chomp", "hackenbush-on-trees", "undirected-vertex-geography"];
/** Width and height of a picture, how many of its pixels to a side are one of the small picture, and whether it begins a
 * little above the chart: what stands there on a phone is of another height in another font. */
const WINDOWS = { desk: [1440, 896, 16, false], phone: [390, 960, 10, true] };
const ABOVE = 40;
const THEMES = ["light", "dark"];

/** In the page: a picture made smaller, each channel of a pixel in 16 steps. */
async function shrunk(page, png, divisor) {
  return page.evaluate(
    async ([png, divisor]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const [width, height] = [Math.floor(image.width / divisor), Math.floor(image.height / divisor)];
      const large = new OffscreenCanvas(image.width, image.height).getContext("2d");
      large.drawImage(image, 0, 0);
      const { data } = large.getImageData(0, 0, image.width, image.height);
      const pixels = [];
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          for (let channel = 0; channel < 3; channel++) {
            let sum = 0;
            for (let dy = 0; dy < divisor; dy++) {
              for (let dx = 0; dx < divisor; dx++) sum += data[4 * ((y * divisor + dy) * image.width + x * divisor + dx) + channel];
            }
            pixels.push(17 * Math.round(sum / divisor ** 2 / 17));
          }
        }
      }
      return { width, height, pixels };
    },
    [png, divisor],
  );
}

/** In the page: the share of its chart that has a colour. Words and frames are grey, whatever the font. */
const coloured = (page) =>
  page.evaluate(() => {
    const canvas = document.querySelector(".figure canvas");
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4) found += Math.max(data[at], data[at + 1], data[at + 2]) - Math.min(data[at], data[at + 1], data[at + 2]) > 40;
    return found / (canvas.width * canvas.height);
  });

/** In the page: scrolls to a little above its chart. A picture of the whole page would resize the window, and the chart is
 * drawn anew for another size only after the picture. */
function scrollToChart(above) {
  document.body.style.paddingBottom = "100vh";
  scrollTo({ top: document.querySelector(".charted").getBoundingClientRect().top + scrollY - above, behavior: "instant" });
}

/** All twelve games in a window of a kind, in both themes: small pictures and shares of colour, by name. */
export async function shoot(browser, server, kind) {
  const [width, height, divisor, isAtChart] = WINDOWS[kind];
  const shots = {};
  const blank = await browser.newPage();
  const shot = async (name) => {
    const { page, wrong, close } = await open(browser, showing(server.address, rule(name).split("\nclaim")[0]), { viewport: { width, height }, deviceScaleFactor: 1 });
    await page.waitForFunction(() => /positions/.test(document.querySelector(".status")?.textContent ?? ""), null, { timeout: 60_000 });
    if (isAtChart) await page.evaluate(scrollToChart, ABOVE);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const png = (await page.screenshot({ animations: "disabled" })).toString("base64");
      shots[`${name}-${colorScheme}`] = { ...(await shrunk(blank, png, divisor)), coloured: await coloured(page) };
    }
    if (wrong.length > 0) throw new Error(`${name}: ${wrong}`);
    await close();
  };
  // Some games take their time: three at once.
  const waiting = [...GAMES];
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) await shot(name);
  };
  await Promise.all([lane(), lane(), lane()]);
  await blank.close();
  return shots;
}

/** The kept pictures of a kind and theme as one sheet, six beside each other. */
const ACROSS = 6;
const file = (kind, theme) => join(folder, `${kind}-${theme}.png`);
const shares = join(folder, "coloured.json");

async function sheet(browser, shots) {
  const page = await browser.newPage();
  const png = await page.evaluate(
    async ([shots, across]) => {
      const { width, height } = shots[0];
      const canvas = new OffscreenCanvas(width * across, height * Math.ceil(shots.length / across));
      const context = canvas.getContext("2d");
      shots.forEach(({ pixels }, index) => {
        const data = new ImageData(width, height);
        for (let at = 0; at < width * height; at++) data.data.set([...pixels.slice(3 * at, 3 * at + 3), 255], 4 * at);
        context.putImageData(data, (index % across) * width, Math.floor(index / across) * height);
      });
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
      return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
    },
    [shots, ACROSS],
  );
  await page.close();
  return Buffer.from(png, "base64");
}

/** The kept pictures of a kind, as `shoot` gives them. */
export async function kept(browser, kind) {
  const page = await browser.newPage();
  const [width, height, divisor] = WINDOWS[kind];
  const size = [Math.floor(width / divisor), Math.floor(height / divisor)];
  const all = {};
  const known = JSON.parse(readFileSync(shares, "utf8"))[kind];
  for (const theme of THEMES) {
    const whole = await shrunk(page, readFileSync(file(kind, theme)).toString("base64"), 1);
    GAMES.forEach((name, index) => {
      const [left, top] = [(index % ACROSS) * size[0], Math.floor(index / ACROSS) * size[1]];
      const rows = Array.from({ length: size[1] }, (_, y) => {
        const from = 3 * ((top + y) * whole.width + left);
        return whole.pixels.slice(from, from + 3 * size[0]);
      });
      const key = `${name}-${theme}`;
      all[key] = { width: size[0], height: size[1], pixels: rows.flat(), coloured: known[key] };
    });
  }
  await page.close();
  return all;
}

/** Tiles of so many pixels to a side are looked for so far from their place: lines of words break elsewhere in another font. */
const TILE = 8;
const REACH = 3;
const steps = Array.from({ length: 2 * REACH + 1 }, (_, step) => step - REACH);
const NEAR = steps.flatMap((dx) => steps.map((dy) => [dx, dy])).sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
/** The mean difference of a channel up to which a tile is the same. */
const ALIKE = 12;

/** The share of the tiles of a picture that stand nowhere near their place in another. */
export function missing(one, other) {
  const { width, height } = one;
  let [lost, all] = [0, 0];
  const differs = (left, top, dx, dy) => {
    let [sum, count] = [0, 0];
    for (let y = top; y < top + TILE && y < height; y++) {
      for (let x = left; x < left + TILE && x < width; x++) {
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
        for (let channel = 0; channel < 3; channel++) {
          sum += Math.abs(one.pixels[3 * (y * width + x) + channel] - other.pixels[3 * ((y + dy) * width + x + dx) + channel]);
          count++;
        }
      }
    }
    return count < (3 * TILE * TILE) / 4 ? Infinity : sum / count;
  };
  for (let top = 0; top + TILE <= height; top += TILE) {
    for (let left = 0; left + TILE <= width; left += TILE) {
      all++;
      if (!NEAR.some(([dx, dy]) => differs(left, top, dx, dy) <= ALIKE)) lost++;
    }
  }
  return lost / all;
}

/** Keeps what the page looks like now. */
export async function keep() {
  mkdirSync(folder, { recursive: true });
  const [server, browser] = [await serve(), await launch()];
  const known = {};
  for (const kind of Object.keys(WINDOWS)) {
    const shots = await shoot(browser, server, kind);
    known[kind] = Object.fromEntries(Object.entries(shots).map(([key, { coloured }]) => [key, Number(coloured.toFixed(4))]));
    for (const theme of THEMES) writeFileSync(file(kind, theme), await sheet(browser, GAMES.map((name) => shots[`${name}-${theme}`])));
  }
  writeFileSync(shares, `${JSON.stringify(known, null, 1)}\n`);
  await browser.close();
  server.end();
}
