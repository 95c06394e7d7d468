import { parseAddress } from "../../lib/address";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { NetworkPolicies, type Peer } from "../../lib/network/evaluate";
import { ALL_PORTS, describePorts } from "../../lib/network/port-set";

/** As the API defines it (networking.k8s.io/v1, NetworkPolicySpec). */

const policy = (spec: object, namespace = "here"): KubernetesObject => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { name: "p", namespace },
  spec,
});
const namespace = (name: string, labels: Record<string, string> = {}): KubernetesObject => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name, labels },
});
const POD = { namespace: "here", labels: { app: "web", tier: "front" }, ports: { http: 8080 } };
const pod = (of: Partial<typeof POD> = {}): Peer => ({ pod: { ...POD, labels: { app: "db" }, ports: { sql: 5432 }, ...of } });
const at = (text: string): Peer => {
  const address = parseAddress(text);
  if (address === undefined) throw new Error(text);
  return { address };
};

const ingress = (objects: readonly KubernetesObject[], peer: Peer = pod()) =>
  describePorts(new NetworkPolicies(objects).of("ingress", POD)(peer));
const egress = (objects: readonly KubernetesObject[], peer: Peer = pod()) =>
  describePorts(new NetworkPolicies(objects).of("egress", POD)(peer));
const ANY = describePorts(ALL_PORTS);

describe("which pods a policy is about", () => {
  test.each<[string, KubernetesObject[], string]>([
    ["no policy: open", [], ANY],
    ["a policy of another namespace: open", [policy({ podSelector: {}, policyTypes: ["Ingress"] }, "there")], ANY],
    ["a policy that selects other pods: open", [policy({ podSelector: { matchLabels: { app: "x" } }, policyTypes: ["Ingress"] })], ANY],
    ["a policy about the other direction: open", [policy({ podSelector: {}, policyTypes: ["Egress"] })], ANY],
    ["one that selects every pod: closed", [policy({ podSelector: {}, policyTypes: ["Ingress"] })], ""],
    ["one without types, which is about ingress: closed", [policy({ podSelector: {} })], ""],
    [
      "an expression that matches: closed",
      [policy({ podSelector: { matchExpressions: [{ key: "app", operator: "In", values: ["web"] }] } })],
      "",
    ],
    [
      "an expression that does not: open",
      [policy({ podSelector: { matchExpressions: [{ key: "app", operator: "NotIn", values: ["web"] }] } })],
      ANY,
    ],
    ["a label that exists: closed", [policy({ podSelector: { matchExpressions: [{ key: "tier", operator: "Exists" }] } })], ""],
    ["a label that should not: open", [policy({ podSelector: { matchExpressions: [{ key: "tier", operator: "DoesNotExist" }] } })], ANY],
  ])("%s", (_, objects, open) => {
    expect(ingress(objects)).toBe(open);
  });

  test("a policy without types is about egress only if it has rules for it", () => {
    expect(egress([policy({ podSelector: {} })])).toBe(ANY);
    expect(egress([policy({ podSelector: {}, egress: [{ ports: [{ port: 53 }] }] })])).toBe("53");
  });
});

describe("whom a rule names", () => {
  const from = (peers: readonly object[] | undefined, more: readonly KubernetesObject[] = []) => [
    policy({ podSelector: {}, ingress: [{ from: peers }] }),
    ...more,
  ];
  const db = { podSelector: { matchLabels: { app: "db" } } };

  test.each<[string, KubernetesObject[], Peer, string]>([
    ["everybody, when it names none", from(undefined), pod(), ANY],
    ["everybody, when its list is empty", from([]), at("203.0.113.1"), ANY],
    ["pods of the policy's own namespace", from([db]), pod(), ANY],
    ["not those of another", from([db]), pod({ namespace: "there" }), ""],
    [
      "any pod of a namespace by its name",
      from([{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "there" } } }]),
      pod({ namespace: "there" }),
      ANY,
    ],
    [
      "a namespace by its own label",
      from([{ namespaceSelector: { matchLabels: { team: "a" } } }], [namespace("there", { team: "a" })]),
      pod({ namespace: "there" }),
      ANY,
    ],
    [
      "not one without that label",
      from([{ namespaceSelector: { matchLabels: { team: "a" } } }], [namespace("there")]),
      pod({ namespace: "there" }),
      "",
    ],
    ["pods of any namespace", from([{ namespaceSelector: {}, ...db }]), pod({ namespace: "there" }), ANY],
    ["not other pods there", from([{ namespaceSelector: {}, ...db }]), pod({ namespace: "there", labels: { app: "x" } as never }), ""],
    ["an address in a range", from([{ ipBlock: { cidr: "203.0.113.0/24" } }]), at("203.0.113.9"), ANY],
    ["not one outside", from([{ ipBlock: { cidr: "203.0.113.0/24" } }]), at("203.0.114.0"), ""],
    ["not an exception", from([{ ipBlock: { cidr: "203.0.113.0/24", except: ["203.0.113.8/29"] } }]), at("203.0.113.9"), ""],
    ["IPv6", from([{ ipBlock: { cidr: "fd00::/8" } }]), at("fd12::1"), ANY],
    ["no pod by an address", from([{ ipBlock: { cidr: "0.0.0.0/0" } }]), pod(), ""],
    ["no address by a selector", from([{ namespaceSelector: {} }]), at("10.0.0.1"), ""],
  ])("%s", (_, objects, peer, open) => {
    expect(ingress(objects, peer)).toBe(open);
  });
});

describe("which ports a rule opens", () => {
  const ports = (list: readonly object[] | undefined) => [
    policy({ podSelector: {}, ingress: [{ ports: list }], egress: [{ ports: list }] }),
  ];

  test.each<[string, readonly object[] | undefined, string, string]>([
    ["all, when it names none", undefined, ANY, ANY],
    ["TCP where no protocol is said", [{ port: 80 }], "80", "80"],
    ["each one named", [{ port: 80 }, { port: 53, protocol: "UDP" }], "80, 53 (UDP)", "80, 53 (UDP)"],
    ["a range", [{ port: 8000, endPort: 8009 }], "8000-8009", "8000-8009"],
    ["every port of a protocol", [{ protocol: "UDP" }], "any (UDP)", "any (UDP)"],
    ["a name, looked up at the pod that is called", [{ port: "http" }], "8080", ""],
    ["a name of the peer's", [{ port: "sql" }], "", "5432"],
  ])("%s", (_, list, inwards, outwards) => {
    expect([ingress(ports(list)), egress(ports(list))]).toEqual([inwards, outwards]);
  });

  test("several policies, and several rules, add up", () => {
    const one = policy({ podSelector: {}, ingress: [{ ports: [{ port: 80 }] }, { ports: [{ port: 81 }] }] });
    expect(ingress([one, policy({ podSelector: {}, ingress: [{ ports: [{ port: 443 }] }] }), policy({ podSelector: {} })])).toBe(
      "80-81, 443",
    );
  });
});
