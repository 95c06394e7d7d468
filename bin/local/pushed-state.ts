/** What the batch jobs of a healthy installation have pushed, in the real gateway. */
import { readPushed } from "../../lib/batch/pushed-groups";
import { exposed, type LiveSeries } from "./live-world";

/** The gateway makes these itself. */
const MADE_BY_GATEWAY = new Set(["push_time_seconds", "push_failure_time_seconds"]);
const AGAIN_MS = 15_000;

export interface PushedState {
  readonly close: () => void;
}

/** Pushes each job's values, and again whenever its job would have run, for as long as nobody else pushes to its group. */
export async function keepPushed(gateway: string, series: readonly LiveSeries[]): Promise<PushedState> {
  const groups = new Map<string, LiveSeries[]>();
  for (const one of series) {
    const { job = "", ...labels } = one.labels;
    if (MADE_BY_GATEWAY.has(one.name) || job === "") continue;
    groups.set(job, [...(groups.get(job) ?? []), { ...one, labels }]);
  }
  const last = new Map<string, { readonly body: string; readonly at: number | undefined }>();
  const push = async () => {
    const before = await pushTimes(gateway);
    const due = [...groups].flatMap(([job, own]) => {
      const body = typed(own, Date.now() / 1000);
      const known = last.get(job);
      return known === undefined || (known.body !== body && known.at === before.get(job)) ? [{ job, body }] : [];
    });
    if (due.length === 0) return;
    for (const { job, body } of due) await post(`${gateway}/metrics/job/${encodeURIComponent(job)}`, body);
    const after = await pushTimes(gateway);
    for (const { job, body } of due) last.set(job, { body, at: after.get(job) });
  };
  await push();
  // a gateway that is away just now is asked again
  const again = setInterval(() => void push().catch(() => {}), AGAIN_MS);
  return { close: () => clearInterval(again) };
}

/** Of the type that jobs push: the gateway refuses one name of two types. */
function typed(series: readonly LiveSeries[], now: number): string {
  const names = [...new Set(series.map(({ name }) => name))];
  const of = (name: string) =>
    exposed(
      series.filter((one) => one.name === name),
      now,
    );
  return names.map((name) => `# TYPE ${name} gauge\n${of(name)}`).join("");
}

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: "POST", body });
  if (!response.ok) throw new Error(`the gateway refused what a healthy job pushes (${url}): ${await response.text()}`);
}

/** When something was last pushed to each job's group. */
async function pushTimes(gateway: string): Promise<ReadonlyMap<string, number>> {
  const samples = readPushed(await (await fetch(`${gateway}/metrics`)).text());
  return new Map(
    samples.flatMap(({ name, labels, value }) => (name === "push_time_seconds" ? [[labels.get("job") ?? "", value] as const] : [])),
  );
}
