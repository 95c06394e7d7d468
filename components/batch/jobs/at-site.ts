import type { Construct } from "constructs";
import { jobPod } from "../../../lib/batch/cron-job";
import type { DeclaredJob } from "../../../lib/batch/declaration";
import type { BatchJob, JobAtSite } from "../../../lib/batch/job";
import { IMAGE_USER } from "../../../lib/images/base";
import { scriptImageReference } from "../../../lib/images/script-image";
import { selectorOf } from "../../../lib/kubernetes/labels";
import type { StoreLists } from "../../../lib/log-store/lists";
import { apiServer } from "../../../lib/network/cluster";
import type { Connection } from "../../../lib/network/connection";
import type { Workload } from "../../../lib/network/workload";
import { seriesOf } from "../../../lib/series";
import { nodeArguments } from "../../../lib/service/node-flags";
import type { Site } from "../../../lib/site/schema";
import { bySize } from "../../../lib/site/size";
import { configPath, secretFile } from "../../../lib/workloads/restricted-workload";
import { type ServicePod, servicePod } from "../../../lib/workloads/service-values";
import { batchImage } from "../image";
import { commonSettings, LAST_PUSH_SECONDS, PUSH_SECONDS } from "../settings";
import { JOBS } from "./declared";
import { SCRIPT_FOLDER } from "./names";

/** A job that runs here, or would. */
export interface RunningJob {
  readonly job: BatchJob;
  readonly atSite: JobAtSite;
  readonly pod: ServicePod;
}

/** The jobs of ours that the site has something for. */
export function jobsAt(site: Site): RunningJob[] {
  return JOBS.flatMap((job) => {
    const atSite = job.at(site);
    return typeof atSite === "string" ? [] : [{ job, atSite, pod: podOf(job, atSite, site) }];
  });
}

/** Those that it has nothing for, each with what would be needed. */
export function absentJobs(site: Site): { readonly job: BatchJob; readonly lacks: string }[] {
  return JOBS.flatMap((job) => {
    const lacks = job.at(site);
    return typeof lacks === "string" ? [{ job, lacks }] : [];
  });
}

/** The longest that a run of ours may take, where it says nothing else. */
const RUN_SECONDS = 300;

function podOf({ script, reads, purpose }: BatchJob, { values, runSeconds = RUN_SECONDS }: JobAtSite, site: Site): ServicePod {
  const declaration = {
    name: script,
    purpose,
    variables: { ...commonSettings, ...reads.settings },
    port: 0,
    paths: [],
    maxBodyBytes: 0,
    shutdownSeconds: LAST_PUSH_SECONDS,
    series: {},
  };
  return servicePod(declaration, {
    values: { PUSHGATEWAY_URL: site.urls.pushgateway_url, RUN_SECONDS: runSeconds, LOG_LEVEL: "info", ...values },
    port: 0,
    site,
    paths: { config: configPath(script), secret: ({ credential, key }) => secretFile(credential, key).path },
  });
}

/** It listens on no port. */
export function jobWorkload({ job: { script } }: RunningJob, { namespaces }: Site): Workload {
  return { name: script, namespace: namespaces.monitoring, pods: selectorOf(script), ports: {} };
}

export function jobConnections(running: RunningJob, site: Site): Connection[] {
  const from = jobWorkload(running, site);
  const { calls = [], lists = [], secrets } = running.atSite;
  return [
    { from, to: { url: site.urls.pushgateway_url } },
    ...(lists.length === 0 && secrets === undefined ? [] : [{ from, ...apiServer(site) }]),
    ...calls.map((call) => ({ from, ...call })),
  ];
}

/** One that may not run here. */
type OwnJob = Pick<RunningJob, "job"> & Partial<Pick<RunningJob, "atSite">>;

/** The job as everybody but its CronJob knows it. */
export function ownJob({ job, atSite }: OwnJob, { time_zone }: Site): DeclaredJob {
  const { script: name, component, severity, reads, schedule } = job;
  return {
    name,
    component,
    severity,
    gauges: seriesOf(reads.series),
    runs: { by: "belfry", schedule: atSite?.schedule ?? schedule, timeZone: time_zone },
  };
}

export function runJob(
  scope: Construct,
  { job: { script, schedule }, atSite, pod }: RunningJob,
  { site, declared }: { readonly site: Site; readonly declared: StoreLists },
): void {
  const { lists = [], secrets, files, runSeconds = RUN_SECONDS } = atSite;
  jobPod(scope, {
    name: script,
    namespace: site.namespaces.monitoring,
    schedule: atSite.schedule ?? schedule,
    image: scriptImageReference(site, batchImage),
    args: nodeArguments(`${SCRIPT_FOLDER}/${script}`),
    pod,
    lists,
    secrets: secrets?.(declared),
    files: { ...pod.config, ...files?.(declared) },
    user: IMAGE_USER,
    longestSeconds: runSeconds + PUSH_SECONDS,
    graceSeconds: LAST_PUSH_SECONDS + 10,
    site,
    // for seconds an hour: a start in two of them is worth more than what is set aside
    cpu: { request: "10m", limit: "500m" },
    memory: bySize(site, "services", { default: { request: "64Mi", limit: "128Mi" }, small: { request: "16Mi", limit: "128Mi" } }),
  });
}
