import { isDeepStrictEqual } from "node:util";
import { connections } from "../../lib/checks/connections";
import { describeEnd } from "../../lib/network/connection";
import type { Platform } from "../../lib/platform/platform";
import { isWide } from "../wide";
import { add, change, manifestOf, remove, SITE, SMALL, smallPlatform, whats } from "./small-platform";

const CLUSTER = smallPlatform({ scale: "cluster" });

interface Rule {
  readonly ports?: readonly object[];
  readonly to?: readonly { readonly ipBlock?: { readonly cidr: string } }[];
}
type Spec = { readonly [direction in "ingress" | "egress"]?: readonly Rule[] };

/** Every policy of ours that lets something through. */
const policiesOf = ({ manifests }: Platform) =>
  manifests.filter(({ object }) => {
    const { ingress = [], egress = [] } = (object.kind === "NetworkPolicy" ? object.spec : {}) as Spec;
    return ingress.length + egress.length > 0;
  });
const idOf = ({ object: { metadata } }: Platform["manifests"][number]) => `${metadata.namespace}/NetworkPolicy/${metadata.name}`;

/** A sixth of them, where not all are tried. */
const part = <One>(all: readonly One[]): readonly One[] => (isWide ? all : all.filter((_, index) => index % 6 === 0));

const SCALES: [string, Platform][] = [
  ["single", SMALL],
  ["cluster", CLUSTER],
];

describe.each(SCALES)("scale: %s", (_scale, whole) => {
  test("every declared path is open at both ends, and nothing else is", () => {
    expect(connections.run(whole)).toEqual([]);
  });

  test.each(part(policiesOf(whole)).map(idOf))("without %s its workload is cut off", (id) => {
    expect(whats(connections, remove(id, whole))).not.toEqual([]);
  });

  // the agent may call every pod, its resolver among them, and every node, beside which the example has exporters
  const isCovered = (id: string, direction: string, index: number) => {
    if (!id.endsWith("/vmagent-belfry") || direction !== "egress") return false;
    const { to = [] } = (manifestOf(id, whole).object.spec as Spec).egress?.[index] ?? {};
    const isBesideNodes = to.every(({ ipBlock }) => ipBlock?.cidr.startsWith("192.168.10.") && ipBlock.cidr.endsWith("/32"));
    return index === 0 || isBesideNodes;
  };
  // what both scales have is tried in one of them
  const own = policiesOf(whole).filter(
    (manifest) => whole === CLUSTER || !policiesOf(CLUSTER).some((other) => isDeepStrictEqual(other, manifest)),
  );
  const rules = own.flatMap((manifest) =>
    (["ingress", "egress"] as const).flatMap((direction) =>
      ((manifest.object.spec as Spec)[direction] ?? []).map((_, index): [string, string, number] => [idOf(manifest), direction, index]),
    ),
  );
  test.each(part(rules.filter((rule) => !isCovered(...rule))))(
    "%s without %s rule %i cuts a path, and with more ports opens one",
    (id, direction, index) => {
      const all = (manifestOf(id, whole).object.spec as Spec)[direction as "ingress" | "egress"] ?? [];
      const path = `spec.${direction}`;
      const cut = all.filter((__, position) => position !== index);
      expect(whats(connections, change(id, path, cut, whole)).join()).toContain("which is declared");
      const wider = all.map((rule, position) => (position === index ? { ...rule, ports: [...(rule.ports ?? []), { port: 4444 }] } : rule));
      // a rule without ports is open on all of them; named ones narrow it
      const found = whats(connections, change(id, path, wider, whole)).join();
      expect(found).toContain(all[index]?.ports === undefined ? "which is declared" : "4444, which nothing declares");
    },
  );
});

describe("a drift is told at the end that has it", () => {
  test("the relay's policy lets the aggregator in no more", () => {
    expect(connections.run(change("monitoring/NetworkPolicy/relay", "spec.ingress.0.ports.0.port", 9998))).toEqual([
      {
        where: 'workload "relay" in namespace "monitoring"',
        what: "its policies don't let it be reached from logging/log-aggregator on 9999, which is declared",
        fix: expect.stringContaining("lib/network/policy.ts"),
      },
      {
        where: 'workload "relay" in namespace "monitoring"',
        what: "its policies let traffic in from logging/log-aggregator on 9998, which nothing declares",
        fix: expect.stringContaining("components/*/network.ts"),
      },
    ]);
  });

  test("the status page's addresses are cut", () => {
    const index = (manifestOf("monitoring/NetworkPolicy/status-page").object.spec as { egress: { to: { ipBlock?: object }[] }[] }).egress //
      .findIndex(({ to }) => to[0]?.ipBlock !== undefined);
    const found = whats(
      connections,
      change("monitoring/NetworkPolicy/status-page", `spec.egress.${index}.to.0.ipBlock.cidr`, "203.0.113.0/24"),
    );
    expect(found).toEqual([expect.stringMatching(/^its policies don't let it reach [\d.]+ on 443, which is declared$/)]);
  });
});

test.each([
  ["begins earlier", "192.168.10.16/29"],
  ["ends later", "192.168.10.20/31"],
  ["is another", "192.168.10.21/32"],
])("a range of addresses that %s than the declared one is told", (_, cidr) => {
  const bridge = "boiler/NetworkPolicy/boiler-bridge";
  const { egress = [] } = manifestOf(bridge).object.spec as { egress?: { to: { ipBlock?: { cidr: string } }[] }[] };
  const index = egress.findIndex(({ to }) => to[0]?.ipBlock?.cidr === "192.168.10.20/32");
  const found = whats(connections, change(bridge, `spec.egress.${index}.to.0.ipBlock.cidr`, cidr));
  expect(found.join()).toMatch(/192\.168\.10\.\d+ on 8123, which/);
});

const policy = (spec: object, metadata: object = {}) =>
  add({
    kind: "NetworkPolicy",
    apiVersion: "networking.k8s.io/v1",
    metadata: { name: "added", namespace: "monitoring", ...metadata },
    spec,
  });

describe("a policy that was made by hand", () => {
  const STRAY = "this policy is no declared workload's, or selects other pods than it";

  test.each<[string, object, RegExp]>([
    [
      "lets every pod of its namespace in",
      { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: [{ podSelector: {} }] }] },
      /in from monitoring\/any other pod/,
    ],
    [
      "lets the world in",
      { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: [{ ipBlock: { cidr: "0.0.0.0/0" } }] }] },
      /in from [\d.]+ on any port/,
    ],
    [
      "lets out to one address",
      { podSelector: {}, policyTypes: ["Egress"], egress: [{ to: [{ ipBlock: { cidr: "203.0.113.7/32" } }] }] },
      /out to 203\.0\.113\.7 on any port/,
    ],
    [
      "selects by a label that only the pod template has",
      { podSelector: { matchLabels: { "app.kubernetes.io/component": "service" } }, policyTypes: ["Egress"], egress: [{}] },
      /out to monitoring\/vmsingle-belfry on any port/,
    ],
    [
      "selects by an expression",
      {
        podSelector: { matchExpressions: [{ key: "app.kubernetes.io/name", operator: "In", values: ["relay"] }] },
        policyTypes: ["Egress"],
        egress: [{}],
      },
      /out to monitoring\/vmsingle-belfry on any port/,
    ],
    [
      "names a range of ports",
      { podSelector: {}, policyTypes: ["Ingress"], ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 1, endPort: 100 }] }] },
      /in from elsewhere\/any other pod on 1-100, which/,
    ],
    [
      "speaks UDP",
      {
        podSelector: {},
        policyTypes: ["Ingress"],
        ingress: [{ from: [{ namespaceSelector: {} }], ports: [{ port: 9999, protocol: "UDP" }] }],
      },
      /on 9999 \(UDP\), which/,
    ],
  ])("and %s", (_, spec, found) => {
    const all = whats(connections, policy(spec));
    expect(all).toContain(STRAY);
    expect(all.join("\n")).toMatch(found);
  });
});

describe("a rule more in the policy of a workload, for somebody whom no declaration knows", () => {
  const relay = "monitoring/NetworkPolicy/relay";
  const spec = manifestOf(relay).object.spec as Spec;
  const more = (direction: "ingress" | "egress", rule: object) =>
    whats(connections, change(relay, `spec.${direction}`, [...(spec[direction] ?? []), rule])).join("\n");
  const websites = { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "websites" } } };

  test.each<[string, "ingress" | "egress", object, string]>([
    [
      "pods by a label",
      "ingress",
      { from: [{ podSelector: { matchLabels: { app: "evil" } } }] },
      "in from monitoring/pods with app=evil on any port",
    ],
    [
      "pods by an expression",
      "ingress",
      { from: [{ podSelector: { matchExpressions: [{ key: "app", operator: "Exists" }] } }] },
      "in from monitoring/pods with app=any on any port",
    ],
    ["a namespace", "ingress", { from: [websites] }, "in from websites/any other pod on any port"],
    [
      "a namespace by a label",
      "ingress",
      { from: [{ namespaceSelector: { matchLabels: { team: "evil" } } }] },
      "in from a-namespace-by-its-labels/any other pod on any port",
    ],
    [
      "pods to call",
      "egress",
      { to: [{ podSelector: { matchLabels: { app: "x" } } }], ports: [{ port: 80 }] },
      "out to monitoring/pods with app=x on 80",
    ],
    ["a namespace to call", "egress", { to: [websites] }, "out to websites/any other pod on any port"],
  ])("%s", (_, direction, rule, found) => {
    expect(more(direction, rule)).toContain(`its policies let traffic ${found}`);
  });

  test("a policy that has the name of the denial and denies nothing", () => {
    const open = policy({ podSelector: {}, policyTypes: ["Ingress"], ingress: [{}] }, { name: "default-deny", namespace: "elsewhere" });
    expect(whats(connections, open)).toContain("this policy is no declared workload's, or selects other pods than it");
  });
});

describe("an address of the site that no workload serves", () => {
  test("is told with its caller", () => {
    const [first] = SMALL.connections;
    if (first === undefined) throw new Error("the example declares no connection");
    const lost = [{ from: first.from, to: { url: "http://nobody.monitoring.svc:80" } }];
    expect(whats(connections, { ...SMALL, lost })).toEqual([
      "it calls http://nobody.monitoring.svc:80, and no workload serves that address",
    ]);
  });
});

describe("ports are the containers'", () => {
  test("whatever port the Service in front has", () => {
    const moved = smallPlatform({ urls: { ...SITE.urls, metrics_url: "http://metrics.monitoring.svc:9000" } });
    expect(connections.run(moved)).toEqual([]);
    expect(JSON.stringify(manifestOf("monitoring/NetworkPolicy/vmsingle-belfry", moved).object.spec)).not.toContain("9000");
    expect(manifestOf("Service/metrics", moved).object.spec).toMatchObject({ ports: [{ port: 9000, targetPort: 8429 }] });
  });

  test("a path to a port where nothing listens is told", () => {
    const paths = SMALL.paths.map((path) => ("pods" in path.to && path.to.name === "relay" ? { ...path, ports: [80] } : path));
    expect(whats(connections, { ...SMALL, paths })).toContain("it calls monitoring/relay on 80, where nothing listens");
  });

  test("a container that listens elsewhere than its declaration says is told", () => {
    const other = change("Deployment/relay", "spec.template.spec.containers.0.ports.0.containerPort", 9998);
    expect(whats(connections, other)).toEqual(['its containers listen on 9998, workload "relay" in namespace "monitoring" declares 9999']);
  });

  test("pods that nobody declared are told", () => {
    const spec = { template: { metadata: { labels: { app: "x" } }, spec: { containers: [{ name: "c" }] } } };
    expect(whats(connections, add({ kind: "Deployment", spec }))).toEqual(["its pods belong to no declared workload"]);
  });
});

describe("what lies outside is reached at the addresses and the port of the site's URL", () => {
  const egressOf = (of: Platform) => JSON.stringify((manifestOf("monitoring/NetworkPolicy/status-page", of).object.spec as Spec).egress);
  const page = (api_url: string, api_addresses?: string[]) =>
    smallPlatform({ status_page: { page_id: "page-01", api_url, ...(api_addresses && { api_addresses }) } });

  test.each<[string, Platform, string]>([
    [
      "an address of the home network",
      page("http://192.168.1.5:8443"),
      '{"ports":[{"port":8443,"protocol":"TCP"}],"to":[{"ipBlock":{"cidr":"192.168.1.5/32"}}]}',
    ],
    [
      "an IPv6 address",
      page("http://[fd00::5]:8443"),
      '{"ports":[{"port":8443,"protocol":"TCP"}],"to":[{"ipBlock":{"cidr":"fd00::5/128"}}]}',
    ],
    [
      "a name with its addresses",
      page("https://page.home.arpa", ["192.168.1.0/24"]),
      '{"ports":[{"port":443,"protocol":"TCP"}],"to":[{"ipBlock":{"cidr":"192.168.1.0/24"}}]}',
    ],
    ["a Service of the cluster", page("http://page.status.svc:8080"), '"app.kubernetes.io/name":"page"'],
  ])("%s", (_, of, rule) => {
    expect(connections.run(of)).toEqual([]);
    expect(egressOf(of)).toContain(rule);
    expect(egressOf(of)).not.toContain("0.0.0.0/0");
  });

  test("the dead-man switch of a place of its own", () => {
    const own = smallPlatform({ dead_man: { ping_port: 8000, ping_addresses: ["192.168.10.9/32"] } });
    expect(connections.run(own)).toEqual([]);
    const { egress = [] } = manifestOf("monitoring/NetworkPolicy/dead-man", own).object.spec as Spec;
    expect(egress.at(-1)).toEqual({ to: [{ ipBlock: { cidr: "192.168.10.9/32" } }], ports: [{ protocol: "TCP", port: 8000 }] });
  });
});

test("an address is called on its own port", () => {
  const paths = SMALL.paths.map((path) => (describeEnd(path.from) === "monitoring/relay" ? { ...path, ports: [9094] } : path));
  expect(whats(connections, { ...SMALL, paths }).join()).toContain(
    'it names http://vmalertmanager-belfry.monitoring.svc:9093, and workload "relay"',
  );
});

describe("an object that names an address is a caller", () => {
  const without = (base: Platform, from: string, to: string): Platform => ({
    ...base,
    paths: base.paths.filter((path) => !("pods" in path.from && path.from.name === from && describeEnd(path.to) === to)),
  });
  const naming = (platform: Platform) => whats(connections, platform).filter((what) => what.startsWith("it names"));

  test.each<[string, Platform, string, string, string]>([
    [
      "the status page's adapter",
      SMALL,
      "status-page",
      "monitoring/vmalertmanager-belfry",
      "http://vmalertmanager-belfry.monitoring.svc:9093",
    ],
    ["the relay", SMALL, "relay", "monitoring/vmalertmanager-belfry", "http://vmalertmanager-belfry.monitoring.svc:9093"],
    ["the aggregator, by its output", SMALL, "log-aggregator", "monitoring/relay", "http://relay.monitoring.svc:9999"],
    ["the evaluator", SMALL, "vmalert-belfry", "monitoring/vmsingle-belfry", "http://metrics.monitoring.svc:8429"],
    ["the alert manager, by its receivers", SMALL, "vmalertmanager-belfry", "monitoring/dead-man", "http://dead-man.monitoring.svc:8080"],
    ["the bridge, by an address", SMALL, "boiler-bridge", "Home Assistant", "http://192.168.10.20:8123"],
    [
      "the proxy of a clustered store",
      CLUSTER,
      "vmauth-belfry",
      "monitoring/vmselect-belfry",
      "http://vmselect-belfry.monitoring.svc:8481",
    ],
    [
      "a replica by its own name",
      CLUSTER,
      "relay",
      "monitoring/vmalertmanager-belfry",
      "http://vmalertmanager-belfry-0.vmalertmanager-belfry.monitoring.svc:9093",
    ],
  ])("%s, whose connection nobody declares any more", (_, base, from, to, url) => {
    expect(naming(base)).toEqual([]);
    expect(naming(without(base, from, to)).join("\n")).toContain(`it names ${url}, and workload "${from}"`);
  });
});
