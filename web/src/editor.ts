/** The editor of a rule: its language, and the mistakes under their characters. */
import { closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type Diagnostic as Shown, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Diagnostic } from "./events";
import { ruleLanguage } from "./language";

export class Editor {
  private readonly view: EditorView;
  private isQuiet = false;

  constructor(parent: HTMLElement, label: string, games: () => string[], changed: (text: string) => void) {
    const nonce = document.body.dataset.nonce ?? "";
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          lineNumbers(),
          history(),
          drawSelection(),
          highlightActiveLine(),
          bracketMatching(),
          closeBrackets(),
          lintGutter(),
          ruleLanguage(games),
          // Tab moves on to the next control, as everywhere on the page.
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !this.isQuiet) changed(this.text());
          }),
        ],
      }),
    });
  }

  text(): string {
    return this.view.state.doc.toString();
  }

  /** Puts another text in place, without telling that it changed. */
  replace(text: string): void {
    this.isQuiet = true;
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    this.isQuiet = false;
  }

  focus(): void {
    this.view.focus();
  }

  /** Shows mistakes of the text, at places counted in its bytes. */
  blame(text: string, diagnostics: Diagnostic[]): void {
    if (text !== this.text()) return;
    const places = charactersOf(text);
    const end = this.view.state.doc.length;
    const shown = diagnostics.map((diagnostic): Shown => {
      const from = Math.min(places(diagnostic.from), end);
      const to = Math.min(Math.max(places(diagnostic.to), from), end);
      return {
        from: from === to ? Math.max(0, from - 1) : from,
        to,
        severity: "error",
        source: diagnostic.code,
        message: [diagnostic.message, diagnostic.label, diagnostic.help].filter(Boolean).join("\n"),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown));
  }

  /** Puts the cursor on a mistake. */
  goTo(text: string, byte: number): void {
    this.view.dispatch({ selection: { anchor: Math.min(charactersOf(text)(byte), this.text().length) } });
    this.view.focus();
  }
}

/** The place among the characters of a text for a place among its bytes in UTF-8. */
function charactersOf(text: string): (byte: number) => number {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder();
  return (byte) => decoder.decode(bytes.subarray(0, byte)).length;
}

/** Line and column, from 1, of a place among the bytes of a text. */
export function lineAndColumn(text: string, byte: number): [number, number] {
  const before = text.slice(0, charactersOf(text)(byte)).split("\n");
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
