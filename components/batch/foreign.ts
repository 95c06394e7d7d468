import type { DeclaredJob } from "../../lib/batch/declaration";
import { hours } from "../../lib/duration";
import { heartbeatNames } from "../../lib/heartbeat";
import { blocks, code, shell } from "../../lib/install/markdown";
import type { Connection } from "../../lib/network/connection";
import type { Workload } from "../../lib/network/workload";
import type { OutsideSetup } from "../../lib/platform/installation";
import { seriesOf } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { pushedSeries } from "./series";

type Foreign = NonNullable<NonNullable<Site["batch"]>["foreign"]>[number];

const foreignOf = ({ batch }: Site): readonly Foreign[] => batch?.foreign ?? [];

/** The jobs of others, in whatever language, as rules and dashboards know them. */
export function foreignJobs(site: Site): DeclaredJob[] {
  return foreignOf(site).map(({ script, namespace, addresses = [], every_hours, component, severity = "warning", gauges = [] }) => {
    const told = new Set<string>(gauges);
    return {
      name: script,
      component,
      severity,
      gauges: seriesOf(pushedSeries).filter(({ name }) => told.has(name)),
      runs:
        namespace === undefined
          ? { by: "elsewhere", addresses, everySeconds: hours(every_hours ?? 0).seconds }
          : { by: "cluster", namespace },
    };
  });
}

/** Who of others may push: the pods of a namespace, or hosts outside of the cluster. */
export function foreignConnections(site: Site): Connection[] {
  const to = { url: site.urls.pushgateway_url };
  const jobs = foreignJobs(site);
  const namespaces = [...new Set(jobs.flatMap(({ runs }) => (runs.by === "cluster" ? [runs.namespace] : [])))];
  const outside = jobs.flatMap(({ name, runs }) => (runs.by === "elsewhere" ? [{ outside: name, addresses: runs.addresses }] : []));
  return [...namespaces.map(pushersOf), ...outside].map((from) => ({ from, to }));
}

function pushersOf(namespace: string): Workload {
  return { name: "batch-jobs", namespace, pods: {}, ports: {}, elsewhere: "others' batch jobs" };
}

/** For whoever looks after the jobs of others: what each runs so that it is heard of. */
export function foreignPages(site: Site): OutsideSetup[] {
  const jobs = foreignJobs(site);
  if (jobs.length === 0) return [];
  return [
    {
      title: "The batch jobs of others",
      text: () =>
        blocks(
          "A job of `batch.foreign` is heard of when it pushes how it ended, whatever it is written in. Run the line behind it, where `$?` is how it ended, and at the end of a script with `set -e` in a trap; it needs `curl` and a shell alone. It ends as the job did, or else as the push did. It is a POST: a PUT would take away whatever else is in the job's group.",
          ...jobs.map((job) => blocks(`#### ${code(job.name)}`, whereItRuns(job), shell(curlLine(job, site)))),
        ),
    },
  ];
}

function whereItRuns({ name, runs, component, severity }: DeclaredJob): string {
  const missed = `When it fails or stops, ${component} has a ${severity} alert.`;
  if (runs.by !== "elsewhere") {
    const namespace = runs.by === "cluster" ? runs.namespace : "";
    return `In namespace ${code(namespace)}: the first path in its CronJob's command and arguments that is no interpreter ends with ${code(`/${name}`)}, or nobody knows its schedule. In a text for ${code("sh -c")} that is the first that is run, but for small utilities such as ${code("sleep")} or ${code("mkdir")}. A policy that denies traffic there has to let it out to the Pushgateway. ${missed}`;
  }
  return `Outside of the cluster, every ${runs.everySeconds / 3600} hours at least. ${missed}`;
}

/** The one line that tells of a run: `$?` of what ran before it. */
export function curlLine({ name, runs }: DeclaredJob, site: Site): string {
  const { lastRun, success } = heartbeatNames(name);
  const samples = [
    [lastRun, "%s"],
    [success, "%s"],
    // nobody else knows how often it runs
    ...(runs.by === "elsewhere" ? [["scheduler_schedule_interval_seconds", String(runs.everySeconds)]] : []),
  ];
  const text = samples.map(([metric, value]) => `# TYPE ${metric} gauge\\n${metric} ${value}\\n`).join("");
  const url = runs.by === "elsewhere" ? (site.batch?.outside_url ?? "") : site.urls.pushgateway_url;
  const values = '"$(date +%s)" "$([ $ended -eq 0 ] && echo 1 || echo 0)"';
  const curl = `curl --fail --silent --show-error --max-time 60 --data-binary @- ${url}/metrics/job/${name}`;
  // a push that fails hides no failure of the job's, and is one itself
  return `ended=$?; pushed=0; printf '${text}' ${values} | ${curl} || pushed=$?; (exit $((ended ? ended : pushed)))`;
}
