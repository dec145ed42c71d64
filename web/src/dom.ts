/** Elements made in one expression. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: never) => void)>;

/** An element. Attributes that are functions listen to the event of their name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.filter((child): child is Node | string => !!child || child === ""));
  return element;
}

/** A button that does something. */
export function button(label: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h("button", { type: "button", click: act, ...attributes }, label);
}

/** Puts other children in place of those of an element. */
export function fill(element: HTMLElement, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => !!child));
}

/** A box of text with a button that copies it. */
export function copyable(text: string, label: string, done: string): HTMLElement {
  const copy = button(label, () => {
    void navigator.clipboard.writeText(text).then(() => {
      copy.textContent = done;
      setTimeout(() => (copy.textContent = label), 1500);
    });
  });
  return h("div", { class: "code" }, copy, h("pre", { tabindex: 0 }, h("code", {}, text)));
}

/** A file, to be saved by the browser. */
export function download(name: string, content: string | Blob): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([content])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
