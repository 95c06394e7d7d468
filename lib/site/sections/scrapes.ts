import { formatAddress, isAddress, parseAddress } from "../../address";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text } from "../field";
import { dnsLabel, dnsName } from "../name";
import { type Inside, outsideAddress } from "../outside-url";
import { quote } from "../quote";

/** The exporters that others install and the agent asks, by the name of their job. */
export const EXPORTERS = [
  "ingress-nginx",
  "cert-manager",
  "argocd",
  "external-secrets",
  "metrics-operator",
  "volume-storage",
  "cloudnative-pg",
  "redis",
  "mysql",
  "identity",
  "directory",
  "git",
  "ci",
  "registry",
  "n8n",
  "trivy",
  "nextcloud",
  "mail-smtp",
  "mail-imap",
  "dns-authoritative",
  "dns-recursive",
  "chrony",
  "home-assistant",
  "mqtt",
  "frigate",
  "wireguard",
  "router",
  "smartctl",
  "etcd",
  "kube-scheduler",
  "kube-controller-manager",
] as const;
export type ExporterName = (typeof EXPORTERS)[number];

/** Those that are no pods behind a Service: the site can name their addresses alone. */
export const OUTSIDE_EXPORTERS: readonly ExporterName[] = ["router", "etcd", "kube-scheduler", "kube-controller-manager"];

/**
 * What the chart of the exporters has scraped and a place may lack, by the name of its job: a cluster whose DNS is not CoreDNS, or whose
 * API server is somebody else's and lets nobody read its metrics.
 */
export const CHART_EXPORTERS = ["apiserver", "coredns"] as const;
export type ChartExporterName = (typeof CHART_EXPORTERS)[number];

/** What every cluster has, and most of what is told of it comes from. */
const NEVER_OFF = Object.fromEntries(
  ["node_exporter", "kube_state_metrics", "kubelet", "cadvisor"].flatMap((key) =>
    [key, key.replaceAll("_", "-")].map((name) => [
      name,
      "is never off: the rules on nodes, pods and volumes, and the recordings, stand on it",
    ]),
  ),
);

/** YAML's keys have underscores here. */
export type ExporterKey = Underscored<ExporterName>;
type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}` ? `${First}_${Underscored<Rest>}` : Name;

export const keyOf = <Name extends ExporterName | ChartExporterName>(name: Name) => name.replaceAll("-", "_") as Underscored<Name>;

/** Whether a site says that an exporter is not here, by its key or by its name. */
export const isOff = (name: ExporterName | ChartExporterName, off: readonly (string | undefined)[] = []): boolean =>
  off.includes(name) || off.includes(keyOf(name));

/** How it is asked, wherever it is. */
const how = () => ({
  scheme: choice(["http", "https"]).optional(),
  /** Of the certificate, where it is not the address; https by itself. */
  tls_server_name: dnsName("ha.example.org").optional(),
});
const targets = () => listOf(text("192.168.10.5:9123", targetFlaw), { example: "[192.168.10.5:9123]", minimum: 1 }).optional();
const isSaid = (given: object) => Object.keys(given).length > 0;
/** A key that it does not have is told alone. */
const when = ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0;
const place = () =>
  section({
    namespaces: listOf(dnsLabel("databases"), { example: "[databases]", minimum: 1 }).optional(),
    targets: targets(),
    ...how(),
  })
    .refine(isSaid, { error: "says nothing; write the namespaces or the targets of the exporter, or leave the key out", when })
    .optional();
const outsidePlace = () =>
  section({ targets: targets(), ...how() })
    .refine(isSaid, { error: "says nothing; write the targets of the exporter, or leave the key out", when })
    .optional();

// one without the key `namespaces` is one that never has it
const places = Object.fromEntries(
  EXPORTERS.map((name) => [keyOf(name), OUTSIDE_EXPORTERS.includes(name) ? outsidePlace() : place()]),
) as Record<ExporterKey, ReturnType<typeof place>>;

const SWITCHED = [...EXPORTERS, ...CHART_EXPORTERS];
const OFF_KEYS = SWITCHED.map(keyOf);

const keys = {
  scrapes: section({
    off: listOf(choice([...new Set([...OFF_KEYS, ...SWITCHED])], { told: OFF_KEYS, refused: NEVER_OFF }), {
      example: "[mysql]",
      minimum: 1,
    }).optional(),
    ...places,
  }).optional(),
};

/** Where the exporters are that others install, and which of them this installation does not have. */
export const scrapes = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;

function contradictions(site: SiteDraft): Contradiction[] {
  const { off = [] } = site.scrapes ?? {};
  return [
    ...EXPORTERS.flatMap((name) => twiceOff(name, off)),
    ...EXPORTERS.flatMap((name) => {
      const path = ["scrapes", keyOf(name)];
      const given = site.scrapes?.[keyOf(name)];
      if (given === undefined) return [];
      if (isOff(name, off)) return [{ path, message: `stands here and in scrapes.off; take it out of one of the two` }];
      const { namespaces, targets, scheme, tls_server_name } = given;
      if (tls_server_name !== undefined && scheme === "http")
        return [
          { path: [...path, "tls_server_name"], message: "stands beside scheme: http, which has no certificate; take one of the two out" },
        ];
      const isAsked = scheme !== undefined || tls_server_name !== undefined;
      if (isAsked && namespaces === undefined && targets === undefined)
        return [{ path, message: "says how the exporter is asked, and not where; write its namespaces or its targets beside it" }];
      if (namespaces !== undefined && targets !== undefined)
        return [
          { path: [...path, "targets"], message: "stands beside namespaces; an exporter is in the cluster or at addresses outside of it" },
        ];
      return targetMistakes([...path, "targets"], targets ?? [], site);
    }),
  ];
}

function twiceOff(name: ExporterName, off: readonly (string | undefined)[]): Contradiction[] {
  const key: string = keyOf(name);
  const index = Math.max(off.indexOf(key), off.indexOf(name));
  if (key === name || !off.includes(key) || !off.includes(name)) return [];
  return [{ path: ["scrapes", "off", index], message: `${quote(off[index])} is in the list twice, spelled in two ways; keep one` }];
}

function targetMistakes(path: Contradiction["path"], targets: readonly (string | undefined)[], site: Inside): Contradiction[] {
  const seen = new Set<string>();
  return targets.flatMap((target, index) => {
    const address = target === undefined ? undefined : addressOf(target);
    if (target === undefined || address === undefined) return [];
    const value = formatAddress(address);
    const key = `${value} ${splitTarget(target).port ?? ""}`;
    const isTwin = seen.has(key) && targets.indexOf(target) === index;
    seen.add(key);
    return [
      ...(isTwin ? [{ path: [...path, index], message: `${quote(target)} is in the list twice, spelled in two ways; keep one` }] : []),
      ...outsideAddress({ path: [...path, index], value }, site),
    ];
  });
}

/** The address of `192.168.10.5`, `192.168.10.5:9123`, `[fd00::5]:9123` or `fd00::5`. */
export function addressOf(target: string) {
  return parseAddress(splitTarget(target).host);
}

export function splitTarget(target: string): { readonly host: string; readonly port?: number } {
  const [, bracketed, behind] = /^\[([^\]]*)\](?::(\d+))?$/.exec(target) ?? [];
  if (bracketed !== undefined) return { host: bracketed, ...(behind !== undefined && { port: Number(behind) }) };
  const [, host, port] = /^([^:]*):(\d+)$/.exec(target) ?? [];
  return host === undefined ? { host: target } : { host, port: Number(port) };
}

/** A name would have to be resolved in a network policy, which knows addresses alone. */
function targetFlaw(target: string): Flaw | undefined {
  const { host, port } = splitTarget(target);
  if (!isAddress(host)) return { wrong: "is not an IP address with or without a port" };
  return port === undefined || (port >= 1 && port <= 65535) ? undefined : { wrong: `has the port ${port}, which is none` };
}
