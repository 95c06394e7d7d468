// Prevents a batch job that can stop unseen: a label that is not its script's base name, no cadence to be late by, or no alert of its own component.

import { ownAlerts } from "../alerts/rule";
import { CADENCE_MAP, type DeclaredJob } from "../batch/declaration";
import { scriptOf } from "../command-line/script-name";
import type { Manifest } from "../gitops/manifest";
import { metricPart } from "../heartbeat";
import { isOwnReference } from "../images/own-image";
import { type PodTemplate, podTemplates } from "../kubernetes/pod-templates";
import { allows, parseExpression, picks } from "../metrics/promql";
import type { Platform } from "../platform/platform";
import { scheduleFlaw } from "../site/schedule";
import { type Check, type Finding, objectPlace } from "./check";

export const batchJobs: Check = {
  name: "batch-jobs",
  run: (platform) => [...twins(platform), ...platform.batchJobs.flatMap((job) => findingsOf(job, platform)), ...undeclared(platform)],
};

const place = ({ name }: DeclaredJob): string => `batch job "${name}"`;

/** Two that tell of their runs by the same series tell of each other's. */
function twins({ batchJobs }: Platform): Finding[] {
  return batchJobs.flatMap((job, index) => {
    const twin = batchJobs.slice(0, index).find((other) => metricPart(other.name) === metricPart(job.name));
    return twin === undefined
      ? []
      : [
          {
            where: place(job),
            what: `it tells of its runs by the series of batch job "${twin.name}"`,
            fix: "give one of them another name",
          },
        ];
  });
}

function findingsOf(job: DeclaredJob, platform: Platform): Finding[] {
  return [
    ...(job.runs.by === "belfry" ? cronJobFindings(job, platform) : []),
    ...cadenceFindings(job, platform),
    ...alertFindings(job, platform),
  ];
}

interface CronJob {
  readonly manifest: Manifest;
  readonly template: PodTemplate;
}

const cronJobs = ({ manifests }: Platform): CronJob[] =>
  podTemplates(manifests.filter(({ object }) => object.kind === "CronJob")).map(({ manifest, template }) => ({ manifest, template }));

/** Its CronJob runs the script of its name, and pushes where the site says. */
function cronJobFindings(job: DeclaredJob, platform: Platform): Finding[] {
  const own = cronJobs(platform).find(({ manifest }) => manifest.object.metadata.name === job.name);
  const fix = "leave the CronJob to the job's declaration (components/batch/jobs/<job>/job.ts)";
  if (own === undefined) return [{ where: place(job), what: "no CronJob of that name is in dist/", fix }];
  const where = objectPlace(own.manifest);
  const script = scriptOf(own.template.spec.containers ?? []);
  const env = own.template.spec.containers?.[0]?.env ?? [];
  const pushesTo = env.find(({ name }) => name === "PUSHGATEWAY_URL")?.value;
  const { schedule } = own.manifest.object.spec as { readonly schedule?: string };
  return [
    ...(script === job.name
      ? []
      : [
          {
            where,
            what: `it runs ${script === undefined ? "no script" : `the script "${script}"`}, and the label of its pushes is "${job.name}"`,
            fix,
          },
        ]),
    ...(pushesTo === platform.site.urls.pushgateway_url
      ? []
      : [{ where, what: `it pushes to ${pushesTo ?? "nowhere"}, and the gateway is at ${platform.site.urls.pushgateway_url}`, fix }]),
    ...(job.runs.by !== "belfry" || schedule === job.runs.schedule
      ? []
      : [{ where, what: `its schedule is "${schedule}", and "${job.runs.schedule}" is declared`, fix }]),
  ];
}

function cadenceFindings(job: DeclaredJob, { batchJobs }: Platform): Finding[] {
  const { runs } = job;
  if (runs.by === "elsewhere") {
    if (runs.everySeconds > 0) return [];
    return [
      {
        where: place(job),
        what: "nobody knows how often it runs, so it is never late",
        fix: "say how many seconds lie between two runs at most",
      },
    ];
  }
  const flaw = runs.by === "belfry" ? scheduleFlaw(runs.schedule) : undefined;
  const isMapped = batchJobs.some(({ name, runs }) => name === CADENCE_MAP && runs.by === "belfry");
  return [
    ...(flaw === undefined
      ? []
      : [
          {
            where: place(job),
            what: `its schedule "${runs.by === "belfry" ? runs.schedule : ""}" ${flaw.wrong}`,
            fix: "write five fields, such as 17 * * * *",
          },
        ]),
    ...(isMapped
      ? []
      : [
          {
            where: place(job),
            what: `no job "${CADENCE_MAP}" runs, so nobody tells its cadence and it is never late`,
            fix: `declare ${CADENCE_MAP}`,
          },
        ]),
  ];
}

/** What tells that it stops, that it fails and that it never ran is its component's, as loud as it is. */
const ALERTS = ["BatchJobStale", "BatchJobFailed", "BatchJobNeverRan"];

function alertFindings(job: DeclaredJob, { rules }: Platform): Finding[] {
  const own = ownAlerts(rules).map(({ rule }) => rule);
  return ALERTS.flatMap((name) => {
    const asking = own.filter((rule) => rule.name === name && asksFor(rule.expr, job.name));
    const [rule, ...others] = asking;
    const isOwn = rule !== undefined && others.length === 0 && rule.component === job.component && rule.severity === job.severity;
    if (isOwn) return [];
    const told = asking.map(({ severity, component }) => `${severity} of ${component}`).join(", ") || "nobody's";
    return [
      {
        where: place(job),
        what: `${name} for it is ${told}, and the job is a ${job.severity} of ${job.component}`,
        fix: "make the rules from the declared jobs (rules/batch.ts)",
      },
    ];
  });
}

/** Whether an alert of a job's runs or cadence may tell of this one. */
function asksFor(expr: string, job: string): boolean {
  return parseExpression(expr).selectors.some((selector) => {
    const { matchers } = selector;
    // of the target: a script may be called as the gateway is
    if (picks(selector, "up")) return false;
    const asked = matchers.filter(({ label, op, value }) => (label === "job" || label === "script") && !(op === "=" && value === ""));
    return asked.length > 0 && asked.every((one) => allows(one, job));
  });
}

/** A CronJob of our image that nobody declared. */
function undeclared(platform: Platform): Finding[] {
  const names = new Set(platform.batchJobs.map(({ name }) => name));
  const isOwn = (image = "") => isOwnReference(image, platform.ownImages, platform.site);
  return cronJobs(platform)
    .filter(({ manifest, template }) => !names.has(manifest.object.metadata.name) && isOwn(template.spec.containers?.[0]?.image))
    .map(({ manifest }) => ({
      where: objectPlace(manifest),
      what: "it runs an image of ours and is no declared batch job: if it stops, nobody is told",
      fix: "declare it (components/batch/jobs/<job>/job.ts)",
    }));
}
