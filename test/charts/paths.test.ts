import { platform } from "../../charts/platform";
import { describeEnd } from "../../lib/network/connection";
import type { Platform } from "../../lib/platform/platform";
import { EXAMPLE, SITE } from "../checks/example";

/** Who calls whom in the example installation, on which container ports: the traffic of the specification's planes, and no other. */
const BOTH = [
  // the metrics plane
  "vmagent-belfry -> any pod: any",
  "vmagent-belfry -> the nodes: 10250",
  "vmagent-belfry -> the nodes: 9100",
  "vmagent-belfry -> the nodes: any",
  "vmagent-belfry -> the API server: 443, 6443",
  "vmagent-belfry -> kube-state-metrics: 8080",
  "vmagent-belfry -> log-aggregator: 24231",
  "vmagent-belfry -> log-shipper: 2020",
  "vmagent-belfry -> relay: 9999",
  "vmagent-belfry -> status-page: 8080",
  "vmagent-belfry -> dead-man: 8080",
  "vmagent-belfry -> boiler-bridge: 8080",
  "vmagent-belfry -> vmagent-belfry: 8429",
  "vmagent-belfry -> vmagent-belfry: 8435",
  "vmagent-belfry -> vmalert-belfry: 8080",
  "vmagent-belfry -> vmalert-belfry: 8435",
  "vmagent-belfry -> vmalertmanager-belfry: 9093",
  "vmagent-belfry -> vmalertmanager-belfry: 8435",
  "vmalert-belfry -> vmalertmanager-belfry: 9093",
  "kube-state-metrics -> the API server: 443, 6443",
  // the log plane
  "log-shipper -> log-aggregator: 24240",
  "log-shipper -> the API server: 443, 6443",
  "log-aggregator -> relay: 9999",
  "log-aggregator -> log-router: 8080",
  "relay -> vmalertmanager-belfry: 9093",
  // the alert plane
  "vmalertmanager-belfry -> the API server: 443, 6443",
  "vmalertmanager-belfry -> the push service: 443",
  "vmalertmanager-belfry -> status-page: 8080",
  "vmalertmanager-belfry -> dead-man: 8080",
  "status-page -> vmalertmanager-belfry: 9093",
  "status-page -> the status page: 443",
  "dead-man -> the dead-man switch: 443",
  // the boiler bridge
  "boiler-bridge -> the boiler's cloud: 443",
  "boiler-bridge -> Home Assistant: 8123",
];

const SINGLE = ["vmagent-belfry -> vmsingle-belfry: 8429", "vmalert-belfry -> vmsingle-belfry: 8429", "grafana -> vmsingle-belfry: 8429"];

const CLUSTER = [
  "vmagent-belfry -> vmauth-belfry: 8427",
  "vmagent-belfry -> vmauth-belfry: 8435",
  "vmagent-belfry -> vminsert-belfry: 8480",
  "vmagent-belfry -> vmselect-belfry: 8481",
  "vmagent-belfry -> vmstorage-belfry: 8482",
  "vmalert-belfry -> vmauth-belfry: 8427",
  "grafana -> vmauth-belfry: 8427",
  "vmauth-belfry -> the API server: 443, 6443",
  "vmauth-belfry -> vminsert-belfry: 8480",
  "vmauth-belfry -> vmselect-belfry: 8481",
  "vminsert-belfry -> vmstorage-belfry: 8400",
  "vmselect-belfry -> vmstorage-belfry: 8401",
  "vmselect-belfry -> vmselect-belfry: 8481",
  "vmalertmanager-belfry -> vmalertmanager-belfry: 9094, UDP too",
];

const inWords = ({ paths }: Platform): string[] => {
  const name = (end: Parameters<typeof describeEnd>[0]) => describeEnd(end).replace(/^[a-z-]+\//, "");
  const all = paths.map(
    ({ from, to, ports, alsoUdp }) => `${name(from)} -> ${name(to)}: ${ports.join(", ") || "any"}${alsoUdp ? ", UDP too" : ""}`,
  );
  return [...new Set(all)].sort();
};

test("one store", () => {
  expect(inWords(EXAMPLE)).toEqual([...BOTH, ...SINGLE].sort());
});

test("a clustered one", () => {
  expect(inWords(platform({ ...SITE, scale: "cluster" }, EXAMPLE.runbooks))).toEqual([...BOTH, ...CLUSTER].sort());
});
