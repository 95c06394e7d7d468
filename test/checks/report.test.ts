import { type AlertRule, importedFrom, ownAlerts } from "../../lib/alerts/rule";
import { CHECKS } from "../../lib/checks/all";
import { counts, report, summary, waitingCounts } from "../../lib/checks/report";
import type { AbsentExporter } from "../../lib/metrics/observed";
import { EXAMPLE } from "../checks/example";

const finding = { check: "series", where: "rules/a.ts", what: "nobody exports it", fix: "fix the name" };

test("a mistake says where, what, how to fix it and which check found it", () => {
  expect(report([finding])).toBe("rules/a.ts: nobody exports it\n  fix: fix the name  [series]\n\n1 mistake found, nothing was written");
});

test("several are counted", () => {
  expect(report([finding, finding])).toMatch(/\n\n2 mistakes found, nothing was written$/);
});

test("a synth is summed up in one line", () => {
  const text = summary(EXAMPLE, "out", 1.234);
  expect(text).toMatch(
    /^\d+ bundles, \d+ objects, \d+ rules \(\d+ alerts, \d+ recordings\), \d+ dashboards, \d+ checks passed, 1\.23 s -> out\/$/m,
  );
  expect(text).toContain(` ${CHECKS.length} checks`);
  expect(text).toContain(`${EXAMPLE.manifests.length} objects`);
});

test("alerts, recordings and what is imported are counted apart, and make up the rules", () => {
  const { rules, alerts, recordings, imported } = counts(EXAMPLE);
  expect([alerts, recordings, imported]).toEqual([ownAlerts(EXAMPLE.rules).length, rules - alerts, 0]);
  const pack = importedFrom({ source: "a pack" }, [{ alert: "TheirsIsDown", expr: "up == 0" }]);
  const more = [...EXAMPLE.rules, { area: "pack", groups: [{ name: "pack", rules: pack }] }];
  expect(summary({ ...EXAMPLE, rules: more }, undefined, 1)).toContain(
    `${rules + 1} rules (${alerts} alerts, ${recordings} recordings, 1 imported)`,
  );
});

test("rules that this site has nothing for are told by what they wait for", () => {
  const [first] = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule) as [AlertRule];
  const leftOut = [{ exporter: "mysql", until: "scrapes.off names it", rules: [first] }];
  const [, ...lines] = summary({ ...EXAMPLE, absentExporters: [], waiting: { leftOut } }, "out", 1).split("\n");
  expect(lines).toEqual(["  1 rule waits for mysql (scrapes.off names it): left out"]);
});

test("an exporter that the site neither names nor puts off is told, unless rules that wait for it are", () => {
  const [first] = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule) as [AlertRule];
  const until = (name: string) => `name its scrapes.${name}.targets, or put it in scrapes.off`;
  const absentExporters: AbsentExporter[] = [
    { name: "etcd", series: [], until: until("etcd") },
    { name: "router", series: [], until: until("router") },
    { name: "mysql", series: [], until: "scrapes.off names it", isOff: true },
  ];
  const waiting = { leftOut: [{ exporter: "router", until: until("router"), rules: [first] }] };
  const [, ...lines] = summary({ ...EXAMPLE, absentExporters, waiting }, "out", 1).split("\n");
  expect(lines).toEqual([
    "  1 rule waits for router (name its scrapes.router.targets, or put it in scrapes.off): left out",
    "  etcd is not asked: name its scrapes.etcd.targets, or put it in scrapes.off",
  ]);
});

test("for programs a name stands once, however many rules have it", () => {
  const [first, second] = ownAlerts(EXAMPLE.rules).map(({ rule }) => rule) as [AlertRule, AlertRule];
  const leftOut = [{ exporter: "mysql", until: "scrapes.off names it", rules: [first, { ...first, expr: "up" }, second] }];
  expect(waitingCounts({ ...EXAMPLE, waiting: { leftOut } })).toEqual({
    cautions: [],
    leftOut: [{ exporter: "mysql", until: "scrapes.off names it", rules: [first.name, second.name] }],
  });
});

test("what may not work for long is told first", () => {
  const [, line] = summary({ ...EXAMPLE, cautions: ["metrics.volume: 1Gi is little"] }, "out", 1).split("\n");
  expect(line).toBe("  caution: metrics.volume: 1Gi is little");
});

test("a check alone says nothing of an output", () => {
  expect(summary(EXAMPLE, undefined, 1.234)).toMatch(/ checks passed, 1\.23 s$/m);
});
