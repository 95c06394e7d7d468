import type { PanelModel } from "../../../lib/dashboards/model";
import { binaryStep } from "../../../lib/preview/binary-step";
import { CLASSIC, colorOf, withAlpha } from "../../../lib/preview/colors";
import { configOf, display, type FieldConfig, type FieldConfigSource, seriesColor } from "../../../lib/preview/field-config";
import type { SeriesAnswer } from "../../../lib/preview/frame";
import { dateTime, formatted, textOf } from "../../../lib/preview/unit-format";
import { chart, timeAxis, tooltipLook } from "./charts";
import { element, FONT } from "./element";
import { type LegendOptions, legendView } from "./legend-view";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface Line extends SeriesAnswer {
  readonly config: FieldConfig;
  readonly color: string;
  readonly look: Look;
}

/** How a line is drawn (`fieldConfig.defaults.custom`). */
interface Look {
  readonly lineWidth?: number;
  readonly fillOpacity?: number;
  readonly drawStyle?: string;
  readonly lineInterpolation?: string;
  readonly showPoints?: string;
  readonly spanNulls?: boolean | number;
  readonly lineStyle?: { readonly fill?: string };
  readonly stacking?: { readonly mode?: string; readonly group?: string };
  readonly thresholdsStyle?: { readonly mode?: string };
  readonly axisPlacement?: string;
  readonly axisLabel?: string;
  readonly axisSoftMin?: number;
  readonly axisSoftMax?: number;
  readonly scaleDistribution?: { readonly type?: string; readonly log?: number };
  readonly transform?: string;
  readonly hideFrom?: { readonly viz?: boolean; readonly legend?: boolean };
}

interface Options {
  readonly legend?: LegendOptions;
  readonly tooltip?: { readonly mode?: string; readonly sort?: string };
}

/** Lines over time, stacked or not, thresholds as lines or areas. */
export async function drawGraph(body: HTMLElement, panel: PanelModel, { series }: PanelData, scope: Scope): Promise<void> {
  const source = (panel.fieldConfig ?? {}) as FieldConfigSource;
  const { legend = {}, tooltip = {} } = (panel.options ?? {}) as Options;
  const lines = series.map((one, index): Line => {
    const found = configOf(source, { name: one.name, kind: "number", refId: one.refId });
    const config: FieldConfig = { ...found, decimals: found.decimals ?? undefined };
    const last = one.values.findLast((value) => value !== null) ?? null;
    return {
      ...one,
      name: config.displayName ?? one.name,
      config,
      color: seriesColor(one.name, index, config, CLASSIC, last),
      look: (config.custom ?? {}) as Look,
    };
  });
  const place = element("div.chart");
  let alone: string | undefined;
  const option = () => {
    const visible = lines.filter(({ name, look }) => (alone === undefined || name === alone) && look.hideFrom?.viz !== true);
    return optionOf(visible, source.defaults ?? {}, tooltip, scope);
  };
  const toggle = (name: string) => {
    alone = alone === name ? undefined : name;
    for (const one of body.querySelectorAll<HTMLElement>(".key")) one.classList.toggle("off", alone !== undefined && one.title !== alone);
    void drawn.then((made) => made.setOption(option(), { notMerge: true }));
  };
  const below = legendView(
    lines.filter(({ look }) => look.hideFrom?.legend !== true),
    legend,
    scope.now,
    toggle,
  );
  body.append(place, ...(below === undefined ? [] : [below]));
  body.classList.toggle("beside", below?.dataset.placement === "right");
  const drawn = chart(place, option);
  await drawn;
}

function optionOf(
  lines: readonly Line[],
  defaults: FieldConfig,
  { mode = "single", sort = "none" }: NonNullable<Options["tooltip"]>,
  scope: Scope,
) {
  const { theme } = scope;
  const custom = (defaults.custom ?? {}) as Look;
  const isLog = custom.scaleDistribution?.type === "log";
  const axes = [false, true].filter((isRight) => !isRight || lines.some(isRightOf));
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: { left: 4, right: axes.length > 1 ? 4 : 14, top: 10, bottom: 2, containLabel: true },
    xAxis: timeAxis(scope),
    yAxis: axes.map((isRight) =>
      valueAxis(lines.find((line) => isRightOf(line) === isRight)?.config ?? defaults, custom, isLog, isRight, scope, lines),
    ),
    tooltip:
      mode === "none"
        ? { show: false }
        : {
            trigger: "axis",
            ...tooltipLook(scope),
            axisPointer: { lineStyle: { color: theme.faint } },
            formatter: (points: unknown) => tip(points, lines, sort, scope.now),
          },
    series: [...lines.map((line, index) => seriesOf(line, index, isRightOf(line))), ...thresholdLines(defaults, custom)],
  };
}

const isRightOf = ({ look }: Line): boolean => look.axisPlacement === "right";

function valueAxis(config: FieldConfig, custom: Look, isLog: boolean, isRight: boolean, { theme, now }: Scope, lines: readonly Line[]) {
  const { unit } = config;
  const isStacked = custom.stacking?.mode === "percent";
  const least = config.min ?? undefined;
  const most = config.max ?? (isStacked ? 1 : unit === "bool_yes_no" ? 1 : undefined);
  // bytes are counted by powers of two
  const binary = /^(?:bytes|binBps)$/.test(unit ?? "")
    ? binaryStep(
        lines.map(drawnValues),
        lines.some(({ look }) => look.stacking?.mode === "normal"),
        least,
      )
    : undefined;
  return {
    type: isLog ? "log" : "value",
    logBase: custom.scaleDistribution?.log ?? 10,
    position: isRight ? "right" : "left",
    min: least ?? binary?.min ?? soft(custom.axisSoftMin, "min"),
    max: most ?? binary?.max ?? soft(custom.axisSoftMax, "max"),
    interval: least !== undefined && most !== undefined && !isLog ? (most - least) / (unit === "bool_yes_no" ? 1 : 4) : binary?.step,
    scale: true,
    name: custom.axisLabel,
    splitNumber: 4,
    axisLine: { show: false },
    splitLine: { show: !isRight, lineStyle: { color: theme.line } },
    axisLabel: { color: theme.faint, fontSize: 11, formatter: (value: number) => tick(value, config, now) },
  };
}

/** At least as far as that, and as far as the data go. */
const soft = (bound: number | undefined, which: "min" | "max") =>
  bound === undefined ? undefined : (extent: { readonly min: number; readonly max: number }) => Math[which](extent[which], bound);

/** Without zeros that tell nothing. */
function tick(value: number, { unit, decimals }: FieldConfig, now: number): string {
  const { prefix, text, suffix } = formatted(value, unit, decimals ?? undefined, now);
  return textOf({ prefix, text: typeof decimals === "number" ? text : text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""), suffix });
}

/** Below the nought where a line goes the other way; what is told of it stays as it is. */
const signOf = ({ look }: Pick<Line, "look">): number => (look.transform === "negative-Y" ? -1 : 1);

const drawnValues = ({ values, look }: Pick<Line, "values" | "look">): (number | null)[] =>
  values.map((value) => (value === null ? null : signOf({ look }) * value));

function seriesOf({ name, times, values, color, look }: Line, index: number, isRight: boolean) {
  const { lineWidth = 1, fillOpacity = 0, lineInterpolation, showPoints = "auto", stacking, spanNulls, drawStyle = "line" } = look;
  const isStacked = stacking?.mode === "normal" || stacking?.mode === "percent";
  return {
    id: String(index),
    name,
    type: "line",
    yAxisIndex: isRight ? 1 : 0,
    data: drawnValues({ values, look }).map((value, place) => [times[place], value]),
    stack: isStacked ? (stacking?.group ?? "A") : undefined,
    connectNulls: spanNulls === true,
    showSymbol: showPoints === "always" || drawStyle === "points",
    symbolSize: 5,
    step: lineInterpolation?.startsWith("step") ? (lineInterpolation === "stepBefore" ? "end" : "start") : false,
    smooth: lineInterpolation === "smooth" ? 0.4 : false,
    lineStyle: { color, width: drawStyle === "points" ? 0 : lineWidth, type: look.lineStyle?.fill === "dash" ? "dashed" : "solid" },
    itemStyle: { color },
    areaStyle: fillOpacity > 0 ? { color: withAlpha(color, fillOpacity / 100) } : undefined,
    emphasis: { disabled: true },
    sampling: "lttb",
  };
}

/** Where a threshold is drawn, by the field's own values: an empty series carries the lines. */
function thresholdLines({ thresholds }: FieldConfig, { thresholdsStyle }: Look) {
  const { mode = "off" } = thresholdsStyle ?? {};
  if (mode === "off" || thresholds === undefined) return [];
  const steps = thresholds.steps.filter(({ value }) => value !== null);
  const type = mode.startsWith("dashed") ? "dashed" : "solid";
  return [
    {
      id: "thresholds",
      type: "line",
      data: [],
      silent: true,
      markLine: {
        symbol: "none",
        silent: true,
        animation: false,
        label: { show: false },
        data:
          mode === "area"
            ? []
            : steps.map(({ value, color }) => ({ yAxis: value, lineStyle: { color: colorOf(color), type, width: 1.5 } })),
      },
    },
  ];
}

function tip(points: unknown, lines: readonly Line[], sort: string, now: number): HTMLElement | string {
  const all = (points as readonly { readonly seriesId: string; readonly value: readonly [number, number | null] }[]).flatMap(
    ({ seriesId, value }) => {
      const line = lines[Number(seriesId)];
      return line === undefined || value[1] === null ? [] : [{ line, at: value[0], value: signOf(line) * value[1] }];
    },
  );
  const [first] = all;
  if (first === undefined) return "";
  if (sort !== "none") all.sort((a, b) => (sort === "desc" ? b.value - a.value : a.value - b.value));
  const rows = all
    .slice(0, 20)
    .map(({ line, value }) =>
      element(
        "div.tip",
        {},
        element("i.mark", { style: `background: ${line.color}` }),
        element("span", {}, line.name),
        element("b", {}, textOf(display(value, line.config, now))),
      ),
    );
  const more = all.length > 20 ? element("div", {}, `and ${all.length - 20} more`) : undefined;
  return element("div", {}, dateTime(first.at), ...rows, more);
}
