import * as board from "@grafana/grafana-foundation-sdk/dashboard";
import { alertPanels, firing } from "./alert-row";
import type { ShownAlert } from "./alerts-shown";
import type { Dashboard, Row } from "./dashboard";
import { METRICS_SOURCE } from "./data-source";
import { slugOf } from "./folder";
import { positionsOf } from "./layout";
import { panelId } from "./panel-id";
import { renderPanel } from "./render-panel";
import { variableModel } from "./render-variable";
import type { Surroundings } from "./surroundings";
import { SEVERITY_COLORS } from "./threshold";

/** No faster than the first is anything shown anew (specification, part 8). */
const REFRESH_INTERVALS = ["30s", "1m", "5m", "15m", "30m", "1h"];

/** The classic model of a dashboard, which the application's file provisioning reads (a newer one it refuses there). */
export function renderDashboard(dashboard: Dashboard, surroundings: Surroundings): board.Dashboard {
  const { uid, title, folder, question, asker, variables = [], rows, next = [], shows = "6h", refresh = "1m" } = dashboard;
  const { runbooksUrl, titleOf, alerts } = surroundings;
  const own = alerts.of(dashboard);
  const builder = new board.DashboardBuilder(title)
    .uid(uid)
    .description(`${question} For ${asker}.`)
    .tags(["belfry", slugOf(folder)])
    .refresh(refresh)
    .time({ from: `now-${shows}`, to: "now" })
    .timezone("browser")
    .readonly()
    .timepicker(new board.TimePickerBuilder().refreshIntervals(REFRESH_INTERVALS))
    .tooltip(board.DashboardCursorSync.Crosshair)
    .links(next.map((other) => linkTo(titleOf(other) ?? other, other)));
  if (own.length > 0) builder.annotation(drawnAlerts(own));
  for (const variable of variables) builder.withVariable(variableModel(variable));
  // in a picture, and on a screen without its bar, nothing else says whose page it is
  const whose = variables.flatMap(({ name, isMulti = true, isHidden = false }) => (isMulti || isHidden ? [] : [` · $${name}`])).join("");
  let top = 0;
  const alertRow: Row[] = own.length === 0 ? [] : [{ title: "Alerts", panels: alertPanels(own, runbooksUrl) }];
  for (const row of [...rows, ...alertRow]) {
    builder.withRow(
      new board.RowBuilder(row === rows[0] ? `${row.title}${whose}` : row.title)
        .id(panelId(row.title))
        .gridPos({ x: 0, y: top, w: 24, h: 1 }),
    );
    const { at, bottom } = positionsOf(row.panels, top + 1);
    row.panels.forEach((panel, index) => {
      const place = at[index] ?? { x: 0, y: top, w: 24, h: 8 };
      builder.withPanel(renderPanel(panel, surroundings).id(panelId(row.title, panel.title)).gridPos(place));
    });
    top = bottom;
  }
  return builder.build();
}

function linkTo(title: string, uid: string): board.DashboardLinkBuilder {
  return new board.DashboardLinkBuilder(title).type(board.DashboardLinkType.Link).url(`/d/${uid}`).keepTime(true);
}

/** Over every graph the times in which an alert of the page fired. */
function drawnAlerts(alerts: readonly ShownAlert[]): board.AnnotationQueryBuilder {
  return new board.AnnotationQueryBuilder()
    .name("Alerts")
    .datasource(METRICS_SOURCE)
    .enable(true)
    .iconColor(SEVERITY_COLORS.critical)
    .expr(firing(alerts.map(({ name }) => name)))
    .titleFormat("{{alertname}}")
    .step("60s");
}
