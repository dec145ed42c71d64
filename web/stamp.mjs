/** Writes down from which sources the files in dist/ were built, so that a test can tell when they are older. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const files = ["package-lock.json", "tsconfig.json", "vite.config.ts", ...readdirSync("src").sort().map((name) => `src/${name}`)];
const lines = files.map((name) => {
  // FNV-1a of 64 bits: a test in Rust computes it in four lines.
  let hash = 0xcbf29ce484222325n;
  for (const byte of readFileSync(name)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `${hash.toString(16).padStart(16, "0")}  ${name}`;
});
writeFileSync("dist/sources.txt", `${lines.join("\n")}\n`);
