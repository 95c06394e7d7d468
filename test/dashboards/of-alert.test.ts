import { area } from "../../lib/alerts/rule";
import { dashboardsOfAlerts } from "../../lib/dashboards/of-alert";
import { graph } from "../../lib/dashboards/panel";
import { sampleAlert } from "../alerts/sample-rules";
import { board } from "./board";

const rules = [area("disks", {}, [sampleAlert({}, "DiskFull"), sampleAlert({}, "DiskSlow")])];
const drawing = graph({ title: "Full", description: "Words.", unit: "ratio", queries: [{ expr: "disk" }], asks: ["DiskFull"] });
const dashboards = [
  board({ uid: "all", title: "All disks", areas: ["disks"] }),
  board({ uid: "full", title: "Full disks", rows: [{ title: "Full", panels: [drawing] }] }),
  board({ uid: "lines", title: "Lines", alerts: ["LineSeen"] }),
];
const of = dashboardsOfAlerts({ dashboards, rules }, "https://grafana.example");

test("an alert leads to what draws it, then to the pages of its area", () => {
  expect(of("DiskFull")).toEqual([
    { title: "Full disks", url: "https://grafana.example/d/full" },
    { title: "All disks", url: "https://grafana.example/d/all" },
  ]);
  expect(of("DiskSlow").map(({ title }) => title)).toEqual(["All disks"]);
});

test("one of a log line to what names it, and one that no page knows nowhere", () => {
  expect(of("LineSeen").map(({ title }) => title)).toEqual(["Lines"]);
  expect(of("Other")).toEqual([]);
});

test("where nobody has an address of the application nothing is linked", () => {
  expect(dashboardsOfAlerts({ dashboards, rules }, undefined)("DiskFull")).toEqual([]);
});
