import { parse } from "yaml";
import { z } from "zod";
import { alerting } from "../../charts/alerting";
import { logFlows } from "../../charts/log-flows";
import { metrics } from "../../charts/metrics";
import { probes as probesPart } from "../../charts/probes";
import { probesOf } from "../../components/probes/probes";
import { probesSetup } from "../../components/probes/setup";
import { ownAlerts } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import type { Manifest } from "../../lib/gitops/manifest";
import { outside } from "../../lib/install/outside";
import type { Part } from "../../lib/platform/part";
import { COMPONENTS } from "../../lib/site/component";
import { coveredServices } from "../../lib/site/covered";
import type { ProbesSite, Site } from "../../lib/site/schema";
import { SMALL, SMALL_PARTS, smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example";
import { describeWithSchemas, hasSchema, validateManifest } from "../kubernetes/schema";
import { monitoringOf } from "../monitoring-of-others";
import { telling } from "../wide";

const FOLDER = "monitoring-blackbox-exporter";
const filesOf = (manifests: readonly Manifest[]) => manifests.map(({ file }) => file);

function objectOf(file: string, { manifests } = SMALL) {
  const found = manifests.find((manifest) => manifest.file === `${FOLDER}/${file}`);
  if (found === undefined) throw new Error(`dist/${FOLDER}/${file} is not there; there are:\n${filesOf(manifests).join("\n")}`);
  return found.object as typeof found.object & { readonly data?: Readonly<Record<string, string>> };
}

const modulesOf = (platform = SMALL) =>
  z
    .object({ modules: z.record(z.string(), z.looseObject({ prober: z.string(), timeout: z.string() })) })
    .parse(parse(objectOf("configmap-blackbox-exporter.yml", platform).data?.["blackbox.yml"] ?? "")).modules;

const probe = z.object({
  jobName: z.string(),
  module: z.string(),
  interval: z.string(),
  scrapeTimeout: z.string(),
  vmProberSpec: z.object({ url: z.string() }),
  targets: z.object({ static: z.object({ targets: z.array(z.string()).length(1), labels: z.record(z.string(), z.string()) }) }),
});
const probeObjects = ({ manifests } = SMALL) =>
  manifests.filter(({ object }) => object.kind === "VMProbe").map(({ object }) => probe.parse(object.spec));
const seconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);

/** What is made of the probes of one component alone, with a reason for each of the others. */
function withProbes(group: Omit<ProbesSite[number], "component">, parts: readonly Part[] = [alerting, logFlows, metrics, probesPart]) {
  const others = exampleSite()
    .components.filter(({ name }) => name !== "Mail")
    .map(({ name: component, covers }) => ({
      component,
      not_probed: coveredServices(covers).map(({ name }) => ({ name, because: "it is not what this is about" })),
    }));
  return smallPlatform({ probes: [{ component: "Mail", ...group }, ...others] }, parts);
}

interface Rule {
  readonly to: readonly {
    readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
    readonly podSelector?: object;
  }[];
  readonly ports: readonly { readonly port: number; readonly protocol: string }[];
}
/** Where a policy lets the exporter out to. */
const allWaysOut = (group: Omit<ProbesSite[number], "component">) =>
  (objectOf("networkpolicy-blackbox-exporter.yml", withProbes(group)).spec as { egress: Rule[] }).egress;
const isResolver = ({ to }: Rule) => to.some((one) => "namespaceSelector" in one && !("podSelector" in one));
const waysOut = (group: Omit<ProbesSite[number], "component">) => allWaysOut(group).filter((way) => !isResolver(way));

describe("a site that probes each component", () => {
  test("runs one exporter, whose configuration is one file of one ConfigMap", () => {
    expect(objectOf("deployment-blackbox-exporter.yml").spec).toMatchObject({
      replicas: 1,
      template: {
        metadata: { annotations: { "checksum/blackbox-exporter": expect.stringMatching(/^[0-9a-f]{64}$/) } },
        spec: {
          containers: [{ image: "prom/blackbox-exporter:v0.27.0", args: ["--config.file=/etc/blackbox-exporter/blackbox.yml"] }],
        },
      },
    });
  });

  test("asks each target by an object of its own, in a time that fits into the next longer one", () => {
    const modules = modulesOf();
    const all = probeObjects();
    expect(new Set(all.map(({ targets }) => targets.static.labels.component))).toEqual(new Set(COMPONENTS));
    for (const { jobName, module, interval, scrapeTimeout, vmProberSpec, targets } of all) {
      const { timeout = "" } = modules[module] ?? {};
      const times = [timeout, scrapeTimeout, interval].map(seconds);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.every((time) => time > 0 && time <= 120)).toBe(true);
      expect([jobName, vmProberSpec.url, targets.static.labels.module]).toEqual([
        "probes",
        "blackbox-exporter.monitoring.svc:9115",
        module,
      ]);
    }
    const told = all.map(({ targets }) => JSON.stringify(targets));
    expect(new Set(told).size).toBe(all.length);
  });

  test("falls back to no other family, verifies every certificate, follows nobody", () => {
    const modules = Object.values(modulesOf());
    expect(modules.map(({ prober, ...module }) => module[prober])).toEqual(
      modules.map(() => expect.objectContaining({ preferred_ip_protocol: expect.stringMatching(/^ip[46]$/), ip_protocol_fallback: false })),
    );
    expect(JSON.stringify(modules)).not.toMatch(/insecure_skip_verify|"follow_redirects":true/);
  });

  describeWithSchemas("against the custom resources' schemas", () => {
    test("has valid manifests", () => {
      const custom = SMALL.manifests.filter(({ file, object }) => file.startsWith(FOLDER) && hasSchema(object));
      expect(custom.flatMap(({ file, object }) => validateManifest(object).map((problem) => `${file}: ${problem}`))).toEqual([]);
      expect(custom.length).toBeGreaterThan(COMPONENTS.length);
    });
  });
});

test("a change of a module restarts the exporter, a change of a target does not", () => {
  const checksum = (group: Omit<ProbesSite[number], "component">) =>
    JSON.stringify(objectOf("deployment-blackbox-exporter.yml", withProbes(group)).spec).match(/[0-9a-f]{64}/)?.[0];
  const dns = (answer: string) => ({ dns: [{ name: "a", server: "ns1.example.org:53", query: "www.example.org", answer }] });
  expect(checksum(dns("192.0.2.1"))).not.toBe(checksum(dns("192.0.2.2")));
  const smtp = (host: string) => ({ smtp: [{ name: "a", host }] });
  expect(checksum(smtp("a.example.org:25"))).toBe(checksum(smtp("b.example.org:25")));
});

describe("the exporter is let out", () => {
  test("to the internet of a probe's own family alone, without what is not the internet", () => {
    const [way, ...others] = waysOut({ smtp: [{ name: "a", host: "mail.example.org:25" }] });
    expect(others).toEqual([]);
    expect(way?.ports).toEqual([{ port: 25, protocol: "TCP" }]);
    expect(way?.to.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(["0.0.0.0/0"]);
    expect(way?.to[0]?.ipBlock?.except).toContain("192.168.0.0/16");
    const [way6] = waysOut({ http: [{ name: "a", url: "https://www.example.org/", family: "ipv6" }] });
    expect(way6?.to.map(({ ipBlock }) => ipBlock?.cidr)).toEqual(["::/0"]);
    expect(way6?.ports).toEqual([{ port: 443, protocol: "TCP" }]);
  });

  test("to the addresses of its family of those listed", () => {
    const addresses = ["192.168.10.5/32", "fd00:7::5/128"];
    const to = (family?: "ipv6") => waysOut({ tcp: [{ name: "a", host: "nas.lan:445", addresses, ...(family && { family }) }] })[0]?.to;
    expect([to(), to("ipv6")]).toEqual([[{ ipBlock: { cidr: "192.168.10.5/32" } }], [{ ipBlock: { cidr: "fd00:7::5/128" } }]]);
  });

  test.each(
    telling([
      [undefined, "UDP"],
      ["udp", "UDP"],
      ["tcp", "TCP"],
    ] as const),
  )("to a name server that is asked by %s, by %s alone", (transport, protocol) => {
    const probe = { name: "a", server: "192.168.10.10:53", query: "www.example.org", answer: "192.0.2.1" };
    const ways = waysOut({ dns: [{ ...probe, ...(transport && { transport }) }] });
    expect(ways).toEqual([{ to: [{ ipBlock: { cidr: "192.168.10.10/32" } }], ports: [{ port: 53, protocol }] }]);
  });

  test.each<[string, Omit<ProbesSite[number], "component">, boolean]>([
    ["a page by name", { http: [{ name: "a", url: "https://www.example.org/" }] }, true],
    ["a page by address", { http: [{ name: "a", url: "http://192.168.10.9/" }] }, false],
    [
      "a page by address and a name",
      { http: [{ name: "a", url: "http://192.168.10.9/" }], smtp: [{ name: "b", host: "a.example.org:25" }] },
      true,
    ],
    ["an address behind NAT64", { nat64: [{ name: "a", host: "192.0.2.1:443" }] }, false],
    ["a Service", { tcp: [{ name: "a", host: "queue.shop.svc:5672" }] }, true],
  ])("to name resolution where a name is to be resolved: %s", (_, group, isLetOut) => {
    expect(allWaysOut(group).some(isResolver)).toBe(isLetOut);
  });

  test("to a Service's pods, by http, by https and by a port", () => {
    const pods = (name: string, port: number) => ({
      to: [
        {
          namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "shop" } },
          podSelector: { matchLabels: { "app.kubernetes.io/name": name } },
        },
      ],
      ports: [{ port, protocol: "TCP" }],
    });
    const ways = waysOut({
      http: [
        { name: "a", url: "http://web.shop.svc:8080/ready" },
        { name: "b", url: "https://front.shop.svc.cluster.local/" },
      ],
      tcp: [{ name: "c", host: "queue.shop.svc:5672" }],
    });
    expect(ways).toEqual(expect.arrayContaining([pods("web", 8080), pods("front", 443), pods("queue", 5672)]));
    expect(ways).toHaveLength(3);
  });

  test("to what NAT64 has for an address, or for any name that has no other", () => {
    expect(waysOut({ nat64: [{ name: "a", host: "192.0.2.1:443" }] })[0]?.to).toEqual([{ ipBlock: { cidr: "64:ff9b::c000:201/128" } }]);
    expect(waysOut({ nat64: [{ name: "a", host: "only.example.org:443" }] })[0]?.to).toEqual([{ ipBlock: { cidr: "64:ff9b::/96" } }]);
  });
});

test("a target behind NAT64 is asked at the address that it has there", () => {
  const [found] = probesOf(
    exampleSite({ probes: [{ component: "Internet", nat64: [{ name: "a", host: "192.0.2.1:443", prefix: "2001:db8:64::/96" }] }] }),
  );
  expect([found?.module, found?.target]).toEqual(["nat64", "[2001:db8:64::c000:201]:443"]);
});

describe("dist/INSTALL.md", () => {
  const probes: ProbesSite = [
    {
      component: "Mail",
      http: [{ name: "ready", url: "http://web.shop.svc:8080/ready" }],
      not_probed: [{ name: "vpn", because: "it answers no stranger" }],
    },
  ];
  const text = probesSetup({ ...exampleSite(), probes }).text(SMALL);

  test("names the label and the port by which a Service of others is counted on", () => {
    expect(text).toContain("- Mail, `ready`: pods `app.kubernetes.io/name=web` in `shop`, port 8080");
  });

  test("says what is not probed, and why", () => expect(text).toContain("- Mail, `vpn`: it answers no stranger"));

  test("lists no exceptions of the other family", () => {
    const rows = outside(SMALL, 3)
      .split("\n")
      .filter((line) => line.includes("what is probed on the internet"));
    const [four = "", six = ""] = ["`0.0.0.0/0`", "`::/0`"].map((all) => rows.find((line) => line.includes(`| ${all}`)));
    expect(four).not.toMatch(/::/);
    expect(six).toMatch(/fc00::/);
    expect(six).not.toMatch(/192\.168/);
  });
});

test("a component that is not probed on purpose is told at each synth", () => {
  const { cautions } = withProbes({ tcp: [{ name: "a", host: "mail.example.org:25" }] });
  expect(cautions.filter((line) => line.startsWith("probes: nothing asks for "))).toHaveLength(COMPONENTS.length - 1);
  expect(cautions).toContain(
    "probes: nothing asks for NTP as its users would (public-ntp-time-server: it is not what this is about; pool-contributor: it is not what this is about)",
  );
  expect(SMALL.cautions).toEqual([]);
});

test("that the exporter is down is told of whom its Deployment is, whose own alert keeps it quiet", () => {
  const componentAt = (changes: Partial<Site>) =>
    ownAlerts(smallPlatform(changes).rules).flatMap(({ rule }) => (rule.name === "ProbeExporterDown" ? [rule.component] : []));
  expect([componentAt({}), componentAt(monitoringOf("Smart Home")), componentAt(monitoringOf("Platform"))]).toEqual([
    ["Platform"],
    ["Smart Home"],
    ["Platform"],
  ]);
  const nobodys = exampleSite().components.map((one) => ({ ...one, namespaces: one.namespaces.filter((name) => name !== "monitoring") }));
  expect(componentAt({ components: nobodys })).toEqual(["Platform"]);
  expect(runChecks(smallPlatform(monitoringOf("Smart Home")))).toEqual([]);
});

test("a name behind NAT64 is told: it may have an IPv6 address of its own", () => {
  const told = (host: string) => withProbes({ nat64: [{ name: "way-out", host }] }).cautions.filter((line) => line.includes("NAT64"));
  expect(told("192.0.2.1:443")).toEqual([]);
  expect(told("only.example.org:443")).toEqual([
    expect.stringMatching(
      /^probes: way-out of .+ asks "only\.example\.org:443" behind NAT64 by its name, .*; write an IPv4 address, unless/,
    ),
  ]);
});

test("a site without probes has nothing of them, and keeps their runbooks without a finding", () => {
  const platform = smallPlatform({ probes: undefined });
  expect(platform.manifests.filter(({ object }) => /blackbox|probe_success/.test(JSON.stringify(object)))).toEqual([]);
  expect([...SMALL.runbooks.keys()]).toContain("ProbeFailed");
  expect(runChecks({ ...platform, runbooks: SMALL.runbooks })).toEqual([]);
});

test("a site with a single probe passes every check", () => {
  expect(runChecks(withProbes({ tcp: [{ name: "a", host: "mail.example.org:25" }] }, SMALL_PARTS))).toEqual([]);
});

describe("what a component covers", () => {
  const told = (covers: string, probes: ProbesSite[number]) => {
    const components = exampleSite().components.map((one) => (one.name === probes.component ? { ...one, covers } : one));
    return smallPlatform({
      components,
      probes: [probes, ...(exampleSite().probes?.filter((one) => one.component !== probes.component) ?? [])],
    });
  };
  const dns = [{ server: "192.168.10.10:53", query: "www.example.org", answer: "203.0.113.80" }] as const;

  test("is seen by probes of its name, or excused under it", () => {
    const { cautions } = told("the authoritative resolver, Recursive Resolver and Tier-2 (Bücher, 9.9)", {
      component: "DNS",
      dns: ["authoritative-resolver", "recursive-resolver-inside", "tier-2"].map((name) => ({ name, ...dns[0] })),
      not_probed: [
        { name: "bucher", because: "nobody reads" },
        { name: "9-9", because: "it is a number" },
      ],
    });
    expect(cautions).toEqual([]);
  });

  test("is told where no name says who sees it, in a synth and in INSTALL.md", () => {
    const whole = told("authoritative resolver, WAN uplink and calendars", {
      component: "DNS",
      dns: [{ name: "authoritative-resolver", ...dns[0] }],
      not_probed: [{ name: "wan", because: "it is shorter than what is covered" }],
    });
    expect(whole.cautions).toEqual([
      'probes: DNS covers "WAN uplink", "calendars", and no probe is called so; name a probe of it wan-uplink, calendars, or give the reason under that name in not_probed',
    ]);
    const [setup] = whole.outsideSetups.filter(({ title }) => title === "Probes");
    expect(setup?.text(whole)).toContain("- DNS: WAN uplink, calendars");
  });
});

describe("each kind of probe", () => {
  const certificate = { tls_server_name: "mail.example.org" };
  const asked = (group: Omit<ProbesSite[number], "component">) => {
    const whole = withProbes(group);
    const [{ module = "" } = {}] = probeObjects(whole);
    return [module, modulesOf(whole)[module]];
  };
  const family = { preferred_ip_protocol: "ip4", ip_protocol_fallback: false };
  const page = { ...family, method: "GET", follow_redirects: false };
  const greeted = { prober: "tcp", timeout: "20s" };
  const host = "mail.example.org:1025";

  test.each<[string, Omit<ProbesSite[number], "component">, string, object]>([
    ["a page", { http: [{ name: "a", url: "https://www.example.org/" }] }, "http_2xx", { prober: "http", timeout: "5s", http: page }],
    [
      "what is behind the sign-in",
      { http_behind_sign_in: [{ name: "a", url: "https://www.example.org/" }] },
      "http_any_redirect",
      { prober: "http", timeout: "5s", http: { ...page, valid_status_codes: [200, 301, 302, 401, 403] } },
    ],
    [
      "a greeting",
      { smtp: [{ name: "a", host }] },
      "smtp_banner",
      { ...greeted, tcp: { ...family, query_response: [{ expect: "^220 " }, { send: "QUIT\r" }] } },
    ],
    [
      "a greeting over TLS",
      { smtps: [{ name: "a", host }] },
      "smtps_banner",
      { ...greeted, tcp: { ...family, query_response: [{ expect: "^220 " }, { send: "QUIT\r" }], tls: true } },
    ],
    [
      "TLS on request",
      { smtp_starttls: [{ name: "a", host }] },
      "smtp_starttls",
      {
        ...greeted,
        tcp: {
          ...family,
          query_response: [
            { expect: "^220 " },
            { send: "EHLO probe.invalid\r" },
            { expect: "^250[ -]STARTTLS" },
            { send: "STARTTLS\r" },
            { expect: "^220 " },
            { starttls: true },
            { send: "EHLO probe.invalid\r" },
            { expect: "^250[ -]" },
            { send: "QUIT\r" },
          ],
        },
      },
    ],
    [
      "a mailbox",
      { imaps: [{ name: "a", host }] },
      "imaps",
      {
        prober: "tcp",
        timeout: "5s",
        tcp: { ...family, query_response: [{ expect: "^\\* OK" }, { send: "a1 LOGOUT\r" }], tls: true },
      },
    ],
    ["a handshake", { tls: [{ name: "a", host }] }, "tls", { prober: "tcp", timeout: "5s", tcp: { ...family, tls: true } }],
    ["a connection", { tcp: [{ name: "a", host }] }, "tcp_connect", { prober: "tcp", timeout: "5s", tcp: family }],
  ])("asks for %s as its users do", (_, group, module, config) => {
    expect(asked(group)).toEqual([module, config]);
  });

  test.each([
    ["https://192.168.10.9/", certificate, "mail.example.org"],
    ["https://192.168.10.9:8443/ready", certificate, "mail.example.org:8443"],
    ["https://192.168.10.9:8443/", { tls_server_name: "2001:db8::80" }, "[2001:db8::80]:8443"],
    ["https://192.168.10.9/", { tls_server_name: "2001:db8::80" }, "[2001:db8::80]"],
  ])("asks %s for the page of %j", (url, given, header) => {
    expect(asked({ http: [{ name: "a", url, ...given }] })).toEqual([
      "http_2xx_mail-a",
      { prober: "http", timeout: "5s", http: { ...page, headers: { Host: header }, tls_config: { server_name: given.tls_server_name } } },
    ]);
  });
});
