/** Positions as they are drawn on paper: the parts of a figure as SVG. */
import { h } from "./dom";
import type { Figure, Part, Shown } from "./drawing";

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG. */
export function svg(tag: string, attributes: Record<string, string | number>, ...children: Element[]): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

function drawn(part: Part): SVGElement {
  if (part.shape === "line") {
    const [[x1, y1], [x2, y2]] = [part.from, part.to];
    return svg("line", { x1, y1, x2, y2, class: `edge ${part.mark}` });
  }
  const [x, y] = part.at;
  switch (part.shape) {
    case "square":
      return svg("rect", { x: x + 0.5, y: y + 0.5, width: 9, height: 9, class: part.mark });
    case "disc":
      return svg("circle", { cx: x, cy: y, r: 4.5, class: part.mark });
    case "text": {
      const text = svg("text", { x, y: y + 3 });
      text.textContent = part.text;
      return text;
    }
  }
}

/** A figure, so many pixels to its unit. */
export function figureShown({ size: [width, height], parts }: Figure, scale: number): SVGElement {
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale, class: "figure-of", "aria-hidden": "true" }, ...parts.map(drawn));
}

/** Positions with their values; a click on one chooses it. */
export function figuresShown(figures: Shown[], choose: (at: number[]) => void): HTMLElement[] {
  return figures.map(({ name, at, value, lost, figure }) =>
    h("button", { type: "button", click: () => choose(at) }, figureShown(figure, 1), h("span", {}, name), " ", h("span", { class: lost ? "lost" : "" }, value)),
  );
}
