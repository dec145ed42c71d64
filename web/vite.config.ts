import { defineConfig } from "vite";

/**
 * The page of `mexlab serve` and of the playground, with `--mode worker` the worker of the playground, with `--mode
 * report` the script of report.html, with `--mode widget` the chart in notebooks.
 */
export default defineConfig(({ mode }) => {
  if (mode === "widget") {
    const lib = { entry: "src/widget.ts", formats: ["es" as const], fileName: () => "widget.js" };
    return { build: { outDir: "../python/mexlab", emptyOutDir: false, target: "es2022", lib } };
  }
  if (mode === "worker") {
    const output = { format: "iife" as const, entryFileNames: "worker.js" };
    return { build: { outDir: "dist", emptyOutDir: false, target: "es2022", rollupOptions: { input: "src/worker.ts", output } } };
  }
  const isReport = mode === "report";
  return {
    build: {
      outDir: "dist",
      emptyOutDir: !isReport,
      target: "es2022",
      modulePreload: false,
      cssCodeSplit: false,
      rollupOptions: {
        input: isReport ? "src/report.ts" : "src/main.ts",
        output: {
          format: "iife",
          entryFileNames: isReport ? "report.js" : "page.js",
          assetFileNames: isReport ? "report[extname]" : "page[extname]",
        },
      },
    },
  };
});
