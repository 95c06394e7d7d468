import { INGEST_KEYS, type IngestToken, ingestToken } from "../../lib/log-store/ingest-token";
import { organisationUrl } from "../../lib/log-store/organisation";
import { type Series, storedNames } from "../../lib/series";
import type { Site } from "../../lib/site/schema";
import { secretFolder } from "../../lib/workloads/restricted-workload";
import { CURATED_QUEUE_GIGABYTES } from "./queue";

/** Who gets some of the samples beside the store. */
export interface CuratedReceiver {
  /** Where it takes remote writes. */
  readonly url: string;
  readonly token: IngestToken;
  readonly series: readonly Series[];
}

/** What the agent brings the curated series to the log store with. */
export const agentToken = ({ namespaces }: Pick<Site, "namespaces">): IngestToken => ingestToken("metrics-agent", namespaces.monitoring);

/** The log store, which the series are joined in with log lines, spans and events. */
export function logStoreReceiver(site: Site, series: readonly Series[]): CuratedReceiver {
  return { url: `${organisationUrl(site)}/prometheus/api/v1/write`, token: agentToken(site), series };
}

/** A rule on labels as the operator's objects have it; patterns match whole values. */
export interface RelabelRule {
  /** @default replace */
  readonly action?: "keep" | "drop" | "replace" | "labeldrop";
  /** Their values are matched with `;` between them. */
  readonly sourceLabels?: readonly string[];
  readonly regex: string;
  readonly targetLabel?: string;
  readonly replacement?: string;
}

/** The agent's remote write to such a receiver. */
export function curatedWrite({ url, series }: CuratedReceiver) {
  return {
    url,
    inlineUrlRelabelConfig: curatedRelabelling(series),
    // a receiver that is away must not take the disk from the store's queue
    maxDiskUsage: `${CURATED_QUEUE_GIGABYTES}GB`,
  };
}

/**
 * How the agent signs in there, by its second remote write alone: an empty place of a list is the first one's. By a file, because the
 * operator makes no agent at all of an object whose Secret is not there, and nothing would be scraped before the store has made its token.
 * The agent tries again until the file is there, and reads a new value (seen on both, test/engines/curated.test.ts).
 */
export function curatedLogin({ token }: CuratedReceiver) {
  const folder = secretFolder(token);
  return {
    extraArgs: {
      "remoteWrite.basicAuth.username": `,${token.token}`,
      "remoteWrite.basicAuth.passwordFile": `,${folder}/${INGEST_KEYS.token}`,
    },
    volumes: [{ name: token.name, secret: { secretName: token.name, optional: true } }],
    volumeMounts: [{ name: token.name, mountPath: folder, readOnly: true }],
  };
}

/** What Kubernetes puts behind a name: letters and digits that spell no words (apimachinery, util/rand). */
const SAFE = "[bcdfghjklmnpqrstvwxz2456789]";

/** How pods are named after what owns them; later ones are more exact. */
const OWNED: readonly string[] = [
  "(.+)",
  // a DaemonSet's, a Job's
  `(.+)-${SAFE}{5}`,
  // a StatefulSet's, a database cluster's
  "(.+)-[0-9]+",
  // a Deployment's: the hash of its template is between
  `(.+)-${SAFE}{7,10}-${SAFE}{5}`,
  // a CronJob's: the minute of its schedule is between
  `(.+)-[0-9]{8}-${SAFE}{5}`,
];

/** Labels that tell one sample from another inside the exporter alone, or that say where a log's reader does not look. */
const NOT_NEEDED = ["endpoint", "id", "image", "name", "prometheus", "service", "uid"];

/** Leaves these series, without what the log store does not need, and with its name for whose they are (`service_name`). */
export function curatedRelabelling(series: readonly Series[]): RelabelRule[] {
  const names = series.flatMap(storedNames);
  const serviceName = (label: string, regex = "(.+)"): RelabelRule => ({
    sourceLabels: [label],
    regex,
    targetLabel: "service_name",
    replacement: "$1",
  });
  return [
    { action: "keep", sourceLabels: ["__name__"], regex: [...new Set(names)].sort().join("|") },
    // sums of pods and nodes: without `id` they would be taken for a container's
    { action: "drop", sourceLabels: ["__name__", "container"], regex: "container_(?:cpu|memory)_.+;" },
    { action: "drop", sourceLabels: ["__name__", "pod"], regex: "container_network_.+;" },
    serviceName("persistentvolumeclaim"),
    ...OWNED.map((pattern) => serviceName("pod", pattern)),
    // of an object the pod is that of the exporter
    ...["deployment", "statefulset", "daemonset"].map((label) => serviceName(label)),
    { action: "labeldrop", regex: NOT_NEEDED.join("|") },
  ];
}
