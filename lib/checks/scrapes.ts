// Prevents a scrape of nothing: its object is healthy, its series count as exported, and no target is ever found.
import { isDeepStrictEqual } from "node:util";
import { type Duration, toPrometheus } from "../duration";
import type { KubernetesObject } from "../kubernetes/object";
import { selects } from "../kubernetes/selector";
import { SCRAPE_INTERVAL, SCRAPE_TIMEOUT } from "../metrics/intervals";
import type { Scrape, ServiceTarget, UpstreamRelease, WorkloadPort } from "../metrics/scrape";
import { probeScrapeTimeout, scrapeObjects } from "../metrics/scrape-object";
import { workloadPlace } from "../network/workload";
import type { Platform } from "../platform/platform";
import { type Check, type Finding, objectPlace } from "./check";

export const scrapes: Check = {
  name: "scrapes",
  run: (platform) => [
    ...platform.scrapes.flatMap((scrape) => scrapeFindings(scrape, platform)),
    ...twins(platform),
    ...strayObjects(platform),
  ],
};

type Fault = Omit<Finding, "where">;

function scrapeFindings(scrape: Scrape, platform: Platform): Finding[] {
  return [...timeFaults(scrape), ...faultsOf(scrape, platform)].map((fault) => ({ where: `scrape "${scrape.name}"`, ...fault }));
}

function faultsOf(scrape: Scrape, platform: Platform): Fault[] {
  const { from } = scrape;
  switch (from.kind) {
    case "service":
      return [
        ...portFaults(from),
        ...(from.owner === undefined ? ownServiceFaults(scrape, from, platform) : ownerFaults(from.owner, platform)),
        ...objectFaults(scrape, platform),
      ];
    case "devices":
      return [...portFaults(from), ...objectFaults(scrape, platform)];
    case "probes":
      return [...portFaults(from.exporter), ...objectFaults(scrape, platform)];
    case "node":
    case "observed":
      return objectFaults(scrape, platform);
    case "upstream":
      return [...("workload" in from.to ? portFaults(from.to) : []), ...ownerFaults(from.owner, platform)];
    case "pushed":
      return portFaults(from.to);
  }
}

/** What a scrape waits for, at most, is an answer that comes before the next one is asked. */
function timeFaults({ from }: Scrape): Fault[] {
  const fault = (what: string, timeout: Duration, interval: Duration): Fault[] =>
    timeout.seconds <= interval.seconds
      ? []
      : [
          {
            what: `${what} gives up after ${toPrometheus(timeout)}, and is asked again after ${toPrometheus(interval)}`,
            fix: "let it give up earlier, or ask more seldom",
          },
        ];
  switch (from.kind) {
    case "probes":
      return from.probes.flatMap((probe) => fault(`probe "${probe.name}"`, probeScrapeTimeout(probe), SCRAPE_INTERVAL));
    case "devices":
      return fault("a device", from.endpoint.timeout ?? SCRAPE_TIMEOUT, from.endpoint.interval ?? SCRAPE_INTERVAL);
    case "service":
      return (from.endpoints ?? []).flatMap(({ timeout = SCRAPE_TIMEOUT, interval = SCRAPE_INTERVAL }) =>
        fault("a pod", timeout, interval),
      );
    default:
      return [];
  }
}

function portFaults({ workload, port }: WorkloadPort): Fault[] {
  if (workload.ports[port] !== undefined) return [];
  return [
    { what: `${workloadPlace(workload)} has no port "${port}"`, fix: `use one of its ports: ${Object.keys(workload.ports).join(", ")}` },
  ];
}

/** The fields of a Service that decide who finds it, and what it leads to. */
interface ServiceSpec {
  readonly selector?: Readonly<Record<string, string>>;
  readonly ports?: readonly { readonly name?: string; readonly port: number; readonly targetPort?: number | string }[];
}

function ownServiceFaults({ job }: Scrape, { workload, selector, port: name }: ServiceTarget, { manifests }: Platform): Fault[] {
  const found = manifests.map(({ object }) => object).filter((object) => isSelected(object, workload.namespace, selector));
  if (found.length === 0) {
    return [
      {
        what: `no Service of namespace "${workload.namespace}" in dist/ has the labels ${described(selector)}: it finds no target`,
        fix: "take the labels from the Service's declaration, or name the chart and release it comes from (`owner`)",
      },
    ];
  }
  return found.flatMap(({ metadata, spec }): Fault[] => {
    const service = `Service "${metadata.name}"`;
    const { selector: pods = {}, ports = [] } = spec as ServiceSpec;
    const port = ports.find((one) => one.name === name);
    if (port === undefined) {
      return [{ what: `${service} has no port "${name}"`, fix: `use one of: ${ports.map((one) => one.name ?? one.port).join(", ")}` }];
    }
    const { targetPort = port.port } = port;
    const behind = typeof targetPort === "string" ? workload.ports[targetPort] : targetPort;
    return [
      ...(isDeepStrictEqual(pods, { ...workload.pods })
        ? []
        : [
            {
              what: `${service} leads to the pods ${described(pods)}, not to ${workloadPlace(workload)}`,
              fix: "let it select the workload's pods",
            },
          ]),
      ...(behind !== undefined && behind === workload.ports[name]
        ? []
        : [
            {
              what: `port "${name}" of ${service} leads to ${targetPort}, where ${workloadPlace(workload)} does not give its metrics`,
              fix: `let it lead to ${workload.ports[name]}`,
            },
          ]),
      ...(job === metadata.name
        ? []
        : [
            {
              what: `its samples carry the name of ${service} as job, and it declares the job "${job}"`,
              fix: `declare the job "${metadata.name}"`,
            },
          ]),
    ];
  });
}

function isSelected({ kind, metadata }: KubernetesObject, namespace: string, selector: ServiceTarget["selector"]): boolean {
  return kind === "Service" && metadata.namespace === namespace && selects({ matchLabels: selector }, metadata.labels ?? {});
}

function ownerFaults({ chart, release }: UpstreamRelease, { charts, operators }: Platform): Fault[] {
  const known = [...charts.map((one) => ({ chart: one.chart, release: one.version })), ...operators];
  if (known.some((one) => one.chart === chart && one.release === release)) return [];
  const given = known.find((one) => one.chart === chart);
  return [
    {
      what: `it copies names of ${chart} ${release}, ${given === undefined ? "which nothing here installs" : `but ${given.release} is installed`}`,
      fix:
        given === undefined ? `use one of: ${known.map((one) => one.chart).join(", ")}` : "look the names up in that release, then name it",
    },
  ];
}

/** The scrape's objects are in the output, and ask what the declaration says. */
function objectFaults(scrape: Scrape, { manifests }: Platform): Fault[] {
  return [...scrapeObjects(scrape)].flatMap(([name, { kind, spec }]): Fault[] => {
    const manifest = manifests.find(({ object }) => object.kind === kind && object.metadata.name === name);
    const fix = "build it in the part that declares the scrape (scrapeObject)";
    if (manifest === undefined) return [{ what: `no ${kind} "${name}" is in dist/`, fix }];
    // as it is written: without what is absent
    if (isDeepStrictEqual(JSON.parse(JSON.stringify(spec)), manifest.object.spec)) return [];
    return [{ what: `its object dist/${manifest.file} asks something else than the declaration`, fix }];
  });
}

/** Objects and checks find a scrape by its name. */
function twins({ scrapes }: Platform): Finding[] {
  const seen = new Set<string>();
  return scrapes.flatMap(({ name }) => {
    const isTwin = seen.has(name);
    seen.add(name);
    return isTwin ? [{ where: `scrape "${name}"`, what: "another scrape has the same name", fix: "give each a name of its own" }] : [];
  });
}

const KINDS = [
  "VMServiceScrape",
  "VMPodScrape",
  "VMStaticScrape",
  "VMNodeScrape",
  "VMProbe",
  "VMScrapeConfig",
  "ServiceMonitor",
  "PodMonitor",
];

/** A scrape object of no declaration: the agent is let in nowhere for it, and nobody knows its job and series. */
function strayObjects({ manifests, scrapes }: Platform): Finding[] {
  const declared = new Set(scrapes.flatMap((scrape) => [scrape.name, ...scrapeObjects(scrape).keys()]));
  return manifests
    .filter(({ object }) => KINDS.includes(object.kind) && !declared.has(object.metadata.name))
    .map((manifest) => ({
      where: objectPlace(manifest),
      what: "this scrape object is made from no declaration",
      fix: "declare the scrape in its component (components/*/scrapes.ts)",
    }));
}

function described(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
}
