import { pushedSeries } from "../../components/batch/series";
import { robustnessCode, stateCode } from "../../dashboards/Storage/volume-codes";
import { lastRun, patience, RUN_STATES, runStates } from "../../dashboards/shared/batch-runs";
import { namedVolumes } from "../../dashboards/shared/named-volumes";
import { orAllOthers } from "../../dashboards/shared/or-all-others";
import { readyContainers } from "../../dashboards/shared/own-service";
import { partOf, shareOf } from "../../dashboards/shared/share";
import { leastNow, mostNow } from "../../lib/dashboards/chosen-lines";
import { matches } from "../../lib/series";
import { describeEngines } from "./engine";
import { type Series, startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";

/** Two days after the epoch, and an hour later. */
const NOW = 2 * 86_400;
const LATER = NOW + 3600;

const MAP = { job: "cadence-map" };
const ran = (job: string, secondsAgo: number, name = "cadence_map_last_run_timestamp_seconds") =>
  `${name}{job="${job}"} ${NOW - secondsAgo}`;
const ended = (job: string, value: number) => `cadence_map_last_run_success{job="${job}"} ${value}`;
const runsEvery = (script: string, seconds: number) => `${pushedSeries.scheduler_schedule_interval_seconds({ ...MAP, script })} ${seconds}`;

const SAMPLES = [
  ran("well", 3000),
  ended("well", 1),
  runsEvery("well", 3600),
  ran("failed", 3000),
  ended("failed", 0),
  runsEvery("failed", 3600),
  ran("late", 7201),
  ended("late", 1),
  runsEvery("late", 3600),
  ran("late-and-failed", 7201),
  ended("late-and-failed", 0),
  runsEvery("late-and-failed", 3600),
  // in its own group
  ran("own", 7201),
  'scheduler_schedule_interval_seconds{job="own"} 3600',
  // by a name of its own, and without a cadence
  ran("stranger.py", 90_000, "stranger_py_last_run_timestamp_seconds"),

  // a release with numbers, one with states
  'storage_volume_robustness{volume="a",pvc="a",pvc_namespace="n",node="x"} 1',
  'storage_volume_robustness{volume="b",pvc="b",pvc_namespace="n",node="x"} 3',
  ...["unknown", "healthy", "degraded", "faulted"].flatMap((state) => [
    `storage_volume_robustness{volume="c",pvc="c",pvc_namespace="n",node="x",state="${state}"} ${Number(state === "degraded")}`,
    `storage_volume_robustness{volume="d",pvc="d",pvc_namespace="n",node="x",state="${state}"} ${Number(state === "unknown")}`,
  ]),
  'storage_volume_state{volume="a",pvc="a",pvc_namespace="n",node="x"} 3',
  ...["creating", "attached", "detached", "attaching", "detaching", "deleting"].map(
    (state) => `storage_volume_state{volume="c",pvc="c",pvc_namespace="n",node="x",state="${state}"} ${Number(state === "detaching")}`,
  ),

  'storage_volume_capacity_bytes{volume="a",pvc="data",pvc_namespace="n",node="x"} 5',
  'storage_backup_age_days{volume="a"} 7',
  'storage_backup_age_days{volume="elsewhere"} 9',

  'told{of="both",outcome="ok"} 6',
  'told{of="both",outcome="failed"} 2',
  'told{of="ok",outcome="ok"} 6',

  'kube_pod_container_status_ready{namespace="n",pod="web-1",container="web"} 1',
  'kube_pod_container_status_ready{namespace="n",pod="web-1",container="proxy"} 0',
];

describeEngines(["victoria-metrics-1.150"], "what expressions of dashboards come to", () => {
  let store: VictoriaMetrics;
  beforeAll(async () => {
    store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    await store.importPrometheus(SAMPLES.map((line) => `${line} ${NOW * 1000}`));
    // twelve that change places within the hour
    for (let minute = 0; minute <= 60; minute += 5) {
      const lines = Array.from({ length: 12 }, (_, index) => `places{one="${index}"} ${minute < 30 ? index : 100 - index}`);
      await store.importPrometheus(lines.map((line) => `${line} ${(NOW + minute * 60) * 1000}`));
    }
  });
  afterAll(() => store.stop());

  const by = async (label: string, expr: string) => valuesBy(label, await store.query(expr, NOW));

  test("each job has one state: late before failed, and a line though it was never heard of", async () => {
    const declared = ["well", "failed", "never"].map((name) => ({ name }));
    const found = await by("job", runStates(declared));
    const told = Object.fromEntries(Object.entries(found).map(([job, state]) => [job, RUN_STATES[state as keyof typeof RUN_STATES].text]));
    expect(told).toEqual({
      well: "well",
      failed: "failed",
      late: "late",
      "late-and-failed": "late",
      own: "late",
      "stranger.py": "well",
      never: "never heard of",
    });
  });

  test("patience is used up after two cadences, by the map or by the job's own", async () => {
    const found = await by("job", patience);
    expect(found).toMatchObject({ well: 3000 / 7200, late: 7201 / 7200, own: 7201 / 7200 });
    expect(found).not.toHaveProperty(["stranger.py"]);
  });

  test("of named jobs those alone", async () => {
    expect(Object.keys(await by("job", lastRun(["well", "stranger.py"]))).sort()).toEqual(["stranger.py", "well"]);
  });

  test("a volume's robustness and state are numbers, whichever the release tells", async () => {
    expect(await by("volume", robustnessCode)).toEqual({ a: 1, b: 3, c: 2, d: 0 });
    expect(await by("volume", stateCode)).toEqual({ a: 3, c: 5 });
  });

  test("a volume has its claim's name, and its own without one", async () => {
    const age = "max by (volume) (storage_backup_age_days)";
    const found = await store.query(namedVolumes(age), NOW);
    expect(found.map(({ labels }) => labels)).toEqual(
      expect.arrayContaining([
        { volume: "a", pvc: "data", pvc_namespace: "n" },
        { volume: "elsewhere", pvc: "elsewhere", pvc_namespace: "-" },
      ]),
    );
    expect(valuesBy("volume", found)).toEqual({ a: 7, elsewhere: 9 });
  });

  test("what is well has one line together", async () => {
    expect(await by("pvc", orAllOthers(`${robustnessCode} != 1`, "pvc", 1))).toEqual({ b: 3, c: 2, d: 0, "all others": 1 });
  });

  test("what never happened is none, and what nobody tells of is not", async () => {
    const of = (name: string) => [`sum by (of) (${name}{outcome="failed"})`, `sum by (of) (${name})`] as const;
    expect(await by("of", partOf(...of("told")))).toEqual({ both: 2, ok: 0 });
    expect(await by("of", shareOf(...of("told")))).toEqual({ both: 0.25, ok: 0 });
    expect(await by("of", partOf(...of("silent")))).toEqual({});
  });

  test("pods that nobody knows of are not ready", async () => {
    const pods = (pod: string) => readyContainers({ namespace: "n", pod: matches(pod) });
    expect(await by("container", pods("web-.+"))).toEqual({ web: 1, proxy: 0 });
    expect(await by("pod", pods("gone-.+"))).toEqual({ "no pod is known": 0 });
  });

  test("the ten with most, or least, of it now are drawn whole", async () => {
    const range = { start: NOW, end: LATER, step: 300 };
    const most = await store.queryRange(
      mostNow((at) => `max by (one) (places${at})`),
      range,
    );
    const least = await store.queryRange(
      leastNow((at) => `max by (one) (places${at})`),
      range,
    );
    const names = (found: readonly Series[]) => found.map(({ labels }) => Number(labels.one)).sort((a, b) => a - b);
    expect(names(most)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(names(least)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(most.every(({ samples }) => samples.length === 13)).toBe(true);
  });
});

const valuesBy = (label: string, found: readonly Series[]): Record<string, number | undefined> =>
  Object.fromEntries(found.map(({ labels, samples }) => [labels[label] ?? "", samples[0]?.[1]]));
