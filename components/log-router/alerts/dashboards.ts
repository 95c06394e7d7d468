import { minutes } from "../../../lib/duration";
import { all } from "../../../lib/log-store/condition";
import { podLogs } from "../streams/pod-logs/stream";
import { alertOn } from "./on";
import { podLine } from "./raw";

const line = (msg: string, { level = "error", logger = "provisioning.dashboard", more = {} } = {}) =>
  podLine("monitoring", "grafana-6d8b9f7c45-k2xwq", JSON.stringify({ level, logger, msg, ...more, t: "2026-11-02T10:00:00Z" }), "grafana");

/** Its metrics say how many dashboards there are, and never that one of the files was refused. */
export const dashboardsNotProvisioned = alertOn(podLogs, "DashboardsNotProvisioned", {
  component: "Platform",
  severity: "warning",
  follows: { library: "grafana/grafana", file: "pkg/services/provisioning/dashboards/file_reader.go" },
  where: ({ log, service_name }) =>
    all(
      service_name.is("grafana"),
      log.contains("provisioning.dashboard"),
      log.matches(
        /failed to (?:load dashboard from|save dashboard|search for dashboards)|Cannot read directory|is used more than once|is not unique in folder|restricted database access/,
      ),
    ),
  each: ["namespace", "service_name"],
  // it tries again every half minute
  within: minutes(30),
  summary: "The dashboard application refuses dashboards that it was given",
  description:
    "Nobody sees them, or people see what they were before. The line names the file: two of one uid or title, JSON that it does not read, or a folder that is not mounted.",
  fires: line("failed to load dashboard from ", { more: { file: "/var/lib/grafana/dashboards/nodes/a.json", error: "unexpected EOF" } }),
  alsoFires: [
    [line("failed to save dashboard", { more: { file: "a.json", error: "Invalid alert data" } })],
    [line("failed to search for dashboards", { more: { error: "stat: no such file or directory" } })],
    [line("Cannot read directory", { more: { error: "stat /var/lib/grafana/dashboards/nodes: no such file or directory" } })],
    [line("the same UID is used more than once", { level: "warn", more: { uid: "node-detail", times: 2 } })],
    [line("dashboard title is not unique in folder", { level: "warn", more: { title: "Node detail", folderID: 3, times: 2 } })],
    [line("Not saving new dashboard due to restricted database access", { level: "warn", more: { file: "a.json" } })],
  ],
  silent: [
    [line("finished to provision dashboards", { level: "info" })],
    [line("failed to save dashboard", { logger: "dashboard-service" })],
    [podLine("notes", "editor-6d8b9f7c45-k2xwq", "provisioning.dashboard: failed to load dashboard from a file")],
  ],
});
