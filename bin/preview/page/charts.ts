import { CustomChart, GaugeChart, HeatmapChart, LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent, VisualMapComponent } from "echarts/components";
import { type EChartsCoreOption, type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { clock, dateTime } from "../../../lib/preview/unit-format";
import { FONT } from "./element";
import type { Scope } from "./scope";

use([
  LineChart,
  HeatmapChart,
  GaugeChart,
  CustomChart,
  GridComponent,
  TooltipComponent,
  MarkLineComponent,
  VisualMapComponent,
  CanvasRenderer,
]);

const charts = new WeakMap<Element, EChartsType>();
// it tells of each chart once when that is first looked at, and to draw it again would take as long as the first time
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) if (!isFilled(target)) charts.get(target)?.resize();
});

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Waiting {
  readonly into: HTMLElement;
  readonly optionOf: (size: Size) => EChartsCoreOption;
  readonly done: (made: EChartsType) => void;
  readonly fail: (error: unknown) => void;
}
let waiting: Waiting[] = [];

/** A chart that fills its element, and goes with it; drawn with the next frame, all of a frame together: to measure between two of them lays the page out anew. */
export function chart(into: HTMLElement, optionOf: (size: Size) => EChartsCoreOption): Promise<EChartsType> {
  return new Promise((done, fail) => {
    if (waiting.length === 0) requestAnimationFrame(drawWaiting);
    waiting.push({ into, optionOf, done, fail });
  });
}

function drawWaiting(): void {
  // what was drawn anew meanwhile is gone
  const all = waiting.filter(({ into }) => into.isConnected);
  waiting = [];
  const sizes = all.map(({ into }) => ({ width: into.clientWidth, height: into.clientHeight }));
  for (const [index, { into, optionOf, done, fail }] of all.entries()) {
    const size = sizes[index] ?? { width: 0, height: 0 };
    try {
      const made = init(into, undefined, { renderer: "canvas", ...size });
      charts.set(into, made);
      resized.observe(into);
      made.setOption({ animation: false, textStyle: { fontFamily: FONT }, ...optionOf(size) });
      // in this frame already
      made.getZr().flush();
      done(made);
    } catch (error) {
      fail(error);
    }
  }
}

/** All charts below an element, each with what it is drawn in. */
export function chartsBelow(below: Element): (readonly [HTMLElement, EChartsType])[] {
  return [...below.querySelectorAll<HTMLElement>("[_echarts_instance_]")].flatMap((place) => {
    const drawn = charts.get(place);
    return drawn === undefined ? [] : [[place, drawn] as const];
  });
}

/** Whether a chart is as large as its element. */
export function isFilled(place: Element): boolean {
  const drawn = charts.get(place);
  return drawn === undefined || (drawn.getWidth() === place.clientWidth && drawn.getHeight() === place.clientHeight);
}

/** A text on a canvas, with where it stands there. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function textsOf(drawn: EChartsType): PlacedText[] {
  const shown = drawn.getZr().storage.getDisplayList(true);
  return shown.flatMap((one) => {
    const { text } = one.style as { readonly text?: unknown };
    if (one.type !== "tspan" || typeof text !== "string" || text === "") return [];
    const place = one.getBoundingRect().clone();
    if (one.transform) place.applyTransform(one.transform);
    return [{ text, x: place.x, y: place.y, width: place.width, height: place.height }];
  });
}

/** Charts below an element are let go before it is drawn anew. */
export function forget(below: Element): void {
  for (const [place, drawn] of chartsBelow(below)) {
    resized.unobserve(place);
    drawn.dispose();
  }
}

const DAY = 86_400_000;

/** From left to right the time that is shown. */
export function timeAxis({ from, to, theme }: Scope) {
  const isLong = to - from > 2 * DAY;
  return {
    type: "time",
    min: from,
    max: to,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: true, lineStyle: { color: theme.line } },
    axisLabel: {
      color: theme.faint,
      fontSize: 11,
      hideOverlap: true,
      showMinLabel: false,
      showMaxLabel: false,
      formatter: (at: number) => (isLong ? dateTime(at).slice(5, 10).replace("-", "/") : clock(at)),
    },
  };
}

export const tooltipLook = ({ theme }: Scope) => ({
  backgroundColor: theme.isDark ? "#22252b" : "#ffffff",
  borderColor: theme.isDark ? "#34373e" : "#d5d8dc",
  textStyle: { color: theme.text, fontSize: 12 },
  appendToBody: true,
});
