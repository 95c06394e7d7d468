import { chartsBelow, isFilled, type PlacedText, textsOf } from "./charts";

/** Something on the page that nobody could read. */
export interface Defect {
  /** Its title; nothing where it is no panel's. */
  readonly panel: string;
  readonly what: string;
}

/** Of places: a pixel may be lost by rounding. */
const SLACK = 1.5;
/** Of texts: from a twentieth of a pixel on an ellipsis stands for the rest. */
const TEXT_SLACK = 0.05;
/** What holds a text that has to be read whole. */
const TEXTS = "header h3 button, .value, .name, .legend .key span, .legend td, .legend th, .rows td, .rows th, .prose";

/** What is wrong with what is drawn: errors, empty panels, panels on top of each other, texts that are cut. */
export function defects(): Defect[] {
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")].filter((panel) => panel.offsetParent !== null);
  const own = panels.flatMap((panel): Defect[] => {
    const problem = panel.dataset.problem === undefined ? [] : [`shows an error: ${panel.dataset.problem}`];
    const empty = panel.hasAttribute("data-empty") ? ["is empty"] : [];
    return [...problem, ...empty, ...cutTexts(panel), ...legendDefects(panel), ...chartDefects(panel)].map((what) => ({
      panel: titleOf(panel),
      what,
    }));
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
  const cut = texts.filter((one) => isWiderThanItsPlace(one) || isOutside(one));
  return cut.slice(0, MOST_TOLD).map((one) => `cuts the text "${(one.textContent ?? "").slice(0, 60)}"`);
}

/** Of a kind in one panel. */
const MOST_TOLD = 3;

/** Widths of elements are whole pixels: what is in them is measured. */
function isWiderThanItsPlace(one: HTMLElement): boolean {
  if (one.scrollWidth > one.clientWidth + SLACK) return true;
  if (getComputedStyle(one).overflowX === "visible") return false;
  const inside = document.createRange();
  inside.selectNodeContents(one);
  return inside.getBoundingClientRect().width > one.getBoundingClientRect().width + TEXT_SLACK;
}

/** Lines without a name, and one that is half to be seen where the rest is scrolled. */
function legendDefects(panel: HTMLElement): string[] {
  return [...panel.querySelectorAll<HTMLElement>(".legend")].flatMap((legend) => {
    const nameless = [...legend.querySelectorAll(".key span")].filter((name) => (name.textContent ?? "").trim() === "");
    const end = legend.getBoundingClientRect().bottom;
    const line = Number.parseFloat(getComputedStyle(legend).lineHeight);
    const isHalf = [...legend.querySelectorAll("tr, .entry")].some((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      // a name may take several lines
      const shown = (end - top) / line;
      return shown > 0 && bottom > end + SLACK && Math.abs(shown - Math.round(shown)) * line > SLACK;
    });
    return [
      ...(nameless.length === 0 ? [] : [`has ${nameless.length} lines without a name in its legend`]),
      ...(isHalf ? ["shows half a line of its legend"] : []),
    ];
  });
}

/** Smaller than that nothing can be told from a chart. */
const LEAST_CHART = { width: 60, height: 36 };

function chartDefects(panel: HTMLElement): string[] {
  return chartsBelow(panel).flatMap(([place, drawn]) => {
    const { clientWidth: width, clientHeight: height } = place;
    const isSmall = width < LEAST_CHART.width || height < LEAST_CHART.height;
    if (isSmall) return [`draws a chart of ${width} by ${height} pixels`];
    if (!isFilled(place)) return [`draws ${drawn.getWidth()} by ${drawn.getHeight()} pixels where ${width} by ${height} are`];
    const texts = textsOf(drawn);
    const cut = texts.filter(({ text }) => /(?:\.\.\.|…)$/.test(text)).map(({ text }) => `cuts the text "${text}"`);
    const over = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `writes "${one.text}" over "${other.text}"`),
    );
    return [...cut.slice(0, MOST_TOLD), ...over.slice(0, MOST_TOLD)];
  });
}

/** Between texts that may be read one beside the other, of the height of a letter. */
const SHARED = 3;

const overlap = (a: PlacedText, b: PlacedText): boolean =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > SHARED &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > SHARED;

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
