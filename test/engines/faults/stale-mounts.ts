import { staleMountsSeries } from "../../../components/stale-mounts/series";
import { minutes } from "../../../lib/duration";
import { still } from "../../../lib/world/course";
import { appears, becomes, countsFaster, targetFails, targetGoes, targets } from "../../../lib/world/fault";
import { expected, type Faults, platform } from "./fault";

const { stale_mounts_failures_total: failures, stale_mounts_pods: pods, stale_mounts_unhelped: unhelped } = staleMountsSeries;
const JOB = "stale-mounts";

/** What restarts pods whose mounts are stale. */
export const staleMountsFaults: Faults = () => [
  {
    title: "a pod crashes with I/O errors again after it was restarted for them",
    change: appears(JOB, unhelped({ namespace: "files", workload: "StatefulSet/files" }), still(1)),
    expect: expected("Files & Documents", "StaleMountRestartUnhelpful", "warning", 2),
  },
  {
    title: "the volume storage fails, and dozens of pods crash with I/O errors",
    change: becomes(pods({ reason: "limit" }), 20),
    expect: platform("StaleMountRestartsLimited", "warning", 17),
  },
  {
    title: "a second replica with a stale mount waits for the first",
    change: becomes(pods({ reason: "workload" }), 1),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "a bare pod crashes with I/O errors: PodIOError tells of it, and nobody restarts it",
    change: becomes(pods({ reason: "unowned" }), 1),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "somebody took the restarter's rights",
    change: countsFaster(failures({ operation: "list" }), 0.05),
    expect: platform("StaleMountRestarterFailing", "warning", 18),
  },
  {
    title: "a node does not hand out its logs",
    change: countsFaster(failures({ operation: "kubelet" }), 0.05),
    expect: { nothingFor: minutes(30) },
  },
  {
    title: "the restarter does not answer",
    change: targetFails(targets({ job: JOB })),
    expect: platform("StaleMountRestarterDown", "warning", 6),
  },
  {
    title: "the restarter was removed",
    change: targetGoes(targets({ job: JOB })),
    expect: platform("StaleMountRestarterDown", "warning", 6),
  },
];
