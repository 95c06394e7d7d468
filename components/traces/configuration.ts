import { MIB } from "../../lib/bytes";
import { BATCH, type CollectorConfiguration, MEMORY_LIMITER, type Pipeline } from "../../lib/log-store/collector";
import { INGEST_KEYS } from "../../lib/log-store/ingest-token";
import { organisationUrl } from "../../lib/log-store/organisation";
import { hasIPv6 } from "../../lib/metrics/ip-families";
import type { Site } from "../../lib/site/schema";
import { secretFolder } from "../../lib/workloads/restricted-workload";
import { columnsOfBrowser, columnsOfDatabase, columnsOfPod, isNobodys, OF_A_POD, OWNER_LABELS, withoutClaims } from "./columns";
import { databaseCredential, databaseReceiver, databasesOf } from "./databases";
import { browserTokenFile } from "./rum";
import { collectorSizes, memoryLimits } from "./sizes";
import { type Sender, sendersAt, tokenOf } from "./stored";
import { COLLECTOR_PORTS } from "./workload";

const HEALTH = "health_check";
const BROWSERS = "bearertokenauth/browsers";
const exporterOf = (sender: Sender): string => `otlp_http/${sender}`;
const signInOf = (sender: Sender): string => `basicauth/${sender}`;

/** The store refuses what is older than five hours (ZO_INGEST_ALLOWED_UPTO): to hold it for longer is to lose it later. */
const TRIED_FOR = "4h";

const EVERY_SECONDS = 60;

/** Of a browser's request: its spans of a page come in tens. */
const BROWSER_BODY_BYTES = 512 * 1024;

type Part = Omit<CollectorConfiguration, "service"> & { readonly pipelines: Readonly<Record<string, Pipeline>> };

/** What the collector takes, makes of it and sends, at a site. */
export function collectorConfiguration(site: Site): CollectorConfiguration {
  const host = hasIPv6(site) ? "[::]" : "0.0.0.0";
  const senders = sendersAt(site);
  const parts = [
    spans(host),
    ...(site.rum === undefined ? [] : [browsers(site, site.rum, host)]),
    statistics(site),
    delivery(site, senders),
  ];
  const extensions = { [HEALTH]: { endpoint: `${host}:${COLLECTOR_PORTS.health}` }, ...merged(parts, "extensions") };
  return {
    extensions,
    receivers: merged(parts, "receivers"),
    processors: {
      [MEMORY_LIMITER]: { check_interval: "1s", ...memoryLimits(collectorSizes(site)) },
      ...merged(parts, "processors"),
      [BATCH]: { timeout: "1s", send_batch_size: 1000, send_batch_max_size: 2000 },
    },
    exporters: merged(parts, "exporters"),
    service: {
      extensions: Object.keys(extensions),
      telemetry: telemetry(host.replace(/^\[|\]$/g, "")),
      pipelines: merged(parts, "pipelines"),
    },
  };
}

/** All of the parts under one key. */
function merged<Key extends keyof Part>(parts: readonly Partial<Part>[], key: Key): NonNullable<Part[Key]> {
  // each part has components of its own names
  return Object.assign({}, ...parts.map((part) => part[key] ?? {})) as NonNullable<Part[Key]>;
}

/** The spans of pods. */
function spans(host: string): Partial<Part> {
  return {
    receivers: {
      otlp: {
        protocols: {
          grpc: { endpoint: `${host}:${COLLECTOR_PORTS.grpc}` },
          http: { endpoint: `${host}:${COLLECTOR_PORTS.http}` },
        },
      },
    },
    processors: {
      "transform/claims": statements(withoutClaims),
      k8s_attributes: {
        auth_type: "serviceAccount",
        // until it knows the pods it is not ready: spans would be nobody's
        wait_for_metadata: true,
        wait_for_metadata_timeout: "60s",
        extract: {
          metadata: OF_A_POD,
          labels: Object.entries(OWNER_LABELS).map(([tag_name, key]) => ({ tag_name, key, from: "pod" })),
        },
        pod_association: [{ sources: [{ from: "connection" }] }],
      },
      "transform/columns": statements(columnsOfPod),
    },
    pipelines: {
      traces: {
        receivers: ["otlp"],
        processors: [MEMORY_LIMITER, "transform/claims", "k8s_attributes", "transform/columns", BATCH],
        exporters: [exporterOf("traces")],
      },
    },
  };
}

/** The spans of browsers, of pages that are named and by who shows the token of the pages. */
function browsers(site: Site, { applications }: NonNullable<Site["rum"]>, host: string): Partial<Part> {
  return {
    extensions: { [BROWSERS]: { filename: browserTokenFile(site) } },
    receivers: {
      "otlp/browsers": {
        protocols: {
          http: {
            endpoint: `${host}:${COLLECTOR_PORTS.browsers}`,
            max_request_body_size: BROWSER_BODY_BYTES,
            cors: {
              allowed_origins: [...new Set(applications.flatMap(({ origins }) => origins))],
              allowed_headers: ["Authorization", "Content-Type"],
              max_age: 7200,
            },
            auth: { authenticator: BROWSERS },
          },
        },
      },
    },
    processors: {
      "filter/browsers": { error_mode: "ignore", traces: { span: [isNobodys(applications)] } },
      "transform/browsers": statements(columnsOfBrowser(applications)),
    },
    pipelines: {
      "traces/browsers": {
        receivers: ["otlp/browsers"],
        processors: [MEMORY_LIMITER, "filter/browsers", "transform/browsers", BATCH],
        exporters: [exporterOf("rum")],
      },
    },
  };
}

/** The statistics of databases: a pipeline for each, which says whose they are. */
function statistics(site: Site): Partial<Part> {
  const databases = databasesOf(site);
  const credential = databaseCredential(site);
  const named = databases.map((database) => {
    const [receiver, options] = databaseReceiver(database, site.database_statistics?.every_seconds ?? EVERY_SECONDS, credential);
    return { database, receiver, options, transform: `transform/${database.kind}-${database.name}` };
  });
  return {
    receivers: Object.fromEntries(named.map(({ receiver, options }) => [receiver, options])),
    processors: Object.fromEntries(
      named.map(({ transform, database }) => [transform, { error_mode: "ignore", metric_statements: columnsOfDatabase(database) }]),
    ),
    pipelines: Object.fromEntries(
      named.map(({ database: { kind, name }, receiver, transform }) => [
        `metrics/${kind}-${name}`,
        { receivers: [receiver], processors: [MEMORY_LIMITER, transform, BATCH], exporters: [exporterOf("databases")] },
      ]),
    ),
  };
}

/** How it comes to the store. */
function delivery(site: Site, senders: readonly Sender[]): Partial<Part> {
  const { queueMib } = collectorSizes(site);
  const all = <T>(of: (sender: Sender) => readonly [string, T]) => Object.fromEntries(senders.map(of));
  return {
    extensions: all((sender) => {
      const folder = secretFolder(tokenOf(sender, site));
      // read again when the files change: a new token needs no restart
      const files = { username_file: `${folder}/${INGEST_KEYS.user}`, password_file: `${folder}/${INGEST_KEYS.token}` };
      return [signInOf(sender), { client_auth: files }] as const;
    }),
    exporters: all(
      (sender) =>
        [
          exporterOf(sender),
          {
            endpoint: organisationUrl(site),
            auth: { authenticator: signInOf(sender) },
            // of statistics the store makes a stream for each series, whatever is said here
            ...(sender !== "databases" && { headers: { "stream-name": sender } }),
            compression: "gzip",
            timeout: "30s",
            retry_on_failure: { enabled: true, initial_interval: "5s", max_interval: "30s", max_elapsed_time: TRIED_FOR },
            // in bytes, because they are memory; in memory, because a volume would hold for a restart what nobody wakes up for
            sending_queue: { enabled: true, num_consumers: 4, sizer: "bytes", queue_size: queueMib[sender] * MIB },
          },
        ] as const,
    ),
  };
}

const statements = (trace_statements: readonly string[]) => ({ error_mode: "ignore", trace_statements });

/** What it tells of itself: with names as they always were, and by all that tells one receiver of its exporters from another. */
function telemetry(host: string) {
  const names = { without_scope_info: true, without_type_suffix: true, without_units: true };
  const exporter = { prometheus: { host, port: COLLECTOR_PORTS.metrics, ...names } };
  return { logs: { encoding: "json" }, metrics: { level: "detailed", readers: [{ pull: { exporter } }] } };
}
