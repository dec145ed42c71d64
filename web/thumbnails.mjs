/** Draws the small pictures of the catalogue anew: src/thumbnails.ts. `MEXLAB=PROGRAM node thumbnails.mjs`. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { deflateSync } from "node:zlib";
import { mexlab } from "./tests/browser.mjs";

/** Pixels to a side. */
const SIDE = 28;
/** Seconds that a game may take. */
const TIME = "20";
const WHITE = [255, 255, 255];

/** The first event that is wanted among the answers to a question. */
const ask = (question, wanted) =>
  new Promise((resolve) => {
    const session = spawn(mexlab, ["session", "--time", TIME, "--memory", "500M"]);
    let isAnswered = false;
    createInterface({ input: session.stdout }).on("line", (line) => {
      // The last line of a session that was ended may be cut.
      if (isAnswered) return;
      const event = JSON.parse(line);
      if (!wanted(event)) return;
      isAnswered = true;
      resolve(event);
      session.kill();
    });
    session.on("close", () => resolve(null));
    session.stdin.on("error", () => undefined);
    session.stdin.end(`${JSON.stringify(question)}\n`);
  });

const rgb = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

function colourOf({ stops }, value) {
  const above = Math.max(0, stops.findIndex(({ at }) => at >= value));
  const [low, high] = [stops[Math.max(0, above - 1)], stops[above]];
  const part = high.at > low.at ? Math.min(1, Math.max(0, (value - low.at) / (high.at - low.at))) : 1;
  return rgb(low.colour).map((one, index) => Math.round(one + part * (rgb(high.colour)[index] - one)));
}

/** The first panel of a drawing, a pixel for each cell that is left. */
function pixels({ panels: [panel], scale }) {
  const image = Array.from({ length: SIDE * SIDE }, () => WHITE);
  const set = (x, y, colour) => {
    if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) image[(SIDE - 1 - y) * SIDE + x] = colour;
  };
  const { grid, x, y, dots } = panel;
  // As high as what is seen: growing values are drawn for a few positions only.
  const seen = dots.flatMap(({ points }) => points.filter(([at]) => at - x.lo < SIDE).map(([, of]) => of));
  const least = Math.min(...seen, y.hi);
  const height = Math.max(...seen, y.lo) - least;
  if (grid && scale) {
    const size = Math.max(grid.columns, grid.rows);
    const each = Math.max(1, Math.floor(SIDE / size));
    for (let px = 0; px < SIDE; px++) {
      for (let py = 0; py < SIDE; py++) {
        const [column, row] = size > SIDE ? [px, py] : [Math.floor(px / each), Math.floor(py / (grid.rows === 1 ? SIDE : each))];
        const value = column < grid.columns && row < grid.rows ? grid.cells[row * grid.columns + column] : null;
        if (value !== null && value !== undefined) set(px, y.reversed ? SIDE - 1 - py : py, colourOf(scale, value));
      }
    }
  }
  for (const { role, points } of dots) {
    for (const [at, of] of points) {
      const isPlot = panel.form === "plot";
      const px = at - x.lo;
      const py = isPlot ? Math.round(((of - least) / Math.max(1, height)) * (SIDE - 1)) : of - y.lo;
      if (isPlot || Math.max(grid?.columns ?? 0, grid?.rows ?? 0) > SIDE) set(px, py, role === "p" ? [214, 57, 38] : [34, 94, 168]);
    }
  }
  return image;
}

/** A PNG with a palette. */
function png(image) {
  const names = [...new Set(image.map(String))].slice(0, 256);
  const rows = Array.from({ length: SIDE }, (_, row) => [0, ...image.slice(row * SIDE, (row + 1) * SIDE).map((one) => Math.max(0, names.indexOf(String(one))))]);
  const crcs = Array.from({ length: 256 }, (_, n) => Array.from({ length: 8 }).reduce((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n));
  const chunk = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind), data]);
    const length = Buffer.alloc(4);
    const sum = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE((body.reduce((crc, byte) => crcs[(crc ^ byte) & 255] ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0);
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(names.flatMap((name) => name.split(",").map(Number)));
  const data = deflateSync(Buffer.from(rows.flat()), { level: 9 });
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), chunk("IHDR", head), chunk("PLTE", palette), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

const lines = [];
const { games } = await ask({ ask: "catalogue" }, ({ event }) => event === "catalogue");
for (const { name, text } of games) {
  const rule = text.split("\nclaim")[0];
  const drawing = await ask({ ask: "explore", rule, long: true }, ({ event, drawing }) => event === "drawing" && drawing.panels.length > 0);
  if (drawing) lines.push(`  "${name}": "${png(pixels(drawing.drawing)).toString("base64")}",`);
}
writeFileSync(
  "src/thumbnails.ts",
  `/** Small pictures of the games of the catalogue, PNG in base 64. thumbnails.mjs draws them. */\nexport const thumbnails: Record<string, string> = {\n${lines.join("\n")}\n};\n`,
);
