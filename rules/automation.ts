import { n8nSeries } from "../components/automation/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { programDown } from "./program-down";
import { stepping } from "./proof-counter";
import { shareOfCounts } from "./share-of-counts";

const {
  n8n_scaling_mode_queue_jobs_active: active,
  n8n_scaling_mode_queue_jobs_waiting: waiting,
  n8n_workflow_failed_total: failed,
  n8n_workflow_started_total: started,
} = n8nSeries;

const FAILED_SHARE = 0.5;
/** Runs in an hour: of fewer, one that somebody is still writing decides. */
const LEAST_RUNS = 6;

/** The workflow automation. */
export function automation({ job }: Scraped): RuleBundle {
  const asked = { job };

  // proofs
  const at = { ...asked, instance: "10.42.0.17:5678" };
  const queue = (waits: string, runs: string) => ({ [waiting(at)]: waits, [active(at)]: runs });

  return area("automation", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    programDown("AutomationDown", asked, {
      severity: "warning",
      summary: "The workflow automation does not answer",
      description: "No workflow runs, and what calls one gets no answer. Look at n8n's pod, then at its database.",
    }),
    alert("AutomationRunsFailing", {
      ...shareOfCounts({
        by: "job",
        part: failed(asked),
        whole: started(asked),
        window: hours(1),
        share: FAILED_SHARE,
        least: LEAST_RUNS,
        for: minutes(5),
        given: (part, whole) => ({ [failed(at)]: stepping(part), [started(at)]: stepping(whole) }),
      }),
      summary: "Most runs of the workflow automation fail",
      description:
        "{{ $value | humanize }} of all in an hour (1 is all). Something that many of them need is gone: a login, a server, the network.",
    }),
    alert("AutomationQueueStuck", {
      expr: `max by (job) (${waiting(asked)}) > 0 and max by (job) (${active(asked)}) == 0`,
      for: minutes(15),
      summary: "Runs of the workflow automation wait, and none runs",
      description: "{{ $value }} wait. No worker is there, or the workers do not reach the queue: look at their pods and at its Redis.",
      fires: queue("1x100", "0x100"),
      silent: [queue("0x100", "0x100"), queue("1x100", "1x100"), queue("1x100", "0x13 1 0x80")],
    }),
  ]);
}
