import { type Judgement, judge } from "../../components/stale-mounts/service/judgement";
import type { Pod } from "../../components/stale-mounts/service/pod";
import type { Restart } from "../../components/stale-mounts/service/record";

const MINUTE = 60_000;
const NOW = Date.parse("2026-11-20T12:00:00Z");
const ago = (minutes: number) => NOW - minutes * MINUTE;

const pod = (name: string, changes: Partial<Pod> = {}): Pod => ({
  namespace: "git",
  name,
  uid: name,
  created: ago(7000),
  isReady: false,
  isTerminating: false,
  owner: { apiVersion: "apps/v1", kind: "StatefulSet", name: "git", uid: "set" },
  workload: "StatefulSet/git",
  crashing: [{ name: "main", restarts: 3 }],
  ...changes,
});
const restart = (minutes: number, changes: Partial<Restart> = {}): Restart => ({
  namespace: "git",
  workload: "StatefulSet/git",
  pod: "git-1",
  uid: "old",
  at: ago(minutes),
  ...changes,
});
const elsewhere = (minutes: number, n: number) => restart(minutes, { workload: `Deployment/d${n}` });
const LIMITS = { restartsPerHour: 3, workloadPauseMs: 10 * MINUTE };
const fresh = pod("git-1", { uid: "new", created: ago(11), isReady: true });

test.each<[string, Judgement, Pod, readonly Pod[], readonly Restart[]]>([
  ["nothing was restarted", "restart", pod("git-0"), [], []],
  ["nobody would make it anew", "unowned", pod("git-0", { owner: undefined }), [], []],
  ["it is the one that was recorded", "finish", pod("git-0"), [], [restart(1, { uid: "git-0" })]],
  ["it was made anew by a restart", "restarted", pod("git-1", { created: ago(11) }), [], [restart(12)]],
  ["it was made in the same second as the restart", "restarted", pod("git-1", { created: ago(12) }), [], [restart(12)]],
  ["it was made in that second, and before it", "workload", pod("git-0", { created: ago(12) }), [], [restart(12, { beside: ["git-0"] })]],
  ["it was made anew by the first of two restarts", "restarted", pod("git-1", { created: ago(50) }), [], [restart(55), restart(12)]],
  ["another of its workload is going", "workload", pod("git-0"), [pod("git-1", { isTerminating: true })], []],
  ["another was restarted, and is not back", "workload", pod("git-0"), [], [restart(12)]],
  ["another was restarted, and is not ready", "workload", pod("git-0"), [{ ...fresh, isReady: false }], [restart(12)]],
  ["another was restarted, and only an old one is ready", "workload", pod("git-0"), [pod("git-2", { isReady: true })], [restart(12)]],
  ["another was restarted and is ready, too short ago", "workload", pod("git-0"), [{ ...fresh, created: ago(9) }], [restart(9.9)]],
  ["another was restarted and is ready", "restart", pod("git-0"), [fresh], [restart(12)]],
  ["a workload of that name elsewhere was restarted", "restart", pod("git-0"), [], [restart(1, { namespace: "mail" })]],
  ["the hour's limit is reached", "limit", pod("git-0"), [], [elsewhere(59, 1), elsewhere(30, 2), elsewhere(1, 3)]],
  ["one of the hour's is an hour old", "restart", pod("git-0"), [], [elsewhere(60, 1), elsewhere(30, 2), elsewhere(1, 3)]],
])("%s: %s", (_, expected, one, others, restarts) => {
  expect(judge(one, [one, ...others], restarts, NOW, LIMITS)).toBe(expected);
});
