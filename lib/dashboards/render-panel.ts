import { PanelBuilder as BarsBuilder } from "@grafana/grafana-foundation-sdk/bargauge";
import * as common from "@grafana/grafana-foundation-sdk/common";
import * as board from "@grafana/grafana-foundation-sdk/dashboard";
import { PanelBuilder as HeatBuilder } from "@grafana/grafana-foundation-sdk/heatmap";
import type { PanelBuilder as LogsBuilder } from "@grafana/grafana-foundation-sdk/logs";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as StatBuilder } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as TimelineBuilder } from "@grafana/grafana-foundation-sdk/statetimeline";
import { PanelBuilder as TableBuilder } from "@grafana/grafana-foundation-sdk/table";
import { PanelBuilder as TextBuilder, TextMode } from "@grafana/grafana-foundation-sdk/text";
import { PanelBuilder as GraphBuilder } from "@grafana/grafana-foundation-sdk/timeseries";
import { runbookUrl } from "../alerts/runbooks";
import type { Unit } from "../series";
import type { AlertsShown } from "./alerts-shown";
import { CLICKED, dashboardOf } from "./click";
import { METRICS_SOURCE } from "./data-source";
import {
  asksOf,
  type BarsPanel,
  type GraphPanel,
  type HeatPanel,
  type Meaning,
  type Panel,
  type Query,
  type Reduction,
  type StatPanel,
  type TableColumn,
  type TablePanel,
  type TimelinePanel,
} from "./panel";
import { renderLogs } from "./render-logs";
import type { Surroundings } from "./surroundings";
import { stepsOf, type Threshold } from "./threshold";
import { GRAFANA_UNITS } from "./unit";

type ValueBuilder = StatBuilder | GraphBuilder | TimelineBuilder | BarsBuilder | TableBuilder | HeatBuilder;
export type AnyPanelBuilder = ValueBuilder | LogsBuilder | TextBuilder;

export function renderPanel(declared: Panel, surroundings: Surroundings): AnyPanelBuilder {
  const panel = withAsked(declared, surroundings.alerts);
  const builder = panelOf(panel, surroundings);
  const links = asksOf(panel)
    .filter(surroundings.alerts.isThere)
    .map((alert) =>
      new board.DashboardLinkBuilder(`Runbook: ${alert}`)
        .type(board.DashboardLinkType.Link)
        .url(runbookUrl(surroundings.runbooksUrl, alert))
        .targetBlank(true),
    );
  return links.length === 0 ? builder : builder.links(links);
}

/** With the thresholds of the alerts that it asks beside its own. */
function withAsked(panel: Panel, alerts: AlertsShown): Panel {
  const judged = <P extends Pick<TableColumn, "asks" | "thresholds">>(one: P): P =>
    one.asks === undefined ? one : { ...one, thresholds: [...(one.thresholds ?? []), ...one.asks.flatMap(alerts.thresholdsOf)] };
  switch (panel.kind) {
    case "logs":
    case "text":
      return panel;
    case "table": {
      const [first, ...others] = panel.columns;
      return { ...panel, columns: [judged(first), ...others.map(judged)] };
    }
    default:
      return judged(panel);
  }
}

function panelOf(panel: Panel, { runbooksUrl, organisation }: Surroundings): AnyPanelBuilder {
  switch (panel.kind) {
    case "stat":
      return statOf(panel);
    case "graph":
      return graphOf(panel);
    case "timeline":
      return timelineOf(panel);
    case "bars":
      return barsOf(panel);
    case "table":
      return tableOf(panel, runbooksUrl);
    case "heat":
      return heatOf(panel);
    case "logs":
      return renderLogs(panel, organisation);
    case "text":
      return new TextBuilder().title(panel.title).description(panel.description).mode(TextMode.Markdown).content(panel.markdown);
  }
}

/** What a value is told by. */
interface Look {
  readonly unit: Unit;
  readonly decimals?: number;
  readonly thresholds?: readonly Threshold[];
  readonly means?: Readonly<Record<string, Meaning>>;
}

/** What every kind is told alike. */
function looks<Builder extends ValueBuilder>(
  builder: Builder,
  { title, description }: Pick<Panel, "title" | "description">,
  look: Look,
): Builder {
  builder
    .datasource(METRICS_SOURCE)
    .title(title)
    .description(description)
    .unit(GRAFANA_UNITS[look.unit])
    .thresholds(scaleOf(look.thresholds));
  if (look.decimals !== undefined) builder.decimals(look.decimals);
  if (look.means !== undefined) builder.mappings([mappingOf(look.means)]);
  return builder;
}

const scaleOf = (thresholds: readonly Threshold[] | undefined): board.ThresholdsConfigBuilder =>
  new board.ThresholdsConfigBuilder().mode(board.ThresholdsMode.Absolute).steps(stepsOf(thresholds).map((step) => ({ ...step })));

const mappingOf = (means: Readonly<Record<string, Meaning>>): board.ValueMap => ({
  type: board.MappingType.ValueToText,
  options: Object.fromEntries(Object.entries(means).map(([value, { text, color }], index) => [value, { text, color, index }])),
});

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const refId = (index: number): string => LETTERS[index] ?? `A${index}`;

function target({ expr, legend }: Query, index: number): DataqueryBuilder {
  const query = new DataqueryBuilder().datasource(METRICS_SOURCE).expr(expr).refId(refId(index));
  return legend === undefined ? query : query.legendFormat(legend);
}
const overTime = (queries: readonly Query[]): DataqueryBuilder[] => queries.map((query, index) => target(query, index).range());
const asItIs = (queries: readonly Query[]): DataqueryBuilder[] => queries.map((query, index) => target(query, index).instant());

const CALCULATIONS: Readonly<Record<Reduction, string>> = { last: "lastNotNull", max: "max", mean: "mean", sum: "sum" };
const reduced = (by: Reduction): common.ReduceDataOptionsBuilder => new common.ReduceDataOptionsBuilder().calcs([CALCULATIONS[by]]);

const byThresholds = new board.FieldColorBuilder().mode(board.FieldColorModeId.Thresholds);
const byName = new board.FieldColorBuilder().mode(board.FieldColorModeId.PaletteClassicByName);

function statOf(panel: StatPanel): StatBuilder {
  const { queries, hasTrend = false, reduce = "last", isTile = false, showsName = false } = panel;
  // what is reduced over the time that is shown has to be asked over it
  const isRange = hasTrend || reduce !== "last";
  return looks(new StatBuilder(), panel, panel)
    .targets(isRange ? overTime(queries) : asItIs(queries))
    .colorScheme(byThresholds)
    .graphMode(hasTrend ? common.BigValueGraphMode.Area : common.BigValueGraphMode.None)
    .colorMode(isTile ? common.BigValueColorMode.Background : common.BigValueColorMode.Value)
    .textMode(
      showsName
        ? common.BigValueTextMode.Name
        : queries.length > 1 || (isTile && queries[0].legend !== undefined)
          ? common.BigValueTextMode.ValueAndName
          : common.BigValueTextMode.Auto,
    )
    .reduceOptions(reduced(reduce));
}

/** Below the graph, with what one asks of a line: its last and its highest value. */
const legendBelow = (): common.VizLegendOptionsBuilder =>
  new common.VizLegendOptionsBuilder()
    .showLegend(true)
    .displayMode(common.LegendDisplayMode.Table)
    .placement(common.LegendPlacement.Bottom)
    .calcs(["lastNotNull", "max"]);

function graphOf(panel: GraphPanel): GraphBuilder {
  const { queries, thresholds = [], isStacked = false, min, max, colors = {} } = panel;
  const builder = looks(new GraphBuilder(), panel, panel)
    .targets(overTime(queries))
    .colorScheme(byName)
    .lineWidth(1)
    // where lines cross, colours over each other tell nothing
    .fillOpacity(isStacked ? 30 : 0)
    .showPoints(common.VisibilityMode.Never)
    .stacking(new common.StackingConfigBuilder().mode(isStacked ? common.StackingMode.Normal : common.StackingMode.None).group("A"))
    .thresholdsStyle(
      new common.GraphThresholdsStyleConfigBuilder().mode(
        thresholds.length > 0 ? common.GraphThresholdsStyleMode.Dashed : common.GraphThresholdsStyleMode.Off,
      ),
    )
    .legend(legendBelow())
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi).sort(common.SortOrder.Descending));
  if (min !== undefined) builder.min(min);
  if (max !== undefined) builder.max(max);
  const reach = max === undefined ? reachOf(panel) : undefined;
  if (reach !== undefined) builder.axisSoftMax(reach);
  queries.forEach(({ isMirrored = false }, index) => {
    if (isMirrored) builder.overrideByQuery(refId(index), [{ id: "custom.transform", value: common.GraphTransform.NegativeY }]);
  });
  for (const [name, color] of Object.entries(colors)) {
    builder.overrideByName(name, [{ id: "color", value: { mode: "fixed", fixedColor: color } }]);
  }
  return builder;
}

/** Above the threshold that comes first, its line is to be seen. */
const OVER_THRESHOLD = 1.25;
/** Of a share that is nought all the time. */
const LEAST_SHARE = 0.01;

/** What stands for any at all, as the alert on it has it. */
const NEXT_TO_NOTHING = 1e-6;
/** Of what is nought as long as all is well, its whole. */
const WHOLE: Readonly<Partial<Record<Unit, number>>> = { ratio: 1, percent: 100, count: Number.POSITIVE_INFINITY };

/** How far the axis of what should be nought goes: a line that lies on the nought says how far it is from bad. */
function reachOf({ unit, thresholds = [], isStacked }: GraphPanel): number | undefined {
  const whole = WHOLE[unit];
  if (whole === undefined || isStacked) return undefined;
  const above = thresholds.flatMap(({ at, lessIsWorse }) => (lessIsWorse || at < NEXT_TO_NOTHING ? [] : [at]));
  const first = Math.min(...above);
  if (above.length > 0) return first > whole ? OVER_THRESHOLD * first : Math.min(OVER_THRESHOLD * first, whole);
  return unit === "ratio" ? LEAST_SHARE : undefined;
}

function timelineOf(panel: TimelinePanel): TimelineBuilder {
  return looks(new TimelineBuilder(), panel, panel)
    .targets(overTime(panel.queries))
    .colorScheme(byThresholds)
    .showValue(common.VisibilityMode.Never)
    .mergeValues(true)
    .rowHeight(0.9)
    .fillOpacity(80)
    .lineWidth(0)
    .legend(
      new common.VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(common.LegendDisplayMode.List)
        .placement(common.LegendPlacement.Bottom)
        .calcs([]),
    )
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Single).sort(common.SortOrder.None));
}

function barsOf(panel: BarsPanel): BarsBuilder {
  const builder = looks(new BarsBuilder(), panel, panel)
    .targets(asItIs(panel.queries))
    .colorScheme(byThresholds)
    .orientation(common.VizOrientation.Horizontal)
    .displayMode(common.BarGaugeDisplayMode.Basic)
    .showUnfilled(true)
    .reduceOptions(reduced("last"));
  if (panel.min !== undefined) builder.min(panel.min);
  if (panel.max !== undefined) builder.max(panel.max);
  return builder;
}

/** The name of a query's value where several are joined by their labels; of a single one it is `Value`. */
const fieldOf = (index: number, count: number): string => (count === 1 ? "Value" : `Value #${refId(index)}`);

function tableOf(panel: TablePanel, runbooksUrl: string): TableBuilder {
  const { columns, by, leadsTo = {}, isLeastFirst = false } = panel;
  const heads = { ...by, ...Object.fromEntries(columns.map(({ title }, index) => [fieldOf(index, columns.length), title])) };
  const [first] = columns;
  const builder = looks(new TableBuilder(), panel, { unit: first.unit })
    .targets(columns.map(({ expr }, index) => target({ expr }, index).instant().format(PromQueryFormat.Table)))
    .filterable(true)
    .sortBy([new common.TableSortByFieldStateBuilder().displayName(first.title).desc(!isLeastFirst)])
    .transformations([
      ...(columns.length > 1 ? [{ id: "merge", options: {} }] : []),
      {
        id: "organize",
        options: {
          // one field decides of all others: what is not listed is not shown
          includeByName: Object.fromEntries(Object.keys(heads).map((field) => [field, true])),
          indexByName: Object.fromEntries(Object.keys(heads).map((field, index) => [field, index])),
          renameByName: heads,
        },
      },
    ]);
  for (const column of columns) builder.overrideByName(column.title, columnLooks(column));
  for (const [label, target] of Object.entries(leadsTo)) {
    const url = target === "runbook" ? runbookUrl(runbooksUrl, CLICKED) : dashboardOf(target, by);
    builder.overrideByName(by[label] ?? label, [{ id: "links", value: [{ title: `More of ${CLICKED}`, url }] }]);
  }
  return builder;
}

function columnLooks({ unit, decimals, thresholds, means }: TableColumn): board.DynamicConfigValue[] {
  const isColored = thresholds !== undefined || means !== undefined;
  return [
    { id: "unit", value: GRAFANA_UNITS[unit] },
    ...(decimals === undefined ? [] : [{ id: "decimals", value: decimals }]),
    ...(thresholds === undefined ? [] : [{ id: "thresholds", value: { mode: "absolute", steps: stepsOf(thresholds) } }]),
    ...(means === undefined ? [] : [{ id: "mappings", value: [mappingOf(means)] }]),
    ...(isColored ? [{ id: "custom.cellOptions", value: { type: "color-text" } }] : []),
  ];
}

function heatOf(panel: HeatPanel): HeatBuilder {
  return looks(new HeatBuilder(), panel, panel)
    .targets([target({ expr: panel.expr, legend: "{{le}}" }, 0).range().format(PromQueryFormat.Heatmap)])
    .calculate(false)
    .showLegend();
}
