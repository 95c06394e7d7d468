import { X509Certificate } from "node:crypto";
import { type Family, formatCidr, isAddress, parseAddress, rangeOf } from "../../address";
import { ranges } from "../cidr";
import { COMPONENTS } from "../component";
import { LONGEST_NAME } from "../covered";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text } from "../field";
import { parseInCluster } from "../in-cluster";
import { dnsName, isDnsLabel, isDnsName, lineFlaw } from "../name";
import { isKnownNamespace } from "../named-namespaces";
import { NAT64_PREFIX } from "../nat64";
import { isPublicName } from "../outside";
import { clusterRangeOf, type Inside, isOfOneMachine, outsideListMistakes } from "../outside-url";
import { familiesOf, familyOf, hostOfPage, nat64HostFlaw, nat64PrefixFlaw, type ProbeEnd, pageFlaw } from "../probe-target";
import { quote } from "../quote";
import { asHttp, hostOf, hostPortFlaw, portOf } from "../url";

const name = () => text("webmail", nameFlaw);
const host = (example: string) => text(example, hostPortFlaw);
const where = () => ({
  addresses: ranges("192.168.10.5/32").optional(),
  family: choice(["ipv4", "ipv6"]).optional(),
});
const certificate = () => ({
  /** Of the certificate, where it is not the host. */
  tls_server_name: text("mail.example.org", serverNameFlaw).optional(),
  /** What vouches for it where the system's roots do not: its authority's certificate, or itself. */
  tls_authority: text("|, and a certificate in PEM below", certificateFlaw).optional(),
});

const someOf = <T extends Parameters<typeof listOf>[0]>(item: T, example: string) =>
  listOf(item, { example: `- ${example}`, minimum: 1 }).optional();
const pages = () =>
  someOf(
    section({ name: name(), url: text("https://webmail.example.org/", pageFlaw), ...where(), ...certificate() }),
    "{ name: webmail, url: https://webmail.example.org/ }",
  );
const plain = (port: number) =>
  someOf(section({ name: name(), host: host(`mail.example.org:${port}`), ...where() }), `{ name: smtp, host: mail.example.org:${port} }`);
const encrypted = (port: number) =>
  someOf(
    section({ name: name(), host: host(`mail.example.org:${port}`), ...where(), ...certificate() }),
    `{ name: mail, host: mail.example.org:${port} }`,
  );

/** Each kind of probe asks in its own way. */
const kinds = {
  http: pages(),
  http_behind_sign_in: pages(),
  smtp: plain(25),
  smtp_starttls: encrypted(587),
  smtps: encrypted(465),
  imaps: encrypted(993),
  tls: encrypted(853),
  tcp: plain(1883),
  dns: someOf(
    section({
      name: name(),
      server: host("192.0.2.53:53"),
      query: dnsName("www.example.org"),
      answer: text("192.0.2.80", addressFlaw),
      transport: choice(["udp", "tcp"]).optional(),
      ...where(),
    }),
    "{ name: authoritative, server: 192.0.2.53:53, query: www.example.org, answer: 192.0.2.80 }",
  ),
  nat64: someOf(
    section({ name: name(), host: text("192.0.2.1:443", nat64HostFlaw), prefix: text(NAT64_PREFIX, nat64PrefixFlaw).optional() }),
    "{ name: nat64, host: 192.0.2.1:443 }",
  ),
};

export const PROBE_KINDS = Object.keys(kinds) as readonly (keyof typeof kinds)[];

const keys = {
  probes: listOf(
    section({
      component: choice(COMPONENTS),
      ...kinds,
      not_probed: someOf(
        section({ name: name(), because: text("WireGuard answers no stranger", lineFlaw) }),
        "{ name: vpn, because: WireGuard answers no stranger }",
      ),
    }),
    { example: "- { component: Websites, http: [{ name: home-page, url: https://www.example.org/ }] }", minimum: 1 },
  ).optional(),
};

/** What is asked as users would, for each component. A place may do without. */
export const probes = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;
type Group = NonNullable<NonNullable<SiteDraft["probes"]>[number]>;
type Path = Contradiction["path"];

/** What may be said of a probe, whatever its kind. */
type AnyProbe = {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly host?: string | undefined;
  readonly server?: string | undefined;
  readonly prefix?: string | undefined;
  readonly addresses?: readonly (string | undefined)[] | undefined;
  readonly family?: "ipv4" | "ipv6" | string | undefined;
  readonly tls_server_name?: string | undefined;
  readonly tls_authority?: string | undefined;
};

function contradictions(site: SiteDraft): Contradiction[] {
  const groups = site.probes ?? [];
  if (groups.length === 0) return [];
  const isNothing = groups.every((group) => group !== undefined && PROBE_KINDS.every((kind) => group[kind] === undefined));
  return [
    ...(isNothing ? [{ path: ["probes"], message: "asks nothing; name one target at least, or leave the section out" }] : []),
    ...groups.flatMap((group, index) => groupMistakes(group, ["probes", index], groups.slice(0, index), site)),
  ];
}

function groupMistakes(group: Group | undefined, path: Path, before: readonly (Group | undefined)[], site: SiteDraft): Contradiction[] {
  if (group === undefined) return [];
  const { component, not_probed: notProbed = [] } = group;
  const isTwin = component !== undefined && before.some((one) => one?.component === component);
  const all = PROBE_KINDS.flatMap((kind) =>
    ((group[kind] ?? []) as readonly (AnyProbe | undefined)[]).map((probe, index) => ({
      kind,
      probe: probe ?? {},
      path: [...path, kind, index],
    })),
  );
  const named = [...all, ...notProbed.map((probe, index) => ({ probe: probe ?? {}, path: [...path, "not_probed", index] }))];
  const seen = new Set<string>();
  const twins = named.flatMap(({ probe: { name }, path }) => {
    const isAgain = name !== undefined && seen.has(name);
    if (name !== undefined) seen.add(name);
    return isAgain
      ? [{ path: [...path, "name"], message: `${quote(name)} is another probe's too; give each of a component a name of its own` }]
      : [];
  });
  return [
    ...(isTwin ? [{ path: [...path, "component"], message: `${quote(component)} is listed twice; put its probes together` }] : []),
    ...(named.length === 0
      ? [{ path, message: `asks nothing; name a target (${PROBE_KINDS.join(", ")}), or say in not_probed why there is none` }]
      : []),
    ...twins,
    ...all.flatMap(({ kind, probe, path }) => (kind === "nat64" ? nat64Mistakes(probe, path, site) : probeMistakes(probe, path, site))),
  ];
}

function probeMistakes(probe: AnyProbe, path: Path, site: SiteDraft): Contradiction[] {
  const key = "url" in probe ? "url" : "server" in probe ? "server" : "host";
  const written = probe[key];
  if (written === undefined) return [];
  const isPage = key === "url";
  if ((isPage ? pageFlaw(written) : hostPortFlaw(written)) !== undefined) return [];
  const end = isPage ? hostOfPage(written) : written;
  const given: ProbeEnd = { host: end, family: probe.family as ProbeEnd["family"], addresses: probe.addresses };
  const endAt = (value: string) => ({
    url: { path: [...path, key], value },
    addresses: { path: [...path, "addresses"], value: probe.addresses },
    mayBeService: true,
  });
  const long = probe.addresses === undefined ? longName(end, site) : undefined;
  if (long !== undefined) {
    const message = `${quote(end)} is to a pod a Service of this cluster; write ${long} for it, or beside a public host of that name its addresses`;
    const unfit = outsideListMistakes(endAt(long), site);
    return unfit.length > 0 ? unfit : [{ path: [...path, key], message }];
  }
  const outside = outsideListMistakes(endAt(end), site);
  return [
    ...apiServerMistakes(end, [...path, key]),
    ...outside,
    ...certificateMistakes(probe, written, end, path, isPage),
    ...(outside.length > 0 ? [] : familyMistakes(given, probe.family === undefined ? [...path, key] : [...path, "family"], site)),
  ];
}

/**
 * The Service that `<service>.<namespace>` is, in the form that a policy knows, where the namespace is one that the site names, in whatever
 * section: pods resolve it within the cluster before they ask for a public name.
 */
function longName(end: string, site: SiteDraft): string | undefined {
  const host = hostOf(end) ?? "";
  const [, namespace, ...more] = host.split(".");
  const isShort = namespace !== undefined && more.length === 0 && isKnownNamespace(namespace, site);
  return isShort ? `${host}.svc:${portOf(end)}` : undefined;
}

/** No pod is behind it that a policy could open. */
function apiServerMistakes(end: string, path: Path): Contradiction[] {
  const service = parseInCluster(asHttp(end));
  if (service?.name !== "kubernetes" || service.namespace !== "default") return [];
  const message = `${quote(end)} is the API server, whose Service has no pods that a policy could open; write the address of a control-plane node, such as 192.168.10.11:6443`;
  return [{ path, message }];
}

function certificateMistakes(
  { tls_server_name: serverName, tls_authority: authority }: AnyProbe,
  written: string,
  end: string,
  path: Path,
  isPage: boolean,
): Contradiction[] {
  const [key, other] = serverName === undefined ? ["tls_authority", authority] : ["tls_server_name", serverName];
  if (isPage && written.startsWith("http:"))
    return other === undefined
      ? []
      : [{ path: [...path, key], message: `stands beside an http URL, which has no certificate; write https, or take it out` }];
  // only what may have a certificate has the key
  const hasCertificate = isPage || ENCRYPTED.includes(String(path.at(-2)));
  if (!hasCertificate || serverName !== undefined || !isAddress(hostOf(end) ?? "")) return [];
  const message = `is missing, and ${quote(written)} is an address: write the name in its certificate, or the address itself where the certificate holds that`;
  return [{ path: [...path, "tls_server_name"], message, isMissing: true }];
}

const ENCRYPTED: readonly string[] = ["smtp_starttls", "smtps", "imaps", "tls"];

/** A probe has one family, which pods and the target have to have. */
function familyMistakes(end: ProbeEnd, path: Path, { cluster }: SiteDraft): Contradiction[] {
  const ranges = cluster.address_ranges ?? [];
  const family = familyOf(end, ranges);
  const literal = parseAddress(hostOf(end.host) ?? "");
  if (literal !== undefined && end.family !== undefined && literal.family !== (end.family === "ipv6" ? 6 : 4))
    return [
      { path, message: `${quote(end.family)} stands beside ${quote(end.host)}, an address of the other family; take one of the two out` },
    ];
  const listed = familiesOf(end.addresses ?? []);
  if (literal === undefined && listed.length > 0 && !listed.includes(family))
    return [
      {
        path,
        message: `${quote(end.family)} stands beside addresses of the other family alone; add the ${NAMES[family]} addresses, or take it out`,
      },
    ];
  return withoutFamily(family, path, ranges);
}

const NAMES = { 4: "IPv4", 6: "IPv6" } as const;

function withoutFamily(family: Family, path: Path, ranges: readonly (string | undefined)[]): Contradiction[] {
  const known = familiesOf(ranges);
  if (known.length === 0 || known.includes(family) || ranges.includes(undefined)) return [];
  const message = `asks by ${NAMES[family]}, which no pod has: cluster.address_ranges holds ${NAMES[family === 4 ? 6 : 4]} alone; add the pods' ${NAMES[family]} range there, or move this to not_probed`;
  return [{ path, message }];
}

function nat64Mistakes({ host = "" }: AnyProbe, path: Path, { cluster }: SiteDraft): Contradiction[] {
  if (nat64HostFlaw(host) !== undefined) return [];
  const at = [...path, "host"];
  const unfit = notTranslated(host, cluster.address_ranges);
  if (unfit !== undefined) return [{ path: at, message: `${quote(host)} ${unfit}` }];
  const isKnown = isAddress(hostOf(host) ?? "") || isPublicName(hostOf(host) ?? "", cluster.dns_domain);
  if (!isKnown)
    return [
      {
        path: at,
        message: `${quote(host)} is not on the public internet, which lies behind NAT64; write a public name or an IPv4 address`,
      },
    ];
  return withoutFamily(6, at, cluster.address_ranges ?? []);
}

/** What keeps an IPv4 address from lying behind NAT64; the end of a sentence that begins with it. Where private ones do, they are as good. */
function notTranslated(host: string, podRanges: readonly (string | undefined)[] | undefined): string | undefined {
  const address = parseAddress(hostOf(host) ?? "");
  if (address === undefined) return undefined;
  if (isOfOneMachine(rangeOf(address)))
    return "is loopback, link-local, multicast or unspecified, which lies behind no NAT64; write an address of the IPv4 internet";
  const range = clusterRangeOf(address, podRanges);
  return (
    range && `lies in cluster.address_ranges (${formatCidr(range)}), which lies behind no NAT64; write an address of the IPv4 internet`
  );
}

/** Its object is named by it. */
function nameFlaw(text: string): Flaw | undefined {
  return isDnsLabel(text) && text.length <= LONGEST_NAME
    ? undefined
    : { wrong: `is not a name of lower-case letters, digits and inner dashes, ${LONGEST_NAME} at most` };
}

function serverNameFlaw(text: string): Flaw | undefined {
  return isDnsName(text) || isAddress(text) ? undefined : { wrong: "is neither a DNS name nor an IP address" };
}

function addressFlaw(text: string): Flaw | undefined {
  return isAddress(text) ? undefined : { wrong: "is not an IP address" };
}

/** Certificates are public; a key is not. */
function certificateFlaw(text: string): Flaw | undefined {
  if (text.includes("PRIVATE KEY"))
    return { wrong: "holds a private key", remedy: "keep that to yourself, and write the certificate alone" };
  try {
    new X509Certificate(text);
    return undefined;
  } catch {
    return { wrong: "is not a certificate in PEM", remedy: "write it below |, from -----BEGIN CERTIFICATE----- on" };
  }
}
