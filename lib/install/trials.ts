import { heartbeatGrace, heartbeatPeriod } from "../alerts/heartbeat";
import { TEAM, WATCHDOG } from "../alerts/labels";
import { type Receiver, type Route, receiversOf } from "../alerts/routing";
import { ownAlerts } from "../alerts/rule";
import { runbookUrl } from "../alerts/runbooks";
import { type Duration, inWords, toPrometheus } from "../duration";
import { servedAt } from "../network/paths";
import { portOf } from "../network/workload";
import type { Platform } from "../platform/platform";
import { inClusterService } from "../site/in-cluster";
import { blocks, code, codes, shell } from "./markdown";

/** That the whole path works, from a scrape to a phone, and that its end is noticed. */
export function trials(platform: Platform, step: number, siteFile: string): string {
  return blocks(
    `## ${step}. Trials`,
    "### Scrapes and rules",
    scraped(platform),
    "### An alert, through to a phone",
    trialAlert(platform, siteFile),
    "### The dead-man check",
    trialOfTheEnd(platform),
  );
}

/** A command of the alert manager's own, in its first pod. */
function amtool({ site, workloads }: Platform, rest: string): string {
  const served = servedAt(inClusterService(site.urls.alertmanager_url), workloads);
  if (served === undefined) throw new Error(`nothing serves ${site.urls.alertmanager_url}; declare the alert manager's workload`);
  const { name, namespace } = served.workload;
  return `kubectl -n ${namespace} exec ${name}-0 -c alertmanager -- amtool --alertmanager.url=http://localhost:${served.port} ${rest}`;
}

function scraped(platform: Platform): string {
  const { agent } = platform;
  const [served] = agent.serves ?? [];
  const shards = shardsOf(platform);
  const labels = Object.entries(agent.pods)
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
  return blocks(
    shell(`kubectl -n ${agent.namespace} port-forward svc/${served?.service ?? agent.name} 8430:${served?.port ?? portOf(agent, "http")}`),
    "http://localhost:8430/targets lists every target with its last error: none is down. A target that nobody found is not down but absent. Each of these jobs has one, and the command prints nothing:",
    shell(
      `for job in ${jobsOf(platform).join(" ")}; do`,
      `  curl --silent http://localhost:8430/targets | grep --quiet "job=\\"$job\\"" || echo "absent: $job"`,
      "done",
    ),
    shards > 1
      ? `The agent is in ${shards} shards, and the Service leads to a pod of one, which knows its own part alone. Forward to a pod of each (\`pod/<pod>\` for \`svc/${served?.service}\`): a job is absent when all of them say so.`
      : "",
    shards > 1 ? shell(`kubectl -n ${agent.namespace} get pods -l ${labels}`) : "",
    "The heartbeat fires always, so rules are evaluated and their alerts arrive when this shows one line:",
    shell(amtool(platform, `alert query alertname=${WATCHDOG}`)),
  );
}

/** The `job` of everything that is scraped, as the agent's targets have it. */
function jobsOf({ scrapes }: Platform): string[] {
  const jobs = scrapes.flatMap(({ job }) => job ?? []);
  return [...new Set(jobs)].sort();
}

/** Agents that have a part of the targets each. */
function shardsOf({ manifests }: Platform): number {
  const specs = manifests.filter(({ object }) => object.kind === "VMAgent").map(({ object }) => object.spec as { shardCount?: number });
  return Math.max(1, ...specs.map(({ shardCount = 1 }) => shardCount));
}

function trialAlert(platform: Platform, siteFile: string): string {
  const { rules, routing, site, workloads } = platform;
  const labels = { team: TEAM, severity: "critical" };
  const critical = ownAlerts(rules).find(({ rule }) => rule.severity === labels.severity);
  const alertname = critical?.rule.name ?? WATCHDOG;
  const receivers = receiversOf(routing.root, { alertname, ...labels });
  const longest = Math.max(...receivers.map((receiver) => groupWaitOf(routing.root, receiver)?.seconds ?? 0));
  const phones = routing.receivers.filter(({ name }) => receivers.includes(name)).some(tellsPeople);
  const { status_page_url: pageUrl } = site.urls;
  const hasPage = pageUrl !== undefined && servedAt(inClusterService(pageUrl), workloads) !== undefined;
  return blocks(
    `An alert by hand, under the name of a real one, so that the link in the message can be tried too:`,
    shell(amtool(platform, `alert add alertname=${alertname} team=${labels.team} severity=${labels.severity} --annotation=summary=Trial`)),
    `It goes to ${codes(receivers)}. ${
      phones
        ? `About ${inWords({ seconds: longest })} later the phone shows \`Trial\`, as a critical alert sounds, and its link opens ${runbookUrl(site.urls.runbooks_url, alertname)}: try that too. Minutes later the alert is over by itself, which is told as well.`
        : `This site tells nobody's phone: \`push\` of ${code(siteFile)} says by what it would.`
    }`,
    hasPage
      ? `Without a label \`component\` the status page shows nothing; add \`component=<name>\`, one of ${code(siteFile)}, when the public may see a trial.`
      : "",
  );
}

/** A webhook in plain sight calls a program of ours; the others, and those whose URL is secret, bring it to people. */
function tellsPeople({ integrations = [] }: Receiver): boolean {
  return integrations.some((one) => one.kind !== "webhook" || typeof one.url !== "string");
}

/** How long the route to a receiver waits for a group's first message. */
function groupWaitOf(route: Route, receiver: string, inherited?: Duration): Duration | undefined {
  const own = route.groupWait ?? inherited;
  for (const child of route.routes ?? []) {
    const found = groupWaitOf(child, receiver, own);
    if (found !== undefined) return found;
  }
  return route.receiver === receiver ? own : undefined;
}

function trialOfTheEnd(platform: Platform): string {
  const period = heartbeatPeriod(platform.routing);
  const grace = heartbeatGrace(period);
  const latest: Duration = { seconds: period.seconds + grace.seconds };
  const silence: Duration = { seconds: 2 * latest.seconds };
  return blocks(
    `A silence on ${code(WATCHDOG)} stops the heartbeat as an outage would, and the CD tool has nothing to put back:`,
    shell(amtool(platform, `silence add alertname=${WATCHDOG} --duration=${toPrometheus(silence)} --author=trial --comment=trial`)),
    `The last ping is at most ${inWords(period)} old. At the latest ${inWords(latest)} after it the check's own message arrives: an e-mail or a push that did not come from here. Our own alert manager says nothing of it, and nothing else fires. If nothing came by then, nobody would hear of a dead cluster: mend the check before you go on.`,
    "Then end the silence; it ends by itself as well. The check reports the next ping:",
    shell(amtool(platform, `silence query alertname=${WATCHDOG}`), amtool(platform, "silence expire <id>")),
  );
}
