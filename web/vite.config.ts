import { defineConfig } from "vite";

/** The page of `mexlab serve`, or with `--mode report` the script of report.html. */
export default defineConfig(({ mode }) => {
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
