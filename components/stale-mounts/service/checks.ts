import type { Logger } from "../../../lib/service/log";
import type { Metrics } from "../../../lib/service/metrics";
import type { staleMountsSeries } from "../series";
import { tell } from "./event";
import { Failures } from "./failures";
import { type Judgement, judge, type Limits } from "./judgement";
import { Kubernetes, type KubernetesAddress } from "./kubernetes";
import type { Pod } from "./pod";
import { type Listed, listPods } from "./pods";
import { readRecord } from "./record";
import { restart } from "./restart";
import { type Affected, Suspects } from "./suspects";

export interface CheckOptions {
  readonly kubernetes: KubernetesAddress;
  readonly pattern: RegExp;
  /** `<namespace>/<name>` of the ConfigMap. */
  readonly record: string;
  /** @default - all */
  readonly namespaces?: readonly string[] | undefined;
  readonly except: readonly string[];
  readonly limits: Limits;
  readonly windowMs: number;
  readonly isDryRun: boolean;
  readonly log: Logger;
}

/** Why a pod is left alone, as the label `reason` says it, and for people. */
const REASONS = {
  unowned: "a pod in CrashLoopBackOff with an I/O error in its log is left alone: nobody is known who would make it anew",
  restarted: "a restart did not help: the new pod is in CrashLoopBackOff with an I/O error again, and is left alone",
  workload: "the pod waits: one pod of a workload is restarted at a time, the next when the one before is ready",
  limit: "the pod waits: enough pods were restarted in this hour",
  dry_run: "would delete this pod in CrashLoopBackOff with an I/O error in its log; DRY_RUN is on",
} as const;
type Reason = keyof typeof REASONS;

/** Between two crashes a pod runs, or waits five minutes at most: until this has passed it has not recovered. */
const RECOVERED_MS = 15 * 60_000;

/**
 * One look at all pods after the other. What was done stands in the cluster, so that a start anew, on whatever node, goes on where it was;
 * all that is kept here only saves calls and lines of the log.
 */
export class Checks {
  readonly #failures: Failures;
  readonly #suspects: Suspects;
  /** What was said of a pod, so that it is said once: uid -> reasons. */
  #told = new Map<string, Set<Reason>>();
  /** Workloads that a restart did not help, and when that was last seen. */
  readonly #unhelped = new Map<string, { readonly labels: { namespace: string; workload: string }; readonly at: number }>();

  constructor(
    private readonly options: CheckOptions,
    private readonly metrics: Metrics<typeof staleMountsSeries>,
  ) {
    this.#failures = new Failures(metrics, options.log);
    this.#suspects = new Suspects(options.pattern, this.#failures);
    this.#count([]);
  }

  /** Never rejects: what fails is counted, said, and tried again at the next check. */
  async check(signal: AbortSignal): Promise<void> {
    let kubernetes: Kubernetes | undefined;
    try {
      const listed = await this.#failures.attempt("list", signal, async () => {
        kubernetes = new Kubernetes(this.options.kubernetes);
        return this.#list(kubernetes, signal);
      });
      if (kubernetes === undefined || listed === undefined) return;
      await this.#look(kubernetes, listed, signal);
      this.metrics.stale_mounts_last_check_timestamp_seconds.set(Date.now() / 1000);
    } catch (error) {
      this.#failures.mistake(error);
    } finally {
      kubernetes?.close();
    }
  }

  async #list(kubernetes: Kubernetes, signal: AbortSignal): Promise<Listed> {
    const { namespaces, except } = this.options;
    const pods: Pod[] = [];
    let now = 0;
    for (const namespace of namespaces ?? [undefined]) {
      const listed = await listPods(kubernetes, namespace, signal);
      pods.push(...listed.pods.filter((pod) => !except.includes(pod.namespace)));
      now = Math.max(now, listed.now);
    }
    return { pods, now };
  }

  async #look(kubernetes: Kubernetes, { pods, now }: Listed, signal: AbortSignal): Promise<void> {
    const { record: name, windowMs, limits } = this.options;
    this.#forget(pods);
    const suspects = pods.filter(({ crashing, isTerminating }) => crashing.length > 0 && !isTerminating);
    const affected = await this.#suspects.affected(kubernetes, suspects, signal);
    const read = () => readRecord(kubernetes, name, signal);
    let record = affected.length === 0 ? undefined : await this.#failures.attempt("record", signal, read);
    const since = now - windowMs;
    const reasons: Reason[] = [];
    for (const one of affected) {
      if (record === undefined || signal.aborted) break;
      const siblings = pods.filter(({ namespace, workload }) => namespace === one.pod.namespace && workload === one.pod.workload);
      const inWindow = record.restarts.filter(({ at }) => at >= since);
      const judgement = judge(one.pod, siblings, inWindow, now, limits);
      const reason = this.#reasonOf(judgement);
      if (reason === undefined) {
        const begun = { name, record, isRecorded: judgement === "finish" };
        const { isDeleted, record: written } = await restart(kubernetes, one, begun, { now, since, siblings }, this.#failures);
        if (isDeleted) this.#restarted(one);
        record = written;
      } else {
        reasons.push(reason);
        await this.#leave(kubernetes, one, reason, now);
      }
    }
    this.#count(reasons);
    this.#recovered(now);
  }

  #reasonOf(judgement: Judgement): Reason | undefined {
    if (judgement === "restart" || judgement === "finish") return this.options.isDryRun ? "dry_run" : undefined;
    return judgement;
  }

  #restarted({ pod: { namespace, name, workload }, container, line }: Affected): void {
    this.metrics.stale_mounts_restarts_total.inc({ namespace });
    this.options.log.warn(
      { namespace, pod: name, workload, container, line },
      "deleted a pod in CrashLoopBackOff with an I/O error in its log, so that its volumes are mounted anew",
    );
  }

  async #leave(kubernetes: Kubernetes, { pod, container, line }: Affected, reason: Reason, now: number): Promise<void> {
    const { namespace, workload, name, uid } = pod;
    if (reason === "restarted") {
      this.#unhelped.set(`${namespace}/${workload}`, { labels: { namespace, workload }, at: now });
      this.metrics.stale_mounts_unhelped.set({ namespace, workload }, 1);
    }
    const told = this.#told.get(uid) ?? new Set();
    if (told.has(reason)) return;
    this.#told.set(uid, told.add(reason));
    this.options.log.warn({ namespace, pod: name, workload, container, line }, REASONS[reason]);
    if (reason !== "restarted" || this.options.isDryRun) return;
    const message = `A restart did not help ${workload}: container ${container} of its new pod ${name} is in CrashLoopBackOff and logged: ${line}`;
    await this.#failures.attempt("event", undefined, () => tell(kubernetes, pod, "StaleMountRestartUnhelpful", message, now));
  }

  /** Nothing grows with the time that this runs. Between two crashes a pod runs: it is the same one still. */
  #forget(pods: readonly Pod[]): void {
    const uids = new Set(pods.map(({ uid }) => uid));
    this.#told = new Map([...this.#told].filter(([uid]) => uids.has(uid)));
  }

  #recovered(now: number): void {
    for (const [name, { labels, at }] of this.#unhelped) {
      if (now - at < RECOVERED_MS) continue;
      this.#unhelped.delete(name);
      this.metrics.stale_mounts_unhelped.set(labels, 0);
      this.options.log.info(labels, "the workload has recovered");
    }
  }

  #count(reasons: readonly Reason[]): void {
    for (const reason of Object.keys(REASONS))
      this.metrics.stale_mounts_pods.set({ reason }, reasons.filter((one) => one === reason).length);
  }
}
