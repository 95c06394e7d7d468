import { ownAlerts } from "../../lib/alerts/rule";
import { parseExpression } from "../../lib/metrics/promql";
import { storedNames } from "../../lib/series";
import { fullPlatform } from "../example";

const AREAS = ["metrics-store", "metrics-store-parts", "metrics-agent", "metrics-evaluator", "metrics-programs", "alert-manager"];
const SCALES = ["single", "cluster"] as const;

const planeAt = (scale: (typeof SCALES)[number]) => {
  const platform = fullPlatform({ scale });
  return { ...platform, alerts: ownAlerts(platform.rules.filter(({ area }) => AREAS.includes(area))).map(({ rule }) => rule) };
};
const jobsOf = (expr: string) =>
  parseExpression(expr).selectors.map(({ matchers }) => matchers.find(({ label }) => label === "job")?.value.split("|") ?? []);

describe.each(SCALES)("at scale %s", (scale) => {
  const { alerts, scrapes, rules } = planeAt(scale);
  const jobs = scrapes.flatMap(({ job }) => job ?? []);
  const operated = jobs.filter((job) => /^vm/.test(job));

  test("every series is asked of a job that is scraped", () => {
    const asked = alerts.map(({ name, expr, reads }) => ({ name, jobs: jobsOf(reads[0]?.expr ?? expr) }));
    expect(
      asked.filter(({ jobs: of }) => of.length === 0 || of.some((one) => one.length === 0 || one.some((job) => !jobs.includes(job)))),
    ).toEqual([]);
  });

  test("each program of the plane is missed when it is gone, by `up` alone", () => {
    const absence = alerts.filter(({ expr }) => parseExpression(expr).selectors.every((one) => "name" in one && one.name === "up"));
    expect(absence.map(({ name }) => name).sort()).toEqual([
      "AlertManagerDown",
      "MetricsAgentDown",
      "MetricsEvaluatorUnwatched",
      "MetricsStoreDown",
    ]);
    const missed = new Set(absence.flatMap(({ expr }) => jobsOf(expr)).flat());
    expect(operated.filter((job) => !job.endsWith("reloader-http") && !missed.has(job))).toEqual([]);
  });

  test("each program of VictoriaMetrics and each reloader beside one is looked after", () => {
    const looked = (name: string) => alerts.filter((rule) => rule.name === name).flatMap(({ expr }) => jobsOf(expr).flat());
    const programs = operated.filter((job) => !job.startsWith("vmalertmanager"));
    expect([...new Set(looked("MetricsProgramMemoryShort"))].sort()).toEqual(
      programs.filter((job) => !job.endsWith("reloader-http")).sort(),
    );
    expect(looked("MetricsReloaderFailing").sort()).toEqual(programs.filter((job) => job.endsWith("reloader-http")).sort());
  });

  test("of the store each part is asked for what it gives itself", () => {
    const given = new Map(
      scrapes.flatMap(({ job = "", series }) => series.flatMap((one) => storedNames(one).map((name) => [`${job} ${name}`, true]))),
    );
    const asked = alerts.flatMap(({ name, expr, reads }) =>
      parseExpression(reads[0]?.expr ?? expr).selectors.flatMap((one) => {
        if (!("name" in one) || one.name === "up") return [];
        const jobsAsked = one.matchers.find(({ label }) => label === "job")?.value.split("|") ?? [];
        return jobsAsked.filter((job) => !given.has(`${job} ${one.name}`)).map((job) => `${name} asks ${job} for ${one.name}`);
      }),
    );
    expect(asked).toEqual([]);
  });

  test("the days that are left are recorded, and two alerts read them", () => {
    const readers = alerts.filter(({ reads }) => reads.some(({ name }) => name === "metrics_store:free_days:trend3d"));
    expect(readers.map(({ name }) => name)).toEqual(["MetricsStoreFullSoon", "MetricsStoreFilling"]);
    expect(
      rules
        .flatMap(({ groups }) => groups.flatMap(({ rules: all }) => all))
        .filter((rule) => rule.kind === "record" && rule.name === "metrics_store:free_days:trend3d"),
    ).toHaveLength(1);
  });
});
