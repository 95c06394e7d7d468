import { boilerBridgeSeries } from "../../components/boiler-bridge/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import { worst } from "../../lib/dashboards/worst";
import type { Workload } from "../../lib/network/workload";
import { matches, matchesNot } from "../../lib/series";
import { ownService } from "../shared/own-service";

const {
  boiler_bridge_cloud_requests_total: requests,
  boiler_bridge_commands_total: commands,
  boiler_bridge_energy_kwh_total: energy,
  boiler_bridge_flame: flame,
  boiler_bridge_home_assistant_connected: connected,
  boiler_bridge_last_read_timestamp_seconds: read,
  boiler_bridge_login_refused: refused,
  boiler_bridge_rate_limited: limited,
  boiler_bridge_sentinel: sentinel,
  boiler_bridge_sentinel_alarm: sentinelAlarm,
  boiler_bridge_state_unsaved: unsaved,
} = boilerBridgeSeries;

/** What ended otherwise than asked for; of a refused one whoever asked was told. */
const NOT_DONE = { state: matches("unconfirmed|reverted|unknown") };
const age = `time() - max(${read()})`;
const JOULES_PER_KWH = 3_600_000;
const all = `sum(rate(${requests()}[1h]))`;

export function svcBoiler(workload: Workload) {
  return dashboard({
    uid: "svc-boiler",
    title: "Boiler bridge",
    folder: "Services",
    question: "Does the house get its heat, and does the boiler do what it is told?",
    asker: "whoever is cold, or set something that did not happen",
    areas: ["boiler"],
    next: ["home-overview"],
    shows: "24h",
    rows: [
      {
        title: "At a glance",
        panels: [
          stat({
            title: "Since the boiler was read",
            description: "It is read every few minutes. Beyond an hour nothing here is what is: look at the calls to the cloud below.",
            unit: "seconds",
            width: 4,
            asks: ["BoilerCloudUnreachable"],
            queries: [{ expr: age }],
          }),
          stat({
            title: "Does it burn?",
            description: "As it was at the last read. On for hours without the rooms getting warm is a boiler that needs somebody.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `max(${flame()})` }],
            means: { 0: { text: "no", color: "gray" }, 1: { text: "burns", color: "orange" } },
          }),
          stat({
            title: "Energy of a day",
            description: "Counted from the flame over the last 24 hours. Compare it with a day as cold as this one.",
            unit: "kilowatt-hours",
            decimals: 1,
            width: 4,
            queries: [{ expr: `sum(increase(${energy()}[1d]))` }],
          }),
          stat({
            title: "Commands not taken",
            description: "Of the last day. What was asked for is not, or not surely, what the boiler does: set it again.",
            unit: "count",
            decimals: 0,
            width: 4,
            queries: [{ expr: `sum(increase(${commands(NOT_DONE)}[1d])) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Calls to the cloud that fail",
            description:
              "The share of the last hour. The vendor's cloud has bad hours; all of them for long is an account or a change of its pages.",
            unit: "ratio",
            width: 4,
            queries: [{ expr: `(sum(rate(${requests({ outcome: matchesNot("ok") })}[1h])) or 0 * ${all}) / ${all}` }],
            thresholds: [warningAbove(0.1), criticalAbove(0.9)],
            hasTrend: true,
          }),
          stat({
            title: "Home Assistant",
            description: "Without the connection its entities show nothing new, and no command arrives.",
            unit: "flag",
            width: 4,
            queries: [{ expr: `min(${connected()})` }],
            means: { 0: { text: "not connected", color: "orange" }, 1: { text: "connected", color: "green" } },
          }),
        ],
      },
      {
        title: "What stands in the way?",
        panels: [
          timeline({
            title: "What was not as it should be?",
            description: "A row for each thing that keeps the bridge from its work. What each means stands with the alerts at the end.",
            unit: "flag",
            height: 9,
            queries: [
              { expr: `max(${limited()})`, legend: "cloud locks the account out" },
              { expr: `max(${refused()})`, legend: "cloud refuses the login" },
              { expr: `max(${sentinel()})`, legend: "setpoints that can't be" },
              { expr: `max(${sentinelAlarm()})`, legend: "setpoints that the bridge can't mend" },
              { expr: `max(${unsaved()})`, legend: "state can't be saved" },
              { expr: `1 - min(${connected()})`, legend: "no Home Assistant" },
            ],
            means: { 0: { text: "well", color: "green" }, 1: { text: "so it is", color: "orange" } },
          }),
        ],
      },
      {
        title: "Heat",
        panels: [
          timeline({
            title: "When did it burn?",
            description: "The flame. Many short bursts wear the boiler out: its water is set too hot for what the rooms take.",
            unit: "flag",
            height: 4,
            queries: [{ expr: `max(${flame()})`, legend: "flame" }],
            means: { 0: { text: "off", color: "gray" }, 1: { text: "burns", color: "orange" } },
          }),
          graph({
            title: "Heat that it gives",
            description:
              "Over half an hour, from the energy. It stands still while the flame is on: the counting is broken, see the alerts.",
            unit: "watts",
            min: 0,
            width: 8,
            queries: [{ expr: `sum(rate(${energy()}[30m])) * ${JOULES_PER_KWH}`, legend: "heat" }],
          }),
          graph({
            title: "Share of the time in which it burns",
            description: "Over an hour. Near 1 on a cold day is a boiler at its end; near 1 on a mild one is a window.",
            unit: "ratio",
            min: 0,
            max: 1,
            width: 8,
            queries: [{ expr: `max(avg_over_time(${flame()}[1h]))`, legend: "burns" }],
          }),
          graph({
            title: "How often did it begin to burn?",
            description: "Within an hour, as far as reads see it. More than six are short cycles.",
            unit: "count",
            min: 0,
            width: 8,
            queries: [{ expr: `max(changes(${flame()}[1h])) / 2`, legend: "starts" }],
            thresholds: [warningAbove(6)],
          }),
        ],
      },
      {
        title: "Commands",
        panels: [
          graph({
            title: "What became of commands?",
            description: "Within an hour, by the state that they reached. Confirmed is read back from the boiler.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (state) (increase(${commands()}[1h]))`, legend: "{{state}}" }],
          }),
          worst({
            title: "What was not taken?",
            description: "Of the last day, by what was to be set. The same one again and again is a field that the cloud changed.",
            by: { field: "Field", state: "State" },
            head: "Commands",
            expr: `sum by (field, state) (increase(${commands({ state: matchesNot("confirmed") })}[1d]))`,
            unit: "count",
            decimals: 0,
            thresholds: [warningAbove(1)],
          }),
          bars({
            title: "What is set most?",
            description:
              "Commands of a day by field. Hundreds of one are an automation that runs in circles, until the cloud locks it out.",
            unit: "count",
            decimals: 0,
            width: 24,
            height: 6,
            min: 0,
            queries: [{ expr: `sort_desc(sum by (field) (increase(${commands()}[1d])))`, legend: "{{field}}" }],
          }),
        ],
      },
      {
        title: "The vendor's cloud",
        panels: [
          graph({
            title: "Calls, by what came of them",
            description: "Within an hour. Read and login that both fail are an account; reads alone are a page that changed.",
            unit: "count",
            min: 0,
            queries: [{ expr: `sum by (call, outcome) (increase(${requests()}[1h]))`, legend: "{{call}} {{outcome}}" }],
          }),
          graph({
            title: "Age of the last read",
            description: "A saw of the poll's interval. Teeth of ten minutes and more are a cloud that answers now and then.",
            unit: "seconds",
            min: 0,
            asks: ["BoilerCloudUnreachable"],
            queries: [{ expr: age, legend: "age" }],
          }),
        ],
      },
      ownService(workload),
    ],
  });
}
