import type { Panel } from "./panel";

export interface GridPosition {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const GRID_COLUMNS = 24;

/** What a kind takes where its panel says nothing: four tiles or two graphs stand side by side. */
const USUAL: Readonly<Record<Panel["kind"], { readonly w: number; readonly h: number }>> = {
  stat: { w: 6, h: 4 },
  graph: { w: 12, h: 8 },
  timeline: { w: 24, h: 8 },
  bars: { w: 12, h: 8 },
  table: { w: 24, h: 9 },
  heat: { w: 12, h: 8 },
  logs: { w: 24, h: 8 },
  text: { w: 24, h: 6 },
};

/** Panels one after the other from the left, a new line where the next one does not fit; the line is as high as its highest. */
export function positionsOf(panels: readonly Panel[], top: number): { readonly at: readonly GridPosition[]; readonly bottom: number } {
  const at: GridPosition[] = [];
  let [x, y, lineHeight] = [0, top, 0];
  for (const { kind, width, height } of panels) {
    const w = Math.min(width ?? USUAL[kind].w, GRID_COLUMNS);
    const h = height ?? USUAL[kind].h;
    if (x + w > GRID_COLUMNS) [x, y, lineHeight] = [0, y + lineHeight, 0];
    at.push({ x, y, w, h });
    x += w;
    lineHeight = Math.max(lineHeight, h);
  }
  return { at, bottom: y + lineHeight };
}
