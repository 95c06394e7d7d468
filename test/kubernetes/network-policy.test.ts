import { Testing } from "cdk8s";
import { allow, type Peer } from "../../lib/kubernetes/network-policy";

function render(props: { readonly from?: readonly Peer[]; readonly to?: readonly Peer[]; readonly pods?: Record<string, string> }) {
  const chart = Testing.chart();
  allow(chart, { name: "relay", namespace: "monitoring", pods: { app: "relay" }, dnsNamespace: "kube-system", ...props });
  return Testing.synth(chart)[0];
}

const DNS = {
  to: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "kube-system" } } }],
  ports: [
    { protocol: "UDP", port: 53 },
    { protocol: "TCP", port: 53 },
  ],
};

test("a policy that allows nobody still lets its pods resolve names", () => {
  const { metadata, spec } = render({});
  expect(metadata).toMatchObject({ name: "relay", namespace: "monitoring" });
  expect(spec.podSelector).toEqual({ matchLabels: { app: "relay" } });
  expect(spec.policyTypes).toEqual(["Ingress", "Egress"]);
  expect(spec.ingress ?? []).toEqual([]);
  expect(spec.egress).toEqual([DNS]);
});

const inNamespace = (name: string) => ({ matchLabels: { "kubernetes.io/metadata.name": name } });

test.each<[string, Peer, object[], object[] | undefined]>([
  [
    "pods of its own namespace",
    { pods: { app: "a" }, ports: [80] },
    [{ podSelector: { matchLabels: { app: "a" } } }],
    [{ protocol: "TCP", port: 80 }],
  ],
  ["every pod of its own namespace", { pods: {}, ports: [80] }, [{ podSelector: {} }], [{ protocol: "TCP", port: 80 }]],
  [
    "pods of another namespace",
    { namespace: "logging", pods: { app: "a" }, ports: [80] },
    [{ namespaceSelector: inNamespace("logging"), podSelector: { matchLabels: { app: "a" } } }],
    [{ protocol: "TCP", port: 80 }],
  ],
  [
    "a whole namespace",
    { namespace: "logging", ports: [80] },
    [{ namespaceSelector: inNamespace("logging") }],
    [{ protocol: "TCP", port: 80 }],
  ],
  ["pods anywhere", { anyNamespace: true, ports: [80] }, [{ namespaceSelector: {} }], [{ protocol: "TCP", port: 80 }]],
  ["any port", { pods: { app: "a" }, ports: [] }, [{ podSelector: { matchLabels: { app: "a" } } }], undefined],
  [
    "two ports",
    { pods: { app: "a" }, ports: [1, 2] },
    [{ podSelector: { matchLabels: { app: "a" } } }],
    [
      { protocol: "TCP", port: 1 },
      { protocol: "TCP", port: 2 },
    ],
  ],
  [
    "addresses, each with what is taken out of it",
    { addresses: ["0.0.0.0/0", "10.0.0.0/8"], except: ["10.1.0.0/16"], ports: [443] },
    ["0.0.0.0/0", "10.0.0.0/8"].map((cidr) => ({ ipBlock: { cidr, except: ["10.1.0.0/16"] } })),
    [{ protocol: "TCP", port: 443 }],
  ],
  [
    "addresses as they are",
    { addresses: ["10.0.0.1/32"], ports: [443] },
    [{ ipBlock: { cidr: "10.0.0.1/32" } }],
    [{ protocol: "TCP", port: 443 }],
  ],
])("%s, in both directions", (_, peer, peers, ports) => {
  const rule = (key: "from" | "to") => JSON.parse(JSON.stringify({ [key]: peers, ports }));
  const { ingress, egress } = withSelectors(render({ from: [peer], to: [peer] }).spec);
  expect(ingress).toEqual([rule("from")]);
  expect(egress).toEqual([DNS, rule("to")]);
});

/** `{ matchLabels: {} }` and `{}` select the same. */
function withSelectors(spec: object): { ingress: object[]; egress: object[] } {
  return JSON.parse(JSON.stringify(spec).replaceAll('{"matchLabels":{}}', "{}"));
}
