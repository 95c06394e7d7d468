import { etcdSeries as etcd } from "../../../components/control-plane/series/etcd";
import { controllerManagerSeries as controllers } from "../../../components/control-plane/series/kube-controller-manager";
import { apiServerSeries as api } from "../../../components/exporters/series/kube-apiserver";
import { kubeletSeries as kubelet } from "../../../components/exporters/series/kubelet";
import { minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import { appears, becomes, countsFaster, moves, targetFails, targets, together } from "../../../lib/world/fault";
import { takesLonger } from "./cluster";
import { comesAndGoes } from "./comes-and-goes";
import { type Expected, expected, type Faults } from "./fault";

const platform = (alert: string, within: number, more?: Partial<Expected>): Expected =>
  expected("Platform", alert, "warning", within, more);
const critical = { severity: "critical" } as const;

/** Scheduler, controllers and store, where a site names them. */
export const controlPlaneFaults: Faults = ({ targets: all }) => {
  const members = all.filter(({ labels }) => labels.job === "etcd");
  const [first] = members;
  if (first === undefined || members.length < 3) throw new Error("the world has no store of three members");
  const { instance = "" } = first.labels;
  const storeFails = together(
    appears(
      "apiserver",
      api.etcd_request_errors_total({ operation: "update", group: "coordination.k8s.io", resource: "leases" }),
      counts(1),
    ),
    countsFaster(api.apiserver_request_total({ verb: "PUT", resource: "leases", code: "500" }), 3),
  );
  const QUOTA = 2 ** 31;
  return [
    { title: "a member of the store is off", change: targetFails((target) => target === first), expect: platform("EtcdMemberDown", 11) },
    {
      title: "two of the store's three members are off",
      change: together(
        targetFails((target) => members.slice(1).includes(target)),
        becomes(etcd.etcd_server_has_leader({ instance }), 0),
        storeFails,
      ),
      expect: platform("EtcdQuorumLost", 4, critical),
    },
    {
      title: "a firewall came between the store's members",
      change: together(becomes(etcd.etcd_server_has_leader(), 0), storeFails),
      expect: platform("EtcdLeaderMissing", 4, critical),
    },
    {
      title: "an operator makes jobs by the thousand, and their controller does not get through",
      change: moves(controllers.workqueue_depth({ name: "job" }), 3000, minutes(10)),
      expect: platform("ControllerQueueLong", 15),
    },
    {
      title: "a member of the store is started again and again by its node",
      change: comesAndGoes(
        minutes(11),
        minutes(15),
        targetFails((target) => target === first),
      ),
      expect: platform("EtcdMemberDown", 11),
    },
    {
      title: "the store's members elect a leader every two minutes",
      change: countsFaster(etcd.etcd_server_leader_changes_seen_total(), 1 / 120),
      expect: platform("EtcdLeaderChanging", 10),
    },
    {
      title: "the store's members lose every other message to one another",
      change: together(
        countsFaster(etcd.etcd_server_proposals_failed_total({ instance }), 0.05),
        becomes(etcd.etcd_server_proposals_pending({ instance }), 20),
      ),
      expect: platform("EtcdProposalsFailing", 8),
    },
    {
      title: "a member of the store has no processor time beside a build on its node",
      change: together(
        countsFaster(etcd.etcd_server_slow_apply_total({ instance }), 0.2),
        countsFaster(etcd.etcd_server_heartbeat_send_failures_total({ instance }), 0.05),
      ),
      expect: platform("EtcdMemberLate", 6),
    },
    {
      title: "a backup writes to the disk of the store's leader",
      change: together(
        takesLonger(
          etcd.etcd_disk_wal_fsync_duration_seconds,
          { instance },
          {
            perSecond: 1,
            bounds: "0.512|1.024|2.048|4.096|8.192|[+]Inf",
            seconds: 0.4,
          },
        ),
        takesLonger(api.etcd_request_duration_seconds, { operation: "update" }, { perSecond: 1, bounds: "5|10|30|60|[+]Inf", seconds: 2 }),
      ),
      expect: platform("EtcdDiskSlow", 15),
    },
    {
      title: "the disk under one member of the store is slow at commits, and quick at its log",
      change: takesLonger(
        etcd.etcd_disk_backend_commit_duration_seconds,
        { instance },
        { perSecond: 0.5, bounds: "0.512|1.024|2.048|4.096|8.192|[+]Inf", seconds: 0.4 },
      ),
      expect: platform("EtcdDiskSlow", 22),
    },
    {
      title: "somebody copies a disk over the line between two members of the store",
      change: takesLonger(
        etcd.etcd_network_peer_round_trip_time_seconds,
        { instance },
        { perSecond: 1 / 60, bounds: "0.4096|0.8192|1.6384|3.2768|[+]Inf", seconds: 0.3 },
      ),
      expect: platform("EtcdPeerSlow", 22),
    },
    {
      title: "a controller fills the store with reports",
      change: moves(etcd.etcd_mvcc_db_total_size_in_bytes(), 0.9 * QUOTA, minutes(20)),
      expect: platform("EtcdQuotaFilling", 31),
    },
    {
      title: "the store is full",
      change: together(moves(etcd.etcd_mvcc_db_total_size_in_bytes(), QUOTA, minutes(10)), storeFails),
      expect: platform("EtcdQuotaFull", 14, critical),
    },
    {
      title: "no scheduler runs after an update",
      change: targetFails(targets({ job: "kube-scheduler" })),
      expect: platform("SchedulerDown", 6, critical),
    },
    {
      title: "no controllers run after an update, and nobody signs certificates",
      change: together(
        targetFails(targets({ job: "kube-controller-manager" })),
        countsFaster(kubelet.kubelet_certificate_manager_client_expiration_renew_errors(), 1 / 900),
      ),
      expect: platform("ControllerManagerDown", 6, critical),
    },
  ];
};
