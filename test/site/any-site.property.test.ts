import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { ingressNamespace } from "../../components/dashboards/publication";
import { formatCidr, parseAddress, rangeOf } from "../../lib/address";
import type { Platform } from "../../lib/platform/platform";
import { inClusterUrlsIn } from "../../lib/site/in-cluster-urls";
import { NAT64_PREFIX } from "../../lib/site/nat64";
import { PUBLIC_INTERNET } from "../../lib/site/outside";
import { SiteSchema } from "../../lib/site/schema";
import { CD_CLUSTER } from "../../lib/site/sections/gitops";
import { EXPORTERS, keyOf, splitTarget } from "../../lib/site/sections/scrapes";
import { operatorNamespaceOf } from "../../lib/workloads/postgres-cluster";
import { ELSEWHERE_FILE, EXAMPLE_FILE, ROOT } from "../example";
import { SITES } from "../wide";
import { distOf } from "./any-dist";
import { anySite, type RawSite } from "./any-site";
import { leavesOf, valueAt } from "./changes";
import { rawSite } from "./raw-site";

const HOME = rawSite(EXAMPLE_FILE);

/** Every text of a site. */
const textsOf = (site: unknown) => leavesOf(site).map((path) => String(valueAt(site, path)));

/**
 * The example names these for itself, and the output names them at every site: what is private, all there is, where the CD tool runs, and
 * the family that a client of the time server is of.
 */
const EVERYWHERE: ReadonlySet<string> = new Set([...PUBLIC_INTERNET.addresses, ...PUBLIC_INTERNET.except, CD_CLUSTER, "ipv6"]);

/** Texts of the example by which its output could be told: a plain word or a number may be anybody's. */
const TELLING = [...new Set(leavesOf(HOME).map((path) => valueAt(HOME, path)))]
  .filter((value): value is string => typeof value === "string" && /[.:/]|\d\D|\D\d/.test(value) && !EVERYWHERE.has(value))
  // not inside a longer name or number
  .map((text) => ({ text, form: new RegExp(`(?<![\\w.-])${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-]|\\.\\w)`) }));

/** Every namespace that an object names, wherever it can. */
function namespacesIn({ manifests }: Platform): Set<string> {
  const found = new Set<string>();
  const note = (value: unknown) => {
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one === "string") found.add(one);
  };
  const walk = (value: unknown, key: string): void => {
    // a label called so, and the path in an object that it is taken from
    if (key === "labelsFromPath") return;
    if (["namespace", "namespaces", "matchNames", "kubernetes.io/metadata.name"].includes(key)) note(value);
    if (key === "expr" && typeof value === "string") {
      for (const [, names = ""] of value.matchAll(/\bnamespace=~?"([^"]*)"/g)) note(names.split("|"));
    }
    if (Array.isArray(value)) for (const item of value) walk(item, "");
    else if (typeof value === "object" && value !== null) for (const [name, item] of Object.entries(value)) walk(item, name);
  };
  for (const { object } of manifests) {
    walk(object, "");
    note(inClusterUrlsIn(JSON.stringify(object)).map(({ namespace }) => namespace));
  }
  return found;
}

/** Every address range that a policy names. */
function rangesIn({ manifests }: Platform): string[] {
  const text = JSON.stringify(manifests.filter(({ object }) => object.kind === "NetworkPolicy"));
  return [...text.matchAll(/"cidr":"([^"]*)"/g)].map(([, cidr = ""]) => cidr);
}

function judge(raw: RawSite): void {
  const { built, text } = distOf(raw);
  const own = new Set(textsOf(raw));
  const listed = (built.site.components ?? []).flatMap(({ namespaces }) => namespaces);
  const observed = EXPORTERS.flatMap((name) => built.site.scrapes?.[keyOf(name)] ?? []);
  // a mail server has no scheme in front
  const called = Array.from(JSON.stringify(raw).matchAll(/\.([a-z0-9-]+)\.svc\b/g), ([, namespace = ""]) => namespace);
  const known = new Set([
    // the CD tool's project is bound by cluster
    "*",
    ...Object.values(built.site.namespaces),
    ...built.namespaces.map(({ name }) => name),
    ...listed,
    ...called,
    ...observed.flatMap(({ namespaces }) => namespaces ?? []),
    ...(built.site.autoscaling?.workloads ?? []).map(({ namespace }) => namespace),
    ...(built.site.autoscaling?.excluded ?? []),
    ...(built.site.stale_mounts?.namespaces ?? []),
    operatorNamespaceOf(built.site),
    ingressNamespace(built.site),
    ...(built.site.dashboards?.gateway ? [built.site.dashboards.gateway.namespace] : []),
    ...(built.site.log_store?.readers ?? []),
    ...(built.site.batch?.foreign ?? []).flatMap(({ namespace }) => namespace ?? []),
  ]);

  expect([...namespacesIn(built)].filter((namespace) => !known.has(namespace))).toEqual([]);

  const hosts = [...own].flatMap((one) => /^(?:\w+:\/\/)?\[?([\d.:a-f]+?)\]?(:\d+)?(\/.*)?$/.exec(one)?.[1] ?? []);
  const targets = observed.flatMap(({ targets }) => (targets ?? []).map((target) => splitTarget(target).host));
  // what lies behind NAT64 has another address there
  const probed = built.scrapes.flatMap(({ from }) =>
    from.kind === "probes" ? from.probes.map(({ target }) => splitTarget(target).host) : [],
  );
  const single = [...hosts, ...targets, ...probed, ...own]
    .flatMap((one) => parseAddress(one) ?? [])
    .map((address) => formatCidr(rangeOf(address)));
  const ranges = new Set([...own, ...single, ...PUBLIC_INTERNET.addresses, NAT64_PREFIX]);
  expect(rangesIn(built).filter((cidr) => !ranges.has(cidr))).toEqual([]);

  expect(TELLING.filter((one) => !own.has(one.text) && one.form.test(text)).map((one) => one.text)).toEqual([]);
}

/** The site in the page that explains the least one. */
const LEAST: unknown = parse(/```yaml\n([^`]*)```/.exec(readFileSync(join(ROOT, "docs/least-site.md"), "utf8"))?.[1] ?? "");

test.each([
  ["another installation", rawSite(ELSEWHERE_FILE)],
  ["the least site of the documentation", LEAST],
])("%s synthesizes, and its output names nothing but its own", (_, raw) => {
  judge(raw as RawSite);
});

test("the least site says nothing that may be left out", () => {
  const needless = Object.keys(LEAST as RawSite).filter((key) => {
    const { [key]: _, ...rest } = LEAST as RawSite;
    return SiteSchema.safeParse(rest).success;
  });
  expect(needless).toEqual([]);
});

test("so does any valid site", () => {
  fc.assert(fc.property(anySite, judge), { numRuns: SITES, endOnFailure: true });
});
