import * as board from "@grafana/grafana-foundation-sdk/dashboard";
import type { Dashboard } from "./dashboard";
import { METRICS_SOURCE } from "./data-source";
import { slugOf } from "./folder";
import { positionsOf } from "./layout";
import { panelId } from "./panel-id";
import { renderPanel } from "./render-panel";
import { variableModel } from "./render-variable";

/** No faster than this is anything shown anew (specification, part 8). */
const REFRESH = "1m";
const REFRESH_INTERVALS = ["30s", "1m", "5m", "15m", "30m", "1h"];

/** What the links of a dashboard lead to. */
export interface LinkTargets {
  readonly runbooksUrl: string;
  readonly titleOf: (uid: string) => string;
}

/** The classic model of a dashboard, which the application's file provisioning reads (a newer one it refuses there). */
export function renderDashboard(dashboard: Dashboard, targets: LinkTargets): board.Dashboard {
  const { uid, title, folder, question, asker, variables = [], rows, shows = "6h" } = dashboard;
  const builder = new board.DashboardBuilder(title)
    .uid(uid)
    .description(`${question} For ${asker}.`)
    .tags(["belfry", slugOf(folder)])
    .refresh(REFRESH)
    .time({ from: `now-${shows}`, to: "now" })
    .timezone("browser")
    .readonly()
    .timepicker(new board.TimePickerBuilder().refreshIntervals(REFRESH_INTERVALS))
    .tooltip(board.DashboardCursorSync.Crosshair)
    .links(linksOf(dashboard, targets));
  for (const variable of variables) builder.withVariable(variableModel(variable));
  let top = 0;
  for (const row of rows) {
    builder.withRow(new board.RowBuilder(row.title).id(panelId(row.title)).gridPos({ x: 0, y: top, w: 24, h: 1 }));
    const { at, bottom } = positionsOf(row.panels, top + 1);
    row.panels.forEach((panel, index) => {
      const place = at[index] ?? { x: 0, y: top, w: 24, h: 8 };
      builder.withPanel(renderPanel(panel).id(panelId(row.title, panel.title)).gridPos(place).datasource(METRICS_SOURCE));
    });
    top = bottom;
  }
  return builder.build();
}

function linksOf({ alerts = [], next = [] }: Dashboard, { runbooksUrl, titleOf }: LinkTargets): board.DashboardLinkBuilder[] {
  const link = (title: string, url: string) =>
    new board.DashboardLinkBuilder(title).type(board.DashboardLinkType.Link).url(url).keepTime(true);
  return [
    ...next.map((uid) => link(titleOf(uid), `/d/${uid}`)),
    ...alerts.map((name) => link(`Runbook: ${name}`, `${runbooksUrl}/${name}.md`).targetBlank(true).keepTime(false)),
  ];
}
