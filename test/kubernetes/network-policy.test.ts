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

describe("the API server takes an exception only from inside its block and of its family", () => {
  const blocks = (addresses: readonly string[], except: readonly string[]) =>
    render({ to: [{ addresses, except, ports: [443] }] }).spec.egress[1].to.map(({ ipBlock }: { ipBlock: object }) => ipBlock);

  test("so each block has its own", () => {
    expect(blocks(["0.0.0.0/0", "::/0", "fd00:1::/32"], ["10.0.0.0/8", "fc00::/7", "fd00:1:2::/48"])).toEqual([
      { cidr: "0.0.0.0/0", except: ["10.0.0.0/8"] },
      { cidr: "::/0", except: ["fc00::/7", "fd00:1:2::/48"] },
    ]);
  });

  test("a block without one has no list", () => {
    expect(blocks(["0.0.0.0/0", "203.0.113.0/24"], ["10.0.0.0/8"])).toEqual([
      { cidr: "0.0.0.0/0", except: ["10.0.0.0/8"] },
      { cidr: "203.0.113.0/24" },
    ]);
  });

  test("a block of which nothing is left is no block, and nothing left at all is no rule for everybody", () => {
    expect(blocks(["10.1.0.0/16", "10.0.0.0/8"], ["10.1.0.0/16"])).toEqual([{ cidr: "10.0.0.0/8", except: ["10.1.0.0/16"] }]);
    expect(() => blocks(["10.1.0.0/16", "10.2.0.0/16"], ["10.0.0.0/8"])).toThrow(
      "addresses 10.1.0.0/16, 10.2.0.0/16 all lie in the exceptions 10.0.0.0/8; a rule without addresses would be for everybody",
    );
  });

  test("every range has one spelling", () => {
    expect(blocks(["FD00:0::/32", "::ffff:203.0.113.0/120"], ["fd00:0:1:0::/64"])).toEqual([
      { cidr: "fd00::/32", except: ["fd00:0:1::/64"] },
      { cidr: "203.0.113.0/24" },
    ]);
  });
});
