import { probeLabels } from "./probe";
import type { Scrape } from "./scrape";

type LabelSet = Readonly<Record<string, string>>;

/** One of a scrape's targets, as far as is known; the rest is made up, its form is not. */
export interface TargetPlace {
  /** Which of the scrape's targets, from 0. */
  readonly index: number;
  /** @default - numbered */
  readonly node?: string;
  /** @default - named by the workload and numbered */
  readonly pod?: string;
  /** Where it listens, without the port. @default - the pod's name */
  readonly host?: string;
  /** @default - the workload's; where no workload is known, its samples tell of no pod */
  readonly namespace?: string;
}

/** What the scraper puts on the samples of a target, seen in the real agent. */
export function labelsOfTarget({ name, job, from }: Scrape, place: TargetPlace): LabelSet {
  // every sample has a job: the scrape's name stands for one that is not known yet
  const shown = job ?? name;
  switch (from.kind) {
    case "node": {
      const node = place.node ?? `node-${place.index + 1}`;
      return { job: shown, instance: node, node, metrics_path: from.path };
    }
    case "probes": {
      const probe = from.probes[place.index];
      return { job: shown, ...(probe === undefined ? unplaced(name, place) : { instance: probe.target, ...probeLabels(probe) }) };
    }
    case "service":
      return { job: shown, ...podLabels(from.workload, from.port, shown, place) };
    case "upstream": {
      if ("workload" in from.to) return { job: shown, ...podLabels(from.to.workload, from.to.port, shown, place) };
      if ("outside" in from.to) {
        const [port = 0] = from.to.ports;
        const {
          pod: _,
          container: __,
          ...ofService
        } = podLabels({ name, namespace: "default", ports: { https: port } }, "https", shown, place);
        return { job: shown, ...ofService };
      }
      const onNode = { name, namespace: from.owner.chart, ports: { metrics: from.to.port } };
      return { job: shown, ...podLabels(onNode, "metrics", shown, place) };
    }
    case "pushed": {
      // what is pushed brings an empty instance along, which stands against the target's
      const { instance: _, ...labels } = podLabels(from.to.workload, from.to.port, from.to.workload.name, place);
      return { ...labels, job: shown };
    }
    case "devices":
      return { job: shown, instance: place.host ?? `${name}-${place.index}`, ...from.endpoint.labels };
    case "observed": {
      const { at } = from;
      if (at.kind === "addresses") {
        const port = at.targets[place.index]?.port;
        return {
          job: shown,
          instance: place.host === undefined || port === undefined ? `${name}-${place.index}` : `${place.host}:${port}`,
        };
      }
      if (place.namespace === undefined) return { job: shown, ...unplaced(name, place) };
      const { service, ...others } = podLabels({ name, namespace: place.namespace, ports: {} }, at.port, shown, place);
      return { job: shown, ...others, ...(at.kind === "service" && { service }) };
    }
  }
}

const unplaced = (name: string, { index, host = `${name}-${index}` }: TargetPlace): { readonly instance: string } => ({ instance: host });

interface Exposed {
  readonly name: string;
  readonly namespace: string;
  readonly ports: Readonly<Record<string, number>>;
}

function podLabels({ name, namespace, ports }: Exposed, port: string, service: string, place: TargetPlace) {
  const pod = place.pod ?? `${name}-${place.index}`;
  return {
    instance: `${place.host ?? pod}:${ports[port] ?? 0}`,
    namespace: place.namespace ?? namespace,
    service,
    endpoint: port,
    pod,
    container: name,
  };
}
