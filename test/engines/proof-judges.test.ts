/** The judges of the proofs, judged: on rules made up for it, where what is right and wrong is known. */
import { PARTS, platform } from "../../charts/platform";
import { ALWAYS_FIRES, after, stillAfter } from "../../lib/alerts/proof";
import { type AlertProps, type AlertRule, alert, area, type RecordingRule, record } from "../../lib/alerts/rule";
import { days, minutes, seconds } from "../../lib/duration";
import type { Scrape } from "../../lib/metrics/scrape";
import { counter, declareSeries, gauge, seriesOf } from "../../lib/series";
import { exampleSite } from "../example";
import { describeEngines } from "./engine";
import { judgedByPromtool } from "./promtool-proofs";
import { scenariosOf } from "./proof-scenarios";
import { judgedByReplay } from "./replay-proofs";

const made = declareSeries({
  made_load: gauge("ratio", "Load.", "disk"),
  made_bytes_total: counter("bytes", "Bytes.", "disk"),
  made_last_run: gauge("timestamp", "When it last ran."),
});
const workload = { name: "made", namespace: "monitoring", pods: {}, ports: { http: 8080 } };
const scrape: Scrape = {
  name: "made",
  job: "made",
  series: seriesOf(made),
  from: { kind: "upstream", owner: { chart: "made", release: "1" }, to: { workload, port: "http" } },
};

const load = (values: string, disk = "a") => ({ [made.made_load({ disk })]: values });
const alerting = (name: string, props: Pick<AlertProps, "expr" | "fires" | "silent"> & Partial<AlertProps>) =>
  alert(name, { severity: "warning", component: "Platform", summary: "Made up", description: "Made up.", ...props });

/** The titles that each judge finds wrong, without what promtool says beside them. */
async function wrong(...rules: (AlertRule | RecordingRule)[]): Promise<{ promtool: readonly string[]; replay: readonly string[] }> {
  const bundle = area("made-up", {}, rules);
  const { manifests, scrapes } = platform(exampleSite(), new Map(), [
    ...PARTS,
    { name: "made-up", at: () => ({ declares: { rules: [bundle], scrapes: [scrape] } }) },
  ]);
  const scenarios = scenariosOf([bundle], scrapes);
  const promtool = await judgedByPromtool(scenarios, manifests);
  const output = promtool.failures.join("\n");
  const replay = await judgedByReplay(scenarios, scrapes);
  const titles = scenarios.map(({ title }) => title);
  // one that is neither held nor wrong was not judged
  expect(replay.held.length + replay.failures.length).toBe(scenarios.length);
  if (output === "") expect(new Set(promtool.held)).toEqual(new Set(scenarios));
  return { promtool: titles.filter((title) => output.includes(`"${title}"`)), replay: replay.failures };
}

const NOTHING = { promtool: [], replay: [] };
const both = (...titles: string[]) => ({ promtool: titles, replay: titles });

describeEngines(["promtool", "victoria-metrics-1.150", "vmalert-1.150"], "the judges of the proofs", () => {
  test("see a proof that does not hold, of either kind", async () => {
    const rule = alerting("MadeLoad", {
      expr: "made_load > 1",
      for: minutes(10),
      fires: [load("2x20"), load("1x20")],
      silent: [load("1x20"), load("2x20")],
    });
    expect(await wrong(rule)).toEqual(both("MadeLoad (Platform) fires, case 2", "MadeLoad (Platform) is silent, case 2"));
  });

  test("see the last minute of `for`, after weeks as after minutes", async () => {
    const shape = (minutesOn: number) => after(days(14), load(`0x${14 * 1440 - minutesOn} 2x${minutesOn}`));
    const rule = alerting("MadeLoad", { expr: "made_load > 1", for: minutes(30), fires: [shape(31), load("2x40")], silent: [shape(30)] });
    expect(await wrong(rule)).toEqual(NOTHING);
    const late = alerting("MadeLoad", { expr: "made_load > 1", for: minutes(30), fires: [shape(30)], silent: [shape(31)] });
    expect(await wrong(late)).toEqual(both("MadeLoad (Platform) fires, case 1", "MadeLoad (Platform) is silent, case 1"));
  });

  test("tell rules of one proof apart, by the last evaluations as by all, of which none is before the samples", async () => {
    const rule = alerting("MadeLoad", {
      expr: "made_load > 1 or absent(made_load)",
      for: minutes(10),
      keepFiringFor: minutes(5),
      fires: [load("2x10"), { made_last_run: "1x10" }, stillAfter(minutes(24), load("2x19 1x20"))],
      silent: [load("1x10"), after(minutes(25), load("2x19 1x20"))],
    });
    const rules = [
      rule,
      { ...rule, name: "LongerLoad", for: minutes(11) },
      { ...rule, name: "HigherLoad", expr: "made_load > 2 or absent(made_load)" },
    ];
    const bundle = area("made-up", {}, rules);
    const part = { name: "made-up", at: () => ({ declares: { rules: [bundle], scrapes: [scrape] } }) };
    const { manifests, scrapes } = platform(exampleSite(), new Map(), [...PARTS, part]);
    const scenarios = scenariosOf([bundle], scrapes);
    const wrongs = [
      ...["LongerLoad (Platform) fires, case 1", "LongerLoad (Platform) fires, case 2"],
      ...["HigherLoad (Platform) fires, case 1", "HigherLoad (Platform) fires, case 3"],
    ];
    for (const long of [undefined, seconds(0)]) {
      const output = (await judgedByPromtool(scenarios, manifests, long)).failures.join("\n");
      expect(scenarios.map(({ title }) => title).filter((title) => output.includes(`"${title}"`))).toEqual(wrongs);
    }
  });

  test("read ranges and offsets from before where a replay begins", async () => {
    const rule = alerting("MadeGrowth", {
      expr: "made_load - made_load offset 1h > 5 and max_over_time(made_load[3h]) < 100",
      for: minutes(5),
      fires: stillAfter({ seconds: 4 * 3600 }, load("0+0.1x300")),
      silent: after({ seconds: 4 * 3600 }, load("100 0+0.05x300")),
    });
    expect(await wrong(rule)).toEqual(NOTHING);
  });

  test("count points in time from the start of the samples, wherever the judge puts it", async () => {
    const rule = alerting("MadeStale", {
      expr: "time() - made_last_run > 3600",
      fires: after(minutes(61), { made_last_run: "1x70" }),
      silent: after(minutes(60), { made_last_run: "1x70" }),
    });
    expect(await wrong(rule)).toEqual(NOTHING);
  });
});

const rate = record("disk:made_bytes:rate5m", {
  expr: "sum by (disk) (rate(made_bytes_total[5m]))",
  unit: "bytes per second",
  help: "Made up.",
  gives: [
    {
      series: {
        [made.made_bytes_total({ disk: "a", instance: "x" })]: "0+60x10",
        [made.made_bytes_total({ disk: "a", instance: "y" })]: "0+120x10",
      },
      gives: [[{ disk: "a" }, 3]],
    },
    { series: { [made.made_load({ disk: "a" })]: "1x10" }, gives: [] },
  ],
});
const share = record("made:share", {
  expr: "disk:made_bytes:rate5m / ignoring (disk) group_left () sum(disk:made_bytes:rate5m)",
  unit: "ratio",
  help: "Made up.",
  reads: [rate],
  gives: {
    after: minutes(10),
    series: { [made.made_bytes_total({ disk: "a" })]: "0+60x20", [made.made_bytes_total({ disk: "b" })]: "0+120x20" },
    gives: [
      [{ disk: "a" }, 1 / 3],
      [{ disk: "b" }, 2 / 3],
    ],
  },
});
const lastRun = record("made:last_run", {
  expr: "made_last_run + 60",
  unit: "timestamp",
  help: "Made up.",
  gives: { series: { made_last_run: "1x10" }, gives: [[{}, 61]] },
});

describeEngines(["promtool", "victoria-metrics-1.150", "vmalert-1.150"], "the judges of recordings", () => {
  test("accept what is recorded, also from recordings, and labels of the target that nobody asked for", async () => {
    expect(await wrong(rate, share, lastRun)).toEqual(NOTHING);
  });

  test.each([
    ["another value", [[{ disk: "a" }, 3.0001]]],
    ["another label", [[{ disk: "b" }, 3]]],
    [
      "a sample more",
      [
        [{ disk: "a" }, 3],
        [{ disk: "b" }, 3],
      ],
    ],
    ["none", []],
  ] as const)("see that %s is not what is recorded", async (_, gives) => {
    const [moment] = rate.proof;
    const title = `disk:made_bytes:rate5m records${gives.length === 0 ? " nothing" : ""}, case 1`;
    expect(await wrong({ ...rate, proof: [{ series: moment?.series ?? {}, gives }] })).toEqual(both(title));
  });

  test("see that something is recorded which differs in unasked labels alone", async () => {
    const copy = record("made:copy", {
      expr: "made_load * 1",
      unit: "ratio",
      help: "Made up.",
      gives: { series: { made_load: "1x10" }, gives: [[{}, 1]] },
    });
    const two = {
      series: { ...load("1x10"), [made.made_load({ disk: "a", instance: "other" })]: "1x10" },
      gives: [[{ disk: "a" }, 1]],
    } as const;
    expect(await wrong({ ...copy, proof: [...copy.proof, two] })).toEqual(both("made:copy records, case 2"));
  });

  test("hand alerts the recordings that they read, and no others", async () => {
    const series = (slow: string) => ({ [made.made_bytes_total({ disk: "a" })]: "0+60x30", [made.made_bytes_total({ disk: "b" })]: slow });
    const alertOf = (reads: AlertProps["reads"]) =>
      alerting("MadeShare", {
        expr: "made:share > 0.5",
        for: minutes(5),
        reads,
        // a rate takes two samples
        fires: after(minutes(6), series("0+20x30")),
        silent: series("0+60x30"),
      });
    expect(await wrong(rate, share, alertOf([share]))).toEqual(NOTHING);
    expect(await wrong(rate, share, alertOf([]))).toEqual(both("MadeShare (Platform) fires, case 1"));
  });
});

describeEngines(["promtool", "victoria-metrics-1.150", "vmalert-1.150"], "an alert that is kept firing", () => {
  const kept = (fires: AlertProps["fires"], silent: AlertProps["silent"]) =>
    alerting("MadeKept", { expr: "made_load > 1", for: minutes(5), keepFiringFor: minutes(10), fires, silent });

  test("fires after its condition ended, and is silent later", async () => {
    const ended = load("2x9 0x60");
    expect(
      await wrong(
        kept([load("2x20"), stillAfter(minutes(15), ended), stillAfter(minutes(19), ended)], [after(minutes(20), ended), load("2x3 0x60")]),
      ),
    ).toEqual(NOTHING);
    expect(await wrong(kept(stillAfter(minutes(20), ended), after(minutes(19), ended)))).toEqual(
      both("MadeKept (Platform) fires, case 1", "MadeKept (Platform) is silent, case 1"),
    );
  });

  test("fires without a break while its condition flaps faster, though it never holds for `for` again", async () => {
    const flapping = load("2x9 0x5 2x1 0x5 2x1 0x5 2x1 0x60");
    const looks = [12, 16, 20, 24, 30, 33, 40].map((minute) => stillAfter(minutes(minute), flapping));
    const [first, ...more] = looks;
    if (first === undefined) throw new Error("there are looks");
    expect(await wrong(kept([first, ...more], [after(minutes(46), flapping), after(minutes(30), flapping)]))).toEqual(
      both("MadeKept (Platform) is silent, case 2"),
    );
  });

  test("may have nothing that silences it", async () => {
    expect(await wrong(kept(load("2x20"), ALWAYS_FIRES))).toEqual(NOTHING);
  });
});
