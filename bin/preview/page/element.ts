type Properties = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>;

/** `element("a.link", { href }, "text")`: a tag with its classes, attributes and listeners (`onclick`), and what stands in it. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  what: Tag | `${Tag}.${string}`,
  properties: Properties = {},
  ...inside: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const [tag = "div", ...classes] = what.split(".");
  const made = document.createElement(tag as Tag);
  made.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== undefined && value !== false) made.setAttribute(name, String(value));
  }
  made.append(...inside.filter((one) => one !== undefined));
  return made;
}

const context = document.createElement("canvas").getContext("2d");

/** How wide a text is at that size, in pixels. */
export function widthOf(text: string, size: number, weight = 500): number {
  if (context === null) return text.length * size * 0.6;
  context.font = `${weight} ${size}px ${FONT}`;
  return context.measureText(text).width;
}

/** So many columns have room on the narrowest screen; rows of more stand there as lists. */
export const NARROW = 2;

export const FONT = 'Inter, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif';
