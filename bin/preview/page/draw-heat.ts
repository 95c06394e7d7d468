import type { PanelModel } from "../../../lib/dashboards/model";
import { bucketsOf } from "../../../lib/preview/heat-buckets";
import { dateTime, formatted, textOf } from "../../../lib/preview/unit-format";
import { chart, tooltipLook } from "./charts";
import { element } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

/** Few to many (ColorBrewer Oranges, which is the application's usual). */
const DARK = ["#1f2126", "#7f2704", "#a63603", "#d94801", "#f16913", "#fd8d3c", "#fdae6b", "#fdd0a2", "#fee6ce"];
const LIGHT = ["#fff5eb", "#fee6ce", "#fdd0a2", "#fdae6b", "#fd8d3c", "#f16913", "#d94801", "#a63603", "#7f2704"];

interface Options {
  readonly yAxis?: { readonly unit?: string; readonly decimals?: number };
}

/** How often each range of values was seen, over time. */
export async function drawHeat(body: HTMLElement, panel: PanelModel, { series }: PanelData, scope: Scope): Promise<void> {
  const { yAxis = {} } = (panel.options ?? {}) as Options;
  const unit = yAxis.unit ?? panel.fieldConfig?.defaults?.unit;
  const isCumulative = (panel.targets ?? []).some(({ format }) => format === "heatmap");
  const buckets = bucketsOf(series, isCumulative);
  const [first] = buckets;
  const times = first?.times ?? [];
  const nameOf = (bound: string) => {
    const number = bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound);
    return Number.isNaN(number) ? bound : Number.isFinite(number) ? textOf(formatted(number, unit, yAxis.decimals, scope.now)) : "+Inf";
  };
  const cells = buckets.flatMap(({ counts }, row) =>
    counts.flatMap((count, column) => (count === null || count <= 0 ? [] : [[column, row, count]])),
  );
  const most = cells.reduce((all, [, , count = 0]) => Math.max(all, count), 0);
  const place = element("div.chart");
  body.append(place);
  const everyNth = (width: number) => Math.max(1, Math.ceil(times.length / Math.max(2, width / 90)));
  await chart(place, ({ width }) => ({
    grid: { left: 4, right: 14, top: 10, bottom: 34, containLabel: true },
    xAxis: {
      type: "category",
      data: times,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: scope.theme.faint,
        fontSize: 11,
        interval: (index: number) => index > 0 && index % everyNth(width) === 0,
        formatter: (time: string) =>
          dateTime(Number(time)).slice(scope.to - scope.from > 172_800_000 ? 5 : 11, scope.to - scope.from > 172_800_000 ? 10 : 16),
      },
    },
    yAxis: {
      type: "category",
      data: buckets.map(({ bound }) => nameOf(bound)),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: scope.theme.faint, fontSize: 11, hideOverlap: true },
    },
    visualMap: {
      min: 0,
      max: most || 1,
      calculable: false,
      orient: "horizontal",
      left: "right",
      bottom: 0,
      itemWidth: 10,
      itemHeight: 120,
      precision: 2,
      text: [textOf(formatted(most, "short", undefined, scope.now)), "0"],
      textStyle: { color: scope.theme.faint, fontSize: 11 },
      inRange: { color: scope.theme.isDark ? DARK : LIGHT },
    },
    tooltip: {
      ...tooltipLook(scope),
      formatter: ({ value: [column = 0, row = 0, count = 0] }: { readonly value: readonly number[] }) =>
        element(
          "div",
          {},
          dateTime(times[column] ?? 0),
          element("div", {}, `up to ${nameOf(buckets[row]?.bound ?? "")}: ${textOf(formatted(count, "short", undefined, scope.now))}`),
        ),
    },
    series: [{ type: "heatmap", data: cells, progressive: 0, itemStyle: { borderWidth: 0 }, emphasis: { disabled: true } }],
  }));
}
