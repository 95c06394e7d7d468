import type { PanelModel } from "../../../lib/dashboards/model";
import { seriesAnswers, seriesFrame, tableFrame } from "../../../lib/preview/answers";
import type { FieldConfigSource } from "../../../lib/preview/field-config";
import type { Frame, SeriesAnswer } from "../../../lib/preview/frame";
import { inPromql, rateIntervalOf, stepOf } from "../../../lib/preview/interval";
import { type Transformation, transformed } from "../../../lib/preview/transformations";
import { inExpression } from "../../../lib/preview/variables";
import { askStore } from "./asking";
import type { Scope } from "./scope";

export interface PanelData {
  readonly series: readonly SeriesAnswer[];
  readonly frames: readonly Frame[];
  /** Seconds between the points. */
  readonly step: number;
}

interface Target {
  readonly refId?: string;
  readonly expr?: string;
  readonly legendFormat?: string;
  readonly instant?: boolean;
  readonly format?: string;
  readonly hide?: boolean;
  readonly interval?: string;
  readonly intervalFactor?: number;
}

/** What the data source says that it is scraped by. */
const LEAST_STEP = 30;

/** Everything that a panel asks, as it is shown. @param width pixels: no more points than these are drawn */
export async function panelData(panel: PanelModel, scope: Scope, width: number): Promise<PanelData> {
  const targets = ((panel.targets ?? []) as readonly Target[]).filter(({ expr = "", hide = false }) => expr !== "" && !hide);
  const range = (scope.to - scope.from) / 1000;
  const step = stepOf(range, panel.maxDataPoints === undefined ? width : Number(panel.maxDataPoints), LEAST_STEP);
  const config = (panel.fieldConfig ?? {}) as FieldConfigSource;
  const isTable = ({ format }: Target) => format === "table";
  const tables = targets.filter(isTable).length;
  const answers = await Promise.all(
    targets.map(async (target, index) => {
      const { refId = String(index), legendFormat, instant = false } = target;
      const expr = inExpression(target.expr ?? "", scope.choices, builtIn(range, step, scope));
      const times = instant ? [] : timesOf(scope, step);
      const found = instant
        ? await askStore("query", { query: expr, time: scope.to / 1000 }, scope.since)
        : await askStore("query_range", { query: expr, start: (times[0] ?? 0) / 1000, end: (times.at(-1) ?? 0) / 1000, step }, scope.since);
      if (isTable(target)) return { series: [], frames: [tableFrame(refId, found, tables > 1, config)] };
      const series = seriesAnswers({ refId, expr, legend: legendFormat }, found, times);
      return { series, frames: [seriesFrame(refId, series, config)] };
    }),
  );
  const transformations = (panel.transformations ?? []) as readonly Transformation[];
  const frames = transformed(
    answers.flatMap(({ frames }) => frames),
    transformations,
    config,
  );
  return { series: answers.flatMap(({ series }) => series), frames, step };
}

/** At multiples of the step, so that a later look shows the same points. */
function timesOf({ from, to }: Scope, step: number): number[] {
  const first = Math.ceil(from / 1000 / step) * step;
  const count = Math.floor((to / 1000 - first) / step) + 1;
  return Array.from({ length: Math.max(1, count) }, (_, index) => (first + index * step) * 1000);
}

const builtIn = (range: number, step: number, { from, to }: Scope): Readonly<Record<string, string>> => ({
  __interval: inPromql(step),
  __interval_ms: String(step * 1000),
  __rate_interval: inPromql(rateIntervalOf(step, LEAST_STEP)),
  __range: inPromql(Math.round(range)),
  __range_s: String(Math.round(range)),
  __range_ms: String(Math.round(range * 1000)),
  __from: String(from),
  __to: String(to),
});
