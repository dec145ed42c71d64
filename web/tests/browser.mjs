/** The program and a browser, for tests. What is missing is said, and the tests are left out. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const mexlab = process.env.MEXLAB ?? join(target, "debug/mexlab");
const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const found = browsers.find((path) => path && existsSync(path));

/** Why there is nothing to test with, or `false`. */
export const missing = !existsSync(mexlab)
  ? `no program ${mexlab}: run cargo build`
  : !found
    ? "no Chromium: install the package chromium, or set CHROMIUM"
    : false;

/** The text of a game of the catalogue. */
export function rule(name) {
  const said = execFileSync(mexlab, ["session"], { input: '{"ask": "catalogue"}\n', maxBuffer: 1 << 26 }).toString();
  return JSON.parse(said.split("\n")[0]).games.find((game) => game.name === name).text;
}

/** Starts a server; its address, and how to end it. */
export async function serve(...flags) {
  const server = spawn(mexlab, ["serve", "--no-open", ...flags]);
  const address = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(text.toString().trim().split("#")[0]));
    server.once("exit", () => reject(new Error("the server ended")));
  });
  return { address, end: () => server.kill("SIGINT") };
}

const kinds = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

/** Serves the files of a folder and nothing else, but what `others` make of a path; the address, and how to end it. */
export async function serveFolder(folder, others = {}) {
  const server = createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const name = pathname.endsWith("/") ? "index.html" : pathname.split("/").at(-1);
    const path = join(folder, name);
    const file = others[pathname]?.() ?? (existsSync(path) ? readFileSync(path) : null);
    if (!file) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": kinds[extname(name)] }).end(file);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

/** The report of a run, as an address. */
export function report(...run) {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  execFileSync(mexlab, ["run", ...run, "--out", folder], { stdio: "pipe" });
  return `file://${execFileSync("find", [folder, "-name", "report.html"]).toString().trim()}`;
}

/** The page of the atlas of a sweep, as an address. */
export function atlas(...sweep) {
  const folder = mkdtempSync(join(tmpdir(), "atlas-"));
  execFileSync(mexlab, ["sweep", ...sweep, "--out", folder], { stdio: "pipe" });
  return `file://${folder}/atlas.html`;
}

/** A browser; `flags` of Chromium. */
export async function launch(...flags) {
  return chromium.launch({ executablePath: found, args: ["--no-sandbox", ...flags] });
}

/** A page that writes down what must not be: messages of the console, and requests to elsewhere. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1300, height: 900 }, locale: "en-US", ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("console", (message) => wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(error.message));
  const own = new URL(address).origin;
  page.on("request", (request) => {
    const url = request.url();
    const isOwn = address.startsWith("file:") ? url.startsWith("file:") : url.startsWith(own);
    if (!isOwn && !url.startsWith("data:")) wrong.push(`request to ${url}`);
  });
  await page.goto(address);
  return { page, wrong, close: () => context.close() };
}

/** The address of a page that shows a rule. */
export function showing(address, rule, more = {}) {
  return `${address.split("#")[0]}#${new URLSearchParams({ rule, ...more })}`;
}
