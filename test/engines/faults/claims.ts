import { kubeStateMetricsSeries as kube } from "../../../components/exporters/series/kube-state-metrics";
import { kubeletSeries } from "../../../components/exporters/series/kubelet";
import type { Severity } from "../../../lib/alerts/labels";
import { days, hours, minutes } from "../../../lib/duration";
import type { Claim } from "../../../lib/world/cluster";
import { still } from "../../../lib/world/course";
import { appears, becomes, moves, together } from "../../../lib/world/fault";
import type { Expected, Faults } from "./fault";
import { lacks } from "./orchestrator";

const { kubelet_volume_stats_available_bytes: left, kubelet_volume_stats_used_bytes: used } = kubeletSeries;

/** Claims of databases, each of another component. */
export const claimFaults: Faults = ({ cluster: { claims } }) => {
  const claimFrom = (component: Claim["pod"]["app"]["component"]): Claim => {
    const found = claims.find(({ pod }) => pod.app.component === component);
    if (found === undefined) throw new Error(`the world has no claim of ${component}`);
    return found;
  };
  const of = ({ namespace, name }: Claim) => ({ namespace, persistentvolumeclaim: name });
  const expected = (claim: Claim, alert: string, severity: Severity, within: number): Expected => ({
    alert,
    component: claim.pod.app.component,
    severity,
    within: minutes(within),
  });
  const fills = (claim: Claim, to: number, over: Parameters<typeof moves>[2]) =>
    together(moves(used(of(claim)), to * claim.bytes, over), moves(left(of(claim)), (1 - to) * claim.bytes, over));
  const phase = (claim: Claim, now: string) =>
    together(
      becomes(kube.kube_persistentvolumeclaim_status_phase({ ...of(claim), phase: "Bound" }), 0),
      becomes(kube.kube_persistentvolumeclaim_status_phase({ ...of(claim), phase: now }), 1),
    );
  const [mail, files, sso, websites] = [
    claimFrom("Mail"),
    claimFrom("Files & Documents"),
    claimFrom("Sign-in (SSO)"),
    claimFrom("Websites"),
  ];
  const waiting = { namespace: websites.pod.namespace, pod: websites.pod.name, uid: websites.pod.uid };
  return [
    {
      title: "an import fills the volume of the mail within half an hour",
      change: fills(mail, 0.99, minutes(30)),
      expect: expected(mail, "VolumeClaimFull", "critical", 40),
    },
    {
      title: "a log that is not rotated fills a volume of the files in a day and a half",
      change: fills(files, 1, hours(36)),
      expect: expected(files, "VolumeClaimFullSoon", "warning", 95),
    },
    {
      title: "a database keeps its write-ahead log, and fills its volume in four days",
      change: fills(sso, 1, days(4)),
      expect: expected(sso, "VolumeClaimFullSoon", "warning", 95),
    },
    {
      title: "somebody restores a dump to a volume of the files, which takes half an hour",
      change: fills(files, 0.7, minutes(30)),
      expect: { nothingFor: hours(5) },
    },
    {
      title: "a volume of the mail is full up to what its filesystem keeps back",
      change: together(becomes(used(of(mail)), 0.94 * mail.bytes), becomes(left(of(mail)), 0.01 * mail.bytes)),
      expect: expected(mail, "VolumeClaimFull", "critical", 6),
    },
    {
      title: "the directory keeps a file for each session",
      change: moves(kubeletSeries.kubelet_volume_stats_inodes_used(of(sso)), (0.95 * sso.bytes) / 16_384, hours(1)),
      expect: expected(sso, "VolumeClaimInodesFilling", "warning", 80),
    },
    {
      title: "somebody deleted the volume below a claim",
      change: phase(mail, "Lost"),
      expect: expected(mail, "VolumeClaimLost", "critical", 3),
    },
    {
      title: "a claim of a new class gets no volume, and its pod no node",
      change: together(
        phase(websites, "Pending"),
        lacks(websites.pod.app, 1),
        becomes(kube.kube_pod_status_phase({ ...waiting, phase: "Running" }), 0),
        becomes(kube.kube_pod_status_phase({ ...waiting, phase: "Pending" }), 1),
        appears("kube-state-metrics", kube.kube_pod_status_unschedulable(waiting), still(1)),
      ),
      expect: expected(websites, "VolumeClaimPending", "warning", 11),
    },
  ];
};
