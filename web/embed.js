/**
 * Puts a game where the script stands: <script src="PLAYGROUND/embed.js" data-rule="octal:0.77"></script>. The rule may
 * also stand in the script; data-to, data-parameters ("k=3 m=2"), data-quantity, data-lang, data-width and data-height
 * are as in a link.
 */
(() => {
  const script = document.currentScript;
  const { rule = script.textContent.trim(), to, parameters, quantity, lang, width = "100%", height = "520" } = script.dataset;
  const state = new URLSearchParams({ v: "1", rule });
  for (const parameter of parameters?.split(/\s+/).filter(Boolean) ?? []) state.append("p", parameter);
  for (const [name, value] of [["to", to], ["q", quantity], ["lang", lang]]) if (value) state.set(name, value);
  const frame = document.createElement("iframe");
  // The page lies beside the script.
  frame.src = `${new URL("./", script.src)}#${state}&embed`;
  frame.title = /^\s*title\s+"([^"]*)"/m.exec(rule)?.[1] ?? (/^\s*game\s+([\w-]+)/m.exec(rule)?.[1] || rule);
  frame.loading = "lazy";
  frame.style.cssText = "border: 1px solid #d9dde3; border-radius: 6px; max-width: 100%";
  frame.width = width;
  frame.height = height;
  script.after(frame);
})();
