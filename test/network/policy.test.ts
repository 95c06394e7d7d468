import { Testing } from "cdk8s";
import type { Connection, Outside, Path } from "../../lib/network/connection";
import { ownWorkload } from "../../lib/network/own-workload";
import { resolvePaths } from "../../lib/network/paths";
import { workloadPolicy } from "../../lib/network/policy";

const relay = ownWorkload({ name: "relay", namespace: "monitoring", port: 9999 });
const agent = ownWorkload({ name: "agent", namespace: "monitoring", port: 8429 });
const shipper = ownWorkload({ name: "shipper", namespace: "logging", port: 2020 });
const cloud = { outside: "the cloud", addresses: ["203.0.113.0/24"], except: ["203.0.113.8/29"] };

function policyOf(paths: readonly Path[]) {
  const chart = Testing.chart();
  workloadPolicy(chart, relay, paths, "kube-system");
  return Testing.synth(chart)[0];
}

const tcp = (port: number) => ({ protocol: "TCP", port });

test("a path is a rule at both of its ends, without a namespace where both are at home", () => {
  const { metadata, spec } = policyOf([
    { from: agent, to: relay, ports: [9999] },
    { from: relay, to: shipper, ports: [2020] },
    { from: relay, to: cloud, ports: [443] },
  ]);
  expect(metadata).toMatchObject({ name: "relay", namespace: "monitoring" });
  expect(spec.podSelector).toEqual({ matchLabels: relay.pods });
  expect(spec.ingress).toEqual([{ from: [{ podSelector: { matchLabels: agent.pods } }], ports: [tcp(9999)] }]);
  const logging = { matchLabels: { "kubernetes.io/metadata.name": "logging" } };
  expect(spec.egress.slice(1)).toEqual([
    { to: [{ ipBlock: { cidr: "203.0.113.0/24", except: ["203.0.113.8/29"] } }], ports: [tcp(443)] },
    { to: [{ namespaceSelector: logging, podSelector: { matchLabels: shipper.pods } }], ports: [tcp(2020)] },
  ]);
});

test("name resolution comes by itself, and nothing else does", () => {
  const { spec } = policyOf([]);
  expect(spec).toMatchObject({ policyTypes: ["Ingress", "Egress"] });
  expect(spec.ingress ?? []).toEqual([]);
  expect(spec.egress).toMatchObject([{ ports: [{ protocol: "UDP", port: 53 }, tcp(53)] }]);
});

test("what others call each other is not in it", () => {
  expect(policyOf([{ from: agent, to: shipper, ports: [2020] }])).toEqual(policyOf([]));
});

test("ports of one peer stand together, each once, in whatever order they were declared", () => {
  const paths: Path[] = [
    { from: agent, to: relay, ports: [9999, 8435] },
    { from: shipper, to: relay, ports: [9999] },
    { from: agent, to: relay, ports: [8435] },
  ];
  const { spec } = policyOf(paths);
  expect(spec.ingress.find(({ from }: { from: object[] }) => JSON.stringify(from).includes("agent")).ports).toEqual([tcp(8435), tcp(9999)]);
  expect(policyOf([...paths].reverse())).toEqual(policyOf(paths));
});

test("who may call every pod on every port needs no list of some", () => {
  const { spec } = policyOf([
    { from: relay, to: { anyPod: true }, ports: [] },
    { from: relay, to: agent, ports: [8429] },
    { from: relay, to: cloud, ports: [443] },
  ]);
  expect(JSON.stringify(spec.egress)).not.toContain("agent");
  expect(spec.egress).toContainEqual({ to: [{ namespaceSelector: {} }] });
  expect(JSON.stringify(spec.egress)).toContain("203.0.113.0/24");
});

test("who may call every pod on one port still needs the list", () => {
  const { spec } = policyOf([
    { from: relay, to: { anyPod: true }, ports: [9100] },
    { from: relay, to: agent, ports: [8429] },
  ]);
  expect(JSON.stringify(spec.egress)).toContain("agent");
});

describe("an address of the site", () => {
  const nothing = { cluster: { address_ranges: [], node_addresses: [] }, home_lan: [] };
  const call = (url: string): Connection => ({ from: agent, to: { url } });

  test("leads to the workload that serves it, on its container's port", () => {
    const store = { ...relay, name: "store", serves: [{ service: "metrics", port: 80, to: "http" }] };
    expect(resolvePaths([call("http://metrics.monitoring.svc:80")], [relay, store], nothing)).toEqual({
      paths: [{ from: agent, to: store, ports: [9999] }],
      lost: [],
    });
  });

  test.each(["http://relay.monitoring.svc:80", "http://relay.logging.svc:9999", "http://other.monitoring.svc:9999"])(
    "%s, which nobody serves, is lost and not forgotten",
    (url) => {
      expect(resolvePaths([call(url)], [relay], nothing)).toEqual({ paths: [], lost: [call(url)] });
    },
  );
});

describe("the public internet", () => {
  const everywhere = { outside: "the page", addresses: ["0.0.0.0/0", "::/0"], except: ["10.0.0.0/8", "fc00::/7"] };
  const path = (to: Outside): Path => ({ from: agent, to, ports: [443] });
  const own = {
    cluster: { address_ranges: ["10.42.0.0/16", "2001:db8:42::/56"], node_addresses: ["203.0.113.8/29"] },
    home_lan: ["192.168.0.0/16", "2001:db8:1::/64"],
  };

  test("is none of what is the site's own, which IPv6 gives addresses of the same kind", () => {
    expect(resolvePaths([path({ ...everywhere, isPublicInternet: true })], [], own).paths).toEqual([
      path({
        ...everywhere,
        isPublicInternet: true,
        except: ["10.0.0.0/8", "fc00::/7", "2001:db8:42::/56", "203.0.113.8/29", "192.168.0.0/16", "2001:db8:1::/64"],
      }),
    ]);
  });

  test("addresses that the site lists stay as they are", () => {
    expect(resolvePaths([path(everywhere)], [], own).paths).toEqual([path(everywhere)]);
  });
});
