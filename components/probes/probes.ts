import { type Family, formatAddress, formatHost, isAddress, parseAddress, parseCidr } from "../../lib/address";
import type { Probe } from "../../lib/metrics/probe";
import type { Call } from "../../lib/network/connection";
import { callTo } from "../../lib/network/outside-call";
import { rememberedOf } from "../../lib/remembered";
import { componentSlug } from "../../lib/site/component";
import { NAT64_PREFIX } from "../../lib/site/nat64";
import { type OutsideEnd, outsideEnd } from "../../lib/site/outside";
import { familyOf, hostOfPage, type ProbeEnd, usualFamily } from "../../lib/site/probe-target";
import type { ProbesSite, Site } from "../../lib/site/schema";
import { hostOf, portOf } from "../../lib/site/url";
import { type Certificate, dnsModule, type Module, modules } from "./modules";

type Group = ProbesSite[number];
type Kind = keyof typeof modules | "dns";
type Given<K extends Kind> = NonNullable<Group[K]>[number];

/** A probe with how it is asked, and the way there. */
export interface PlannedProbe extends Probe {
  readonly asked: Module;
  readonly call: Call;
  /** No name has to be resolved for it. */
  readonly isByAddress: boolean;
}

/** The names under which modules are known: that of HTTP which is right with 2xx alone, and so on. */
const NAMES: Readonly<Record<Kind, string>> = {
  http: "http_2xx",
  http_behind_sign_in: "http_any_redirect",
  smtp: "smtp_banner",
  smtp_starttls: "smtp_starttls",
  smtps: "smtps_banner",
  imaps: "imaps",
  tls: "tls",
  tcp: "tcp_connect",
  dns: "dns",
  nat64: "nat64",
};

/** Everything that is probed at a site, as the site lists it. */
export const probesOf = rememberedOf(({ probes = [], cluster: { address_ranges: ranges } }: Pick<Site, "probes" | "cluster">) => {
  const usual = usualFamily(ranges);
  return probes.flatMap((group): readonly PlannedProbe[] => {
    const { component } = group;
    const plan = (
      kind: Kind,
      service: string,
      made: {
        readonly end: ProbeEnd;
        readonly target: string;
        readonly asked: (family: Family) => Module;
        readonly isItsOwn: boolean;
        readonly isByUdp?: boolean;
      },
    ): PlannedProbe => {
      const family = familyOf(made.end, ranges);
      const name = `probe-${componentSlug(component)}-${service}`;
      const asked = made.asked(family);
      const isUsual = family === usual || kind === "nat64";
      const module = [
        NAMES[kind],
        ...(isUsual ? [] : [`ip${family}`]),
        ...(made.isItsOwn ? [`${componentSlug(component)}-${service}`] : []),
      ].join("_");
      // the exporter never asks again by TCP: a query too large for UDP fails, as the site said that it be asked
      const call = { ...callTo(whatIsAt(made.end), endOf(made.end, family)), ...(made.isByUdp && { onlyUdp: true as const }) };
      return {
        name,
        component,
        service,
        module,
        target: made.target,
        timeout: asked.timeout,
        asked,
        call,
        isByAddress: isAddress(hostOf(made.end.host) ?? ""),
      };
    };
    const page = (kind: "http" | "http_behind_sign_in") =>
      (group[kind] ?? []).map((probe) =>
        plan(kind, probe.name, {
          ...certified(kind, probe),
          target: probe.url,
          end: { ...probe, host: hostOfPage(probe.url) },
        }),
      );
    const line = (kind: "smtp" | "tcp") =>
      (group[kind] ?? []).map((probe) =>
        plan(kind, probe.name, { asked: (family) => modules[kind](family), isItsOwn: false, target: probe.host, end: probe }),
      );
    const encrypted = (kind: "smtp_starttls" | "smtps" | "imaps" | "tls") =>
      (group[kind] ?? []).map((probe) => plan(kind, probe.name, { ...certified(kind, probe), target: probe.host, end: probe }));
    return [
      ...page("http"),
      ...page("http_behind_sign_in"),
      ...line("smtp"),
      ...encrypted("smtp_starttls"),
      ...encrypted("smtps"),
      ...encrypted("imaps"),
      ...encrypted("tls"),
      ...line("tcp"),
      ...(group.dns ?? []).map((probe) =>
        plan("dns", probe.name, {
          asked: (family) => dnsModule(family, recordOf(probe)),
          isItsOwn: true,
          isByUdp: transportOf(probe) === "udp",
          target: probe.server,
          end: { ...probe, host: probe.server },
        }),
      ),
      ...(group.nat64 ?? []).map((probe) => {
        const host = translated(probe);
        return plan("nat64", probe.name, {
          asked: modules.nat64,
          isItsOwn: false,
          target: host,
          end: { host, family: "ipv6", addresses: [probe.prefix ?? NAT64_PREFIX] },
        });
      }),
    ];
  });
});

/** The certificate's name and authority stand in the module: one that has any is the probe's own. */
function certified(kind: Exclude<Kind, "smtp" | "tcp" | "dns" | "nat64">, probe: Given<typeof kind>) {
  const { tls_server_name: serverName, tls_authority: authority } = probe;
  const hostHeader = "url" in probe && serverName !== undefined ? hostHeaderOf(serverName, probe.url) : undefined;
  const certificate: Certificate = { serverName, authority, hostHeader };
  return { asked: (family: Family) => modules[kind](family, certificate), isItsOwn: serverName !== undefined || authority !== undefined };
}

/** An IPv6 address has brackets in it (RFC 9110, 7.2; RFC 3986, 3.2.2). */
function hostHeaderOf(serverName: string, url: string): string {
  const address = parseAddress(serverName);
  const { port } = new URL(url);
  return `${address === undefined ? serverName : formatHost(address)}${port === "" ? "" : `:${port}`}`;
}

const transportOf = ({ transport = "udp" }: Given<"dns">) => transport;

function recordOf(probe: Given<"dns">) {
  const { query, answer } = probe;
  const address = parseAddress(answer);
  if (address === undefined) throw new Error(`${answer} is not an IP address; the site should have refused it`);
  return {
    query,
    transport: transportOf(probe),
    type: address.family === 4 ? ("A" as const) : ("AAAA" as const),
    answer: formatAddress(address),
  };
}

/** An IPv4 address is asked at the one that NAT64 has for it; a name has such an address from DNS64. */
function translated({ host, prefix = NAT64_PREFIX }: Given<"nat64">): string {
  const [address, range] = [parseAddress(hostOf(host) ?? ""), parseCidr(prefix)];
  if (address === undefined || range === undefined) return host;
  return `${formatHost({ family: 6, value: range.first + address.value })}:${portOf(host)}`;
}

/** What a policy lets it out to: a Service's pods, or addresses of the probe's family alone. */
function endOf({ host, addresses }: ProbeEnd, family: Family): OutsideEnd {
  const listed = addresses?.filter((one) => one !== undefined);
  const end = outsideEnd(host, listed);
  if ("service" in end) return end;
  const ofFamily = (list: readonly string[]) => list.filter((one) => parseCidr(one)?.family === family);
  return { ...end, addresses: ofFamily(end.addresses), ...(end.except !== undefined && { except: ofFamily(end.except) }) };
}

function whatIsAt({ host, addresses }: ProbeEnd): string {
  const isInternet = addresses === undefined && !isAddress(hostOf(host) ?? "");
  return isInternet ? "what is probed on the internet" : `${hostOf(host)}, which is probed`;
}
