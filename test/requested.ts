/** What a platform asks of its nodes: every container that its manifests lead to, with its resources. */
import { operatorParts } from "../lib/checks/operator-parts";
import type { KubernetesObject } from "../lib/kubernetes/object";
import { podTemplates } from "../lib/kubernetes/pod-templates";
import { RELOADED_OBJECTS } from "../lib/metrics/operator";
import type { Platform } from "../lib/platform/platform";
import { bytesOf } from "../lib/site/name";

interface Amounts {
  readonly cpu?: string;
  readonly memory?: string;
}

interface Resources {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

export interface Asking {
  /** Who asks: `VMAgent belfry`. */
  readonly by: string;
  readonly count: number;
  readonly resources: Resources | undefined;
}

/** The exporters of the upstream chart, by the keys of its values. One node exporter runs on each node. */
const CHART_PARTS = ["prometheus-node-exporter", "kube-state-metrics"];

export function asking({ manifests, charts, site }: Platform): Asking[] {
  const ofJobs = podTemplates(manifests.filter(({ object }) => object.kind === "CronJob"));
  const ofPods = podTemplates(manifests).flatMap(({ manifest: { object }, template }) => {
    // no two of ours run at the same time (test/batch/cron-job.test.ts), and one asks for what any asks for
    const isAnotherJob = object.kind === "CronJob" && object !== ofJobs[0]?.manifest.object;
    const { replicas = isAnotherJob ? 0 : 1 } = object.spec as { replicas?: number };
    const containers = (template.spec.containers ?? []) as readonly { readonly resources?: Resources }[];
    return containers.map(({ resources }) => ({ by: `${object.kind} ${object.metadata.name}`, count: replicas, resources }));
  });
  const ofOperator = operatorParts(manifests).flatMap(({ manifest: { object }, path, spec }) => {
    const {
      replicaCount = 1,
      shardCount = 1,
      resources,
      configReloaderResources,
    } = spec as Record<string, never> & {
      readonly replicaCount?: number;
      readonly shardCount?: number;
    };
    const by = `${object.kind} ${object.metadata.name} ${path}`;
    const count = replicaCount * shardCount;
    const reloader = { by: `${by} reloader`, count, resources: configReloaderResources };
    return [{ by, count, resources }, ...(RELOADED_OBJECTS.has(object.kind) ? [reloader] : [])];
  });
  const ofCharts = charts.flatMap(({ name, values }) =>
    CHART_PARTS.map((part) => ({
      by: `${name} ${part}`,
      count: part === CHART_PARTS[0] ? site.cluster.nodes : 1,
      resources: (values[part] as { readonly resources?: Resources } | undefined)?.resources,
    })),
  );
  const ofDatabases = manifests.flatMap(({ object: { kind, metadata, spec } }) => {
    const { instances = 0, resources } = (spec ?? {}) as { readonly instances?: number; readonly resources?: Resources };
    return kind === "Cluster" ? [{ by: `${kind} ${metadata.name}`, count: instances, resources }] : [];
  });
  return [
    ...ofPods,
    ...ofOperator,
    ...ofDatabases,
    ...manifests.flatMap(({ object }) => ofLogging(object, site.cluster.nodes)),
    ...ofCharts,
  ];
}

interface LogSpec {
  readonly fluentd?: {
    readonly resources?: Resources;
    readonly configReloaderResources?: Resources;
    readonly scaling?: { readonly replicas?: number };
  };
  readonly resources?: Resources;
  readonly containerOverrides?: { readonly resources?: Resources };
  readonly fileTailers?: readonly LogSpec[];
  readonly systemdTailers?: readonly LogSpec[];
}

/** What the logging operator makes of an object: shippers and tailers of hosts on every node. */
function ofLogging({ kind, metadata, spec }: KubernetesObject, nodes: number): Asking[] {
  const by = `${kind} ${metadata.name}`;
  const { fluentd, resources, containerOverrides, fileTailers = [], systemdTailers = [] } = (spec ?? {}) as LogSpec;
  switch (kind) {
    case "Logging": {
      const count = fluentd?.scaling?.replicas ?? 1;
      return [fluentd?.resources, fluentd?.configReloaderResources].map((one) => ({ by, count, resources: one }));
    }
    case "FluentbitAgent":
      return [{ by, count: nodes, resources }];
    case "HostTailer":
      return [...fileTailers, ...systemdTailers].map((one) => ({ by, count: nodes, resources: one.containerOverrides?.resources }));
    case "EventTailer":
      return [{ by, count: 1, resources: containerOverrides?.resources }];
    default:
      return [];
  }
}

export interface Sum {
  readonly requestedMib: number;
  readonly limitedMib: number;
  readonly requestedCores: number;
}

export function sumOf(all: readonly Asking[]): Sum {
  const total = (of: (resources: Resources) => number) =>
    all.reduce((sum, { count, resources }) => sum + count * (resources === undefined ? Number.NaN : of(resources)), 0);
  return {
    requestedMib: total(({ requests }) => mib(requests)),
    limitedMib: total(({ limits }) => mib(limits)),
    requestedCores: total(({ requests }) => cores(requests)),
  };
}

function mib({ memory }: Amounts = {}): number {
  return memory === undefined ? Number.NaN : bytesOf(memory) / 1024 ** 2;
}

function cores({ cpu }: Amounts = {}): number {
  if (cpu === undefined) return Number.NaN;
  return cpu.endsWith("m") ? Number(cpu.slice(0, -1)) / 1000 : Number(cpu);
}
