import { foreignConnections, foreignJobs, foreignPages } from "../components/batch/foreign";
import { gatewayWorkload, pushgateway } from "../components/batch/gateway/construct";
import { gatewayScrapes } from "../components/batch/gateway/scrapes";
import { absentJobs, jobConnections, jobsAt, jobWorkload, ownJob, type RunningJob, runJob } from "../components/batch/jobs/at-site";
import { FOREIGN_JOBS, pushedAt } from "../components/batch/pushed-at";
import { backupDatabases } from "../dashboards/Backups/backup-databases";
import { backupJobs } from "../dashboards/Backups/backup-jobs";
import { backupNas } from "../dashboards/Backups/backup-nas";
import { backupOverview } from "../dashboards/Backups/backup-overview";
import { objectstore } from "../dashboards/Storage/objectstore";
import { nameOf, placedRules, type Rule, type RuleBundle } from "../lib/alerts/rule";
import type { DeclaredJob } from "../lib/batch/declaration";
import { scrapeObject } from "../lib/metrics/scrape-object";
import { workloadPolicy } from "../lib/network/policy";
import type { Part } from "../lib/platform/part";
import type { Waiting } from "../lib/platform/rules-at-site";
import type { Site } from "../lib/site/schema";
import { backups } from "../rules/backups";
import { batch as batchRules } from "../rules/batch";
import { logStoreSettings } from "../rules/log-store-settings";

/** What runs by the clock and tells of it: the Pushgateway, the jobs that this site has something for, and those of others. */
export const batch: Part = {
  name: "batch",
  at: (site) => {
    const { monitoring: namespace, orchestrator } = site.namespaces;
    const gateway = gatewayWorkload(site);
    const running = jobsAt(site);
    const workloads = [gateway, ...running.map((one) => jobWorkload(one, site))];
    const batchJobs = [...running.map((one) => ownJob(one, site)), ...foreignJobs(site)];
    const { given, absent } = pushedAt(site, batchJobs);
    const credentials = credentialsOf(running);
    const isOfSection = ({ job }: RunningJob) => typeof job.at({ ...site, batch: undefined }) === "string";
    const scrapes = gatewayScrapes(gateway, given);
    const rules = batchRules(scrapes.itself, batchJobs, namespace);
    return {
      declares: {
        workloads,
        connections: [...running.flatMap((one) => jobConnections(one, site)), ...foreignConnections(site)],
        credentials,
        scrapes: Object.values(scrapes),
        absentExporters: absent,
        batchJobs,
        dashboards: [backupJobs(batchJobs, scrapes.itself), backupOverview, backupDatabases, backupNas, objectstore],
        rules: [rules, backups(), logStoreSettings()],
        withheld: ofAbsentJobs(site, rules, (declared) => batchRules(scrapes.itself, declared, namespace)),
        outsideSetups: foreignPages(site),
        // the gateway, the cadence map and the settings of the log store stay
        sections:
          site.batch === undefined ? [] : [{ section: "batch", bundles: [], credentials: credentialsOf(running.filter(isOfSection)) }],
      },
      bundles: (whole) => [
        {
          name: "monitoring-batch",
          namespace,
          build: (bundle) => {
            pushgateway(bundle, site);
            for (const one of running) runJob(bundle, one, { site, declared: whole });
            for (const workload of workloads) workloadPolicy(bundle, workload, whole.paths, orchestrator);
            scrapeObject(bundle, scrapes.itself, namespace);
          },
        },
      ],
    };
  },
};

function credentialsOf(jobs: readonly RunningJob[]) {
  return [...new Map(jobs.flatMap(({ pod }) => pod.credentials).map((one) => [one.name, one])).values()];
}

/** Of jobs outside of the cluster alone there are rules too. */
const OUTSIDE: DeclaredJob = {
  name: "backup.sh",
  component: "Platform",
  severity: "warning",
  gauges: [],
  runs: { by: "elsewhere", addresses: [], everySeconds: 86_400 },
};

/** Rules that a job brings which is not here: most stand once for each component and severity that a job has. */
function ofAbsentJobs(site: Site, here: RuleBundle, rulesOf: (jobs: readonly DeclaredJob[]) => RuleBundle): Waiting[] {
  const keyOf = (rule: Rule) => JSON.stringify([nameOf(rule), ...(rule.kind === "alert" ? [rule.component, rule.severity] : [])]);
  const seen = new Set(placedRules([here]).map(({ rule }) => keyOf(rule)));
  const absent = [
    ...absentJobs(site).map(({ job, lacks }) => ({ exporter: job.script, until: lacks, declared: ownJob({ job }, site) })),
    { exporter: FOREIGN_JOBS, until: "name one outside of the cluster in batch.foreign", declared: OUTSIDE },
  ];
  return absent.flatMap(({ declared, ...of }) => {
    const rules = placedRules([rulesOf([declared])]).flatMap(({ rule }) => (seen.has(keyOf(rule)) ? [] : [rule]));
    for (const rule of rules) seen.add(keyOf(rule));
    return rules.length === 0 ? [] : [{ ...of, rules }];
  });
}
