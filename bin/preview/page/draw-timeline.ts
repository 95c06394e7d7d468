import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from "echarts/types/dist/shared";
import type { PanelModel } from "../../../lib/dashboards/model";
import { colorOf, inkOn, withAlpha } from "../../../lib/preview/colors";
import { configOf, display, type FieldConfig, type FieldConfigSource } from "../../../lib/preview/field-config";
import { clock, textOf } from "../../../lib/preview/unit-format";
import { chart, timeAxis, tooltipLook } from "./charts";
import { element, widthOf } from "./element";
import type { LegendOptions } from "./legend-view";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface Segment {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly color: string;
}

interface Options {
  readonly showValue?: string;
  readonly mergeValues?: boolean;
  readonly rowHeight?: number;
  readonly legend?: LegendOptions;
}

/** Of the width: what is left tells when, and a name that is cut tells of nothing. */
const MOST_NAMES = 0.55;

/** A row for each series, its states one after the other. */
export async function drawTimeline(body: HTMLElement, panel: PanelModel, { series, step }: PanelData, scope: Scope): Promise<void> {
  const { showValue = "auto", mergeValues = true, rowHeight = 0.9, legend } = (panel.options ?? {}) as Options;
  const source = (panel.fieldConfig ?? {}) as FieldConfigSource;
  const rows = series.map((one) => ({ ...one, config: configOf(source, { name: one.name, kind: "number", refId: one.refId }) }));
  const opacity = Number((source.defaults?.custom as { readonly fillOpacity?: number } | undefined)?.fillOpacity ?? 70) / 100;
  const segments = rows.flatMap(({ times, values, config }, row) =>
    segmentsOf(times, values, config, row, step * 1000, mergeValues, scope),
  );
  const place = element("div.chart");
  body.append(place);
  if (legend?.showLegend !== false) body.append(states(segments, source.defaults ?? {}));
  // named in full where there is room for it
  const longest = Math.max(0, ...rows.map(({ name }) => widthOf(name, 11, 400))) + 8;
  await chart(place, ({ width }) => ({
    grid: { left: Math.min(width * MOST_NAMES, longest) + 6, right: 14, top: 4, bottom: 22 },
    xAxis: timeAxis(scope),
    yAxis: {
      type: "category",
      data: rows.map(({ name }) => name),
      inverse: true,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: scope.theme.text, fontSize: 11, width: Math.min(width * MOST_NAMES, longest), overflow: "truncate", interval: 0 },
    },
    tooltip: {
      ...tooltipLook(scope),
      formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
        const one = segments[dataIndex];
        if (one === undefined) return "";
        return element(
          "div",
          {},
          element("b", {}, rows[one.row]?.name ?? ""),
          element("div", {}, `${clock(one.from)} to ${clock(one.to)}: ${one.text}`),
        );
      },
    },
    series: [
      {
        type: "custom",
        clip: true,
        encode: { x: [1, 2], y: 0 },
        data: segments.map(({ row, from, to }) => [row, from, to]),
        renderItem: (params: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) =>
          drawn(segments[params.dataIndex], api, { rowHeight, opacity, showValue }),
      },
    ],
  }));
}

function drawn(
  segment: Segment | undefined,
  api: CustomSeriesRenderItemAPI,
  look: { readonly rowHeight: number; readonly opacity: number; readonly showValue: string },
) {
  if (segment === undefined) return undefined;
  const [left = 0, middle = 0] = api.coord([segment.from, segment.row]);
  const [right = 0] = api.coord([segment.to, segment.row]);
  const size = api.size?.([0, 1]);
  const height = (Array.isArray(size) ? (size[1] ?? 20) : 20) * look.rowHeight;
  const fits = look.showValue === "always" || (look.showValue === "auto" && widthOf(segment.text, 12) + 8 < right - left && height > 14);
  const fill = withAlpha(segment.color, look.opacity);
  return {
    type: "rect",
    shape: { x: left, y: middle - height / 2, width: Math.max(1, right - left), height },
    style: { fill },
    ...(fits && {
      textContent: { style: { text: segment.text, fill: inkOn(segment.color), fontSize: 12 } },
      textConfig: { position: "inside" },
    }),
  };
}

function segmentsOf(
  times: readonly number[],
  values: readonly (number | null)[],
  config: FieldConfig,
  row: number,
  step: number,
  isMerged: boolean,
  scope: Scope,
): Segment[] {
  const segments: Segment[] = [];
  for (const [index, value] of values.entries()) {
    const from = times[index] ?? 0;
    if (value === null) continue;
    const shown = display(value, config, scope.now);
    const [text, color] = [textOf(shown), shown.color ?? "#5794f2"];
    const last = segments.at(-1);
    if (isMerged && last !== undefined && last.text === text && last.color === color && last.to >= from)
      segments[segments.length - 1] = { ...last, to: from + step };
    else segments.push({ row, from, to: from + step, text, color });
  }
  return segments.map((one) => ({ ...one, to: Math.min(one.to, scope.to) }));
}

/** What the colours mean: of mappings each that is named, of thresholds each step. */
function states(segments: readonly Segment[], { mappings = [], thresholds, unit, decimals }: FieldConfig): HTMLElement {
  const named = mappings.flatMap((mapping) => (mapping.type === "value" ? Object.values(mapping.options) : [mapping.options.result]));
  const steps = (thresholds?.steps ?? []).map(({ value, color }) => ({
    text: value === null ? "< …" : `${textOf(display(value, { unit, decimals }, 0))}+`,
    color,
  }));
  const lowest = thresholds?.steps[1]?.value;
  const [first] = steps;
  if (first !== undefined && lowest !== undefined && lowest !== null) first.text = `< ${textOf(display(lowest, { unit, decimals }, 0))}`;
  const seen = [...new Map(segments.map(({ text, color }) => [text, { text, color }])).values()];
  const shown = named.length > 0 ? named : steps.length > 1 ? steps : seen.slice(0, 12);
  return element(
    "div.legend.list",
    {},
    ...shown.map(({ text = "", color = "gray" }) =>
      element("span.entry", {}, element("i.mark", { style: `background: ${colorOf(color)}` }), text),
    ),
  );
}
