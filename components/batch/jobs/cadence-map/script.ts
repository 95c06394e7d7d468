import * as z from "zod/mini";
import { cadenceSeconds } from "../../../../lib/cron/cadence";
import type { Logger } from "../../../../lib/service/log";
import { type Gauge, gaugeOf } from "../../service/gauge";
import { type KubernetesApi, kubernetesApi, metadata } from "../../service/kubernetes";
import { notEmpty } from "../../service/refusal";
import { runScript } from "../../service/run";
import type { Found, Script } from "../../service/script";
import { scriptName } from "./script-name";
import { cadenceMapSeries } from "./series";
import { cadenceMapLists, cadenceMapSettings } from "./settings";

const texts = z.nullish(z.array(z.string()));
const cronJobSpec = z.object({
  schedule: z.string(),
  timeZone: z.nullish(z.string()),
  suspend: z.nullish(z.boolean()),
  jobTemplate: z.object({
    spec: z.object({
      template: z.object({
        spec: z.object({ containers: z.array(z.object({ image: z.nullish(z.string()), command: texts, args: texts })) }),
      }),
    }),
  }),
});
/** What stands in `spec` is read by itself: one that can't be read takes away no other's cadence. */
const cronJob = z.object({ metadata, spec: z.unknown() });

/** What every CronJob runs, and the cadence of every script that one will run again: what nothing will run again has none. */
export async function findCadences(api: KubernetesApi, now: number, log: Logger): Promise<Found> {
  const cronJobs = await api.list(cadenceMapLists[0], cronJob);
  notEmpty(cronJobs, "the list of CronJobs", "this job is one itself: is that the right API server?");
  const { scheduler_cronjob_info, scheduler_schedule_interval_seconds } = cadenceMapSeries;
  const cronJobGauges: Gauge[] = [];
  const cadences = new Map<string, number>();
  for (const { metadata: meta, spec: written } of cronJobs) {
    const name = `${meta.namespace}/${meta.name}`;
    const { data: spec, error } = z.safeParse(cronJobSpec, written);
    if (spec === undefined) {
      const [issue] = error?.issues ?? [];
      log.warn({ cron_job: name, field: issue?.path.join("."), reason: issue?.message }, "the CronJob can't be read; it is left out");
      continue;
    }
    if (meta.deletionTimestamp) continue;
    const script = scriptName(meta.name, spec.jobTemplate.spec.template.spec.containers);
    cronJobGauges.push(gaugeOf(scheduler_cronjob_info, { namespace: meta.namespace ?? "", cronjob: meta.name, runs: script }, 1));
    const seconds = spec.suspend ? undefined : cadenceOf(name, spec, now, log);
    if (seconds === undefined) continue;
    // of two that run the same script, and so push to the same group, the one that runs more often says how often that is
    cadences.set(script, Math.min(seconds, cadences.get(script) ?? seconds));
  }
  const found = Array.from(cadences, ([script, seconds]) => gaugeOf(scheduler_schedule_interval_seconds, { script }, seconds));
  return { gauges: [...found, ...cronJobGauges] };
}

function cadenceOf(name: string, { schedule, timeZone }: z.infer<typeof cronJobSpec>, now: number, log: Logger): number | undefined {
  try {
    const seconds = cadenceSeconds(schedule, timeZone ?? undefined, now);
    if (seconds === undefined) log.warn({ cron_job: name, schedule }, "the schedule is never due; it has no cadence");
    return seconds;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ cron_job: name, schedule, time_zone: timeZone, reason }, "the schedule can't be read; the CronJob is left out");
    return undefined;
  }
}

export const cadenceMap: Script<typeof cadenceMapSettings> = {
  name: "cadence-map",
  purpose: "tells which script each CronJob runs, and how often: the longest time between two runs.",
  protocol: "the API server for CronJobs of all namespaces (batch/v1, JSON over HTTPS).",
  settings: cadenceMapSettings,
  series: cadenceMapSeries,
  run: async ({ log, now, signal }) => findCadences(await kubernetesApi(signal), now(), log),
};

if (require.main === module) void runScript(cadenceMap);
