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
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) charts.get(target)?.resize();
});

/** A chart that fills its element, and goes with it. */
export function chart(into: HTMLElement, option: EChartsCoreOption): EChartsType {
  const made = init(into, undefined, { renderer: "canvas" });
  made.setOption({ animation: false, textStyle: { fontFamily: FONT }, ...option });
  charts.set(into, made);
  resized.observe(into);
  return made;
}

/** Charts below an element are let go before it is drawn anew. */
export function forget(below: Element): void {
  for (const one of below.querySelectorAll("[_echarts_instance_]")) {
    resized.unobserve(one);
    charts.get(one)?.dispose();
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
