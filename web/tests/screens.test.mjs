/** The page with twelve games at two widths in two themes looks as in the pictures that are kept (screens.mjs). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, missing as lacking, serve } from "./browser.mjs";
import { kept, missing, shoot } from "./screens.mjs";

/** Parts of a picture that may be elsewhere or otherwise: words in another font, whose lines are higher. */
const MISSING = { desk: 0.12, phone: 0.22 };
/** How far the share of a chart that has a colour may be from the one that is kept. */
const COLOURED = 0.2;
const skip = lacking;
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

for (const kind of ["desk", "phone"]) {
  test(`twelve games look as they did: ${kind}`, { skip }, async () => {
    const [before, now] = [await kept(browser, kind), await shoot(browser, server, kind)];
    const wrong = Object.entries(now).flatMap(([name, shot]) => {
      const was = before[name];
      // Each way: what is new counts as what is gone.
      const share = Math.max(missing(was, shot), missing(shot, was));
      const isColoured = Math.abs(shot.coloured - was.coloured) <= COLOURED * was.coloured + 0.0005;
      return share <= MISSING[kind] && isColoured ? [] : [`${name}: ${Math.round(100 * share)} % elsewhere, coloured ${shot.coloured.toFixed(4)}, was ${was.coloured}`];
    });
    assert.deepEqual(wrong, [], "if this is meant: node screens.mjs, and look at tests/screens/");
  });
}
