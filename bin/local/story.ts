/** A few telling events, for whoever looks on: a log line, a batch job that fails, and its next run. */
import { setTimeout as sleep } from "node:timers/promises";
import { heartbeatNames } from "../../lib/heartbeat";
import { recordOf } from "./drill/detector-line";
import type { TrialEvent } from "./event-log";
import type { Trial } from "./trial";

/** Between two events: so long that what came of the first has arrived. */
const PAUSE_MS = 12_000;

/** Sends them one after the other and tells of each; settles when all are sent. */
export async function tellStory(trial: Trial, say: (text: string) => void, signal: AbortSignal): Promise<void> {
  const { platform, urls } = trial;
  // a line of any pod
  const detector = platform.detectors.find(({ pods }) => pods === undefined);
  if (detector !== undefined) {
    const record = recordOf(detector, platform.site);
    say(`a pod prints a line that ${detector.alert} looks for: ${record.log}`);
    await posted(`${urls.relay}/ingest`, JSON.stringify([record]), "application/json");
    await sleep(PAUSE_MS, undefined, { signal });
  }
  const job = platform.batchJobs.find(({ name }) =>
    trial.targets.some(({ series }) => series.some((one) => one.name === heartbeatNames(name).success)),
  );
  if (job === undefined) return;
  const { success } = heartbeatNames(job.name);
  const gateway = `${urls.pushgateway}/metrics/job/${encodeURIComponent(job.name)}`;
  const push = (value: number) => posted(gateway, `# TYPE ${success} gauge\n${success} ${value}\n`, "text/plain");
  say(`batch job ${job.name} runs, fails and says so to the Pushgateway`);
  await push(0);
  await sleep(PAUSE_MS, undefined, { signal });
  say(`batch job ${job.name} runs again, and well`);
  await push(1);
}

async function posted(url: string, body: string, type: string): Promise<void> {
  const response = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
}

/** What arrived, in a line. */
export function eventLine(
  { receiver, body, path }: TrialEvent,
  components: readonly { readonly id: string; readonly name: string }[],
): string {
  if (receiver === "dead-man") return "dead-man switch: the heartbeat";
  if (receiver === "push") {
    const { title, message } = body as { readonly title?: string; readonly message?: string };
    return `push: ${title ?? JSON.stringify(body)}${message === undefined ? "" : ` | ${message.trim().replaceAll("\n", " | ")}`}`;
  }
  const id = decodeURIComponent(path.split("/").at(-1) ?? "");
  const { component } = body as { readonly component?: { readonly status?: string } };
  return `page: ${components.find((one) => one.id === id)?.name ?? id} is ${component?.status ?? JSON.stringify(body)}`;
}
