/** Something on the page that nobody could read. */
export interface Defect {
  /** Its title; nothing where it is no panel's. */
  readonly panel: string;
  readonly what: string;
}

/** A pixel may be lost by rounding. */
const SLACK = 1.5;
/** What holds a text that has to be read whole. */
const TEXTS = "header h3, .value, .name, .legend .key span, .legend td, .legend th, .rows td, .rows th, .prose";

/** What is wrong with what is drawn: errors, empty panels, panels on top of each other, texts that are cut. */
export function defects(): Defect[] {
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")].filter((panel) => panel.offsetParent !== null);
  const own = panels.flatMap((panel): Defect[] => {
    const problem = panel.dataset.problem === undefined ? [] : [`shows an error: ${panel.dataset.problem}`];
    const empty = panel.hasAttribute("data-empty") ? ["is empty"] : [];
    return [...problem, ...empty, ...cutTexts(panel)].map((what) => ({ panel: titleOf(panel), what }));
  });
  const over = panels.flatMap((panel, index) =>
    panels
      .slice(index + 1)
      .filter((other) => areOver(panel, other))
      .map((other) => ({ panel: titleOf(panel), what: `lies over "${titleOf(other)}"` })),
  );
  const page = document.documentElement;
  const wide =
    page.scrollWidth > page.clientWidth + SLACK
      ? [{ panel: "", what: `the page is ${page.scrollWidth} pixels wide, and ${page.clientWidth} are there` }]
      : [];
  return [...own, ...over, ...wide];
}

const titleOf = (panel: HTMLElement): string => panel.querySelector("h3")?.textContent ?? "";

function cutTexts(panel: HTMLElement): string[] {
  const texts = [...panel.querySelectorAll<HTMLElement>(TEXTS)].filter((one) => one.clientWidth > 0);
  const cut = texts.filter((one) => one.scrollWidth > one.clientWidth + SLACK || isOutside(one));
  return cut.slice(0, 3).map((one) => `cuts the text "${(one.textContent ?? "").slice(0, 60)}"`);
}

/** Beyond the edge of what it stands in, sideways; and of a tile in height, for tiles do not scroll. */
function isOutside(one: HTMLElement): boolean {
  const tile = one.closest(".tile, .dial, header");
  const around = tile ?? one.closest(".body");
  if (around === null) return false;
  const [inner, outer] = [one.getBoundingClientRect(), around.getBoundingClientRect()];
  const isWide = inner.left < outer.left - SLACK || inner.right > outer.right + SLACK;
  return isWide || (tile !== null && (inner.top < outer.top - SLACK || inner.bottom > outer.bottom + SLACK));
}

function areOver(one: HTMLElement, other: HTMLElement): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.left < b.right - SLACK && b.left < a.right - SLACK && a.top < b.bottom - SLACK && b.top < a.bottom - SLACK;
}
