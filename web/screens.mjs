/** Keeps the pictures of tests/screens/ anew: `npm run build`, then `MEXLAB=PROGRAM node screens.mjs`. Look at them before they are committed. */
import { keep } from "./tests/screens.mjs";

await keep();
