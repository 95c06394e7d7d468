import { observedExporters } from "../../components/observed";
import { ownAlerts } from "../../lib/alerts/rule";
import { parseExpression } from "../../lib/metrics/promql";
import { toldDown, toldGone } from "../../rules/exporters-gone";
import { exampleSite, fullPlatform, platformOf } from "../example";

const alertsOf = ({ rules }: { rules: Parameters<typeof ownAlerts>[0] }) => ownAlerts(rules).map(({ rule }) => rule);
const upJobs = (expr: string) =>
  parseExpression(expr).selectors.flatMap((one) =>
    "name" in one && one.name === "up" ? one.matchers.flatMap(({ label, value }) => (label === "job" ? value.split("|") : [])) : [],
  );

const full = fullPlatform();
const alerts = alertsOf(full);
const gone = alerts.filter(({ name }) => name === "ExporterGone");
const asked = full.scrapes.filter(({ from }) => from.kind === "observed").map(({ name }) => name);

test("each exporter that is asked is missed, by one alert with the component of what it tells of, or by one of its own", () => {
  const missed = gone.flatMap(({ expr, component }) => [...new Set(upJobs(expr))].flatMap((job) => (job === "" ? [] : [[job, component]])));
  const own = toldGone(full.rules.filter(({ area }) => area !== "exporters-gone"));
  const declared = observedExporters
    .filter(({ name }) => asked.includes(name) && !own.has(name))
    .map(({ name, component }) => [name, component]);
  expect(own).toContain("ingress-nginx");
  expect(missed.sort()).toEqual(declared.sort());
});

test("what a rule tells where its targets don't answer is missed only where none is found: one cause is one page", () => {
  const down = toldDown(full.rules.filter(({ area }) => area !== "exporters-gone"));
  expect([...down]).toEqual(expect.arrayContaining(["mysql", "redis"]));
  expect(down).not.toContain("directory");
  const failing = (job: string) => gone.filter(({ expr }) => upJobs(expr.split("absent(")[0]?.replace(/\(\s*/, "") ?? "").includes(job));
  expect(gone.filter(({ expr }) => expr.includes('absent(up{job="mysql"})'))).toHaveLength(1);
  expect(failing("mysql")).toEqual([]);
  expect(failing("directory")).toHaveLength(1);
});

test("it warns, once for each component", () => {
  expect(new Set(gone.map(({ severity }) => severity))).toEqual(new Set(["warning"]));
  expect(new Set(gone.map(({ component }) => component)).size).toBe(gone.length);
});

test("what is switched off is not missed", () => {
  const off = platformOf(exampleSite({ scrapes: { off: ["redis"] } }));
  expect(
    alertsOf(off)
      .flatMap(({ expr }) => upJobs(expr))
      .includes("redis"),
  ).toBe(false);
});

test("nothing is left untold because one is gone", () => {
  expect(gone.flatMap(({ inhibits = [] }) => inhibits)).toEqual([]);
});
