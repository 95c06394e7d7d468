import * as z from "zod/mini";
import { findCadences } from "../../../components/batch/jobs/cadence-map/script";
import type { KubernetesApi } from "../../../components/batch/service/kubernetes";
import { createLog } from "../../../lib/service/log";

const NOW = Date.parse("2026-11-24T02:00:00Z");

/** An API server whose CronJobs have these. */
const apiWith = (...specs: readonly unknown[]): KubernetesApi => ({
  list: async (_, item) => specs.map((spec, index) => z.parse(item, { metadata: { namespace: "files", name: `job-${index}` }, spec })),
});

const specOf = (schedule: unknown, changes: object = {}) => ({
  schedule,
  jobTemplate: { spec: { template: { spec: { containers: [{ image: "a", command: ["/scripts/copy.sh"] }] } } } },
  ...changes,
});

async function cadences(...specs: readonly unknown[]) {
  const { gauges } = await findCadences(apiWith(...specs), NOW, createLog("cadence-map", "silent"));
  const told = gauges.filter(({ series }) => series.name === "scheduler_schedule_interval_seconds");
  return Object.fromEntries(told.map(({ labels: { script = "" }, value }) => [script, value]));
}

test("a CronJob has its script's cadence", async () => {
  expect(await cadences(specOf("17 * * * *"))).toEqual({ "copy.sh": 3600 });
});

test.each([
  ["without a schedule", specOf(undefined)],
  ["whose schedule is a number", specOf(7)],
  ["whose schedule is no schedule", specOf("bogus")],
  ["in no time zone that there is", specOf("@daily", { timeZone: "No/Where" })],
  ["without containers", specOf("@daily", { jobTemplate: { spec: { template: { spec: { containers: null } } } } })],
  ["without a spec", undefined],
])("one %s is left out, and takes away no other's", async (_, odd) => {
  expect(await cadences(odd, specOf("17 * * * *"))).toEqual({ "copy.sh": 3600 });
});

test("one that is suspended, or never due, has none", async () => {
  expect(await cadences(specOf("@daily", { suspend: true }), specOf("0 0 31 2 *"))).toEqual({});
});

test("each CronJob is told of with its script, a suspended one as well", async () => {
  const { gauges } = await findCadences(
    apiWith(specOf("17 * * * *"), specOf("@daily", { suspend: true }), specOf("bogus"), specOf(undefined)),
    NOW,
    createLog("cadence-map", "silent"),
  );
  const told = gauges.filter(({ series }) => series.name === "scheduler_cronjob_info");
  expect(told.map(({ labels, value }) => [labels, value])).toEqual(
    ["job-0", "job-1", "job-2"].map((cronjob) => [{ namespace: "files", cronjob, runs: "copy.sh" }, 1]),
  );
});
