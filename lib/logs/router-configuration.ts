import { ROUTER_PORTS } from "../site/router-ports";
import { bufferBytes } from "./disk-buffers";
import { LAG_BUCKETS, lagTransforms } from "./record-lag";
import { keptOf, storeOf, streamOf } from "./router-names";
import { type RouterPrograms, sourcesOf, streamTransforms } from "./router-transforms";
import type { Stream, StreamSource } from "./stream";
import type { ElasticsearchSink, HttpServerSource, Source, VectorConfiguration } from "./vector";

export interface RouterConfigurationProps {
  /** Those that the site stores: it has something behind the source of each. */
  readonly streams: readonly Stream[];
  readonly programs: RouterPrograms;
  /** Where the aggregator posts. */
  readonly aggregator: { readonly port: number; readonly path: string };
  /** Listens on IPv6 as well. */
  readonly hasIPv6: boolean;
  /** Where it keeps its buffers, and how much fits there. */
  readonly volume: { readonly path: string; readonly bytes: number };
  readonly store: RouterStore;
}

export interface RouterStore {
  /** The organisation's own address, without `/_bulk`. */
  readonly endpoint: string;
  /** The folder of the credential, and its keys. */
  readonly secrets: { readonly folder: string; readonly user: string; readonly password: string };
}

/** The secret backend's name in `SECRET[store.<key>]`. */
const BACKEND = "store";

/** Records that wait for a slow viewer; what comes beyond passes it by and is stored all the same. */
const LIVE_EVENTS = 2000;

/** No device writes a longer one, and one that never ends its line would fill the router's memory. */
const LONGEST_LINE_BYTES = 2 ** 20;

/** The whole of the router's configuration: a projection of the streams. */
export function routerConfiguration(props: RouterConfigurationProps): VectorConfiguration {
  const { streams, programs, hasIPv6, volume, store } = props;
  const listen = (port: number) => (hasIPv6 ? `[::]:${port}` : `0.0.0.0:${port}`);
  const sizes = bufferBytes(streams, volume.bytes);
  const outputs = streams.flatMap(({ name }) => [streamOf(name), keptOf(name)]);
  const hasLag = streams.some(({ source }) => source === "aggregator");
  return {
    data_dir: volume.path,
    api: { enabled: true, address: listen(ROUTER_PORTS.api) },
    // a secret's file may end with a line's end, which would become part of the password
    secret: { [BACKEND]: { type: "directory", path: store.secrets.folder, remove_trailing_whitespace: true } },
    sources: {
      ...Object.assign({}, ...sourcesOf(streams).map((source) => sources(source, props, listen))),
      internal_metrics: { type: "internal_metrics" },
    },
    transforms: { ...streamTransforms(streams, programs, inputsOf), ...(hasLag && lagTransforms()) },
    sinks: {
      ...Object.fromEntries(streams.map(({ name }) => [storeOf(name), storeSink(name, sizes.get(name) ?? 0, store)])),
      live: {
        type: "websocket_server",
        inputs: outputs,
        address: listen(ROUTER_PORTS.live),
        encoding: { codec: "json" },
        // nobody who looks on may hold up what is stored
        buffer: { type: "memory", max_events: LIVE_EVENTS, when_full: "drop_newest" },
      },
      metrics: {
        type: "prometheus_exporter",
        inputs: ["internal_metrics", ...(hasLag ? ["aggregator_lag_metric"] : [])],
        address: listen(ROUTER_PORTS.metrics),
        buckets: LAG_BUCKETS,
      },
    },
  };
}

type Listen = (port: number) => string;

function sources(source: StreamSource, { aggregator }: RouterConfigurationProps, listen: Listen): Record<string, Source> {
  if (source === "aggregator") return { aggregator: posted(listen(aggregator.port), aggregator.path) };
  if (source === "jobs") return { jobs: posted(listen(ROUTER_PORTS.jobs), "/") };
  // as they come: Vector's own syslog source drops what it can't parse
  const raw = {
    type: "socket",
    address: listen(ROUTER_PORTS.syslog),
    host_key: "source_ip",
    port_key: "",
    decoding: { codec: "bytes" },
  } as const;
  return {
    devices_udp: { ...raw, mode: "udp", framing: { method: "bytes" } },
    devices_tcp: {
      ...raw,
      mode: "tcp",
      framing: { method: "newline_delimited", newline_delimited: { max_length: LONGEST_LINE_BYTES } },
    },
  };
}

const inputsOf = (source: StreamSource): readonly string[] => (source === "devices" ? ["devices_udp", "devices_tcp"] : [source]);

/** JSON arrays of records, posted. */
function posted(address: string, path: string): HttpServerSource {
  return {
    type: "http_server",
    address,
    path,
    // else "/" lands in every stream as its column `path`
    path_key: "",
    // the codec alone frames by newline, and an array on several lines is answered with 400: every record is lost
    framing: { method: "bytes" },
    decoding: { codec: "json" },
  };
}

function storeSink(stream: string, maxSize: number, { endpoint, secrets }: RouterStore): ElasticsearchSink {
  return {
    type: "elasticsearch",
    inputs: [streamOf(stream), keptOf(stream)],
    endpoints: [endpoint],
    mode: "bulk",
    api_version: "v8",
    // literal: a template without a prefix of its own keeps Vector from starting
    bulk: { action: "index", index: stream },
    auth: {
      strategy: "basic",
      user: `SECRET[${BACKEND}.${secrets.user}]`,
      password: `SECRET[${BACKEND}.${secrets.password}]`,
    },
    compression: "gzip",
    // the store may come later than the router: the buffer waits for it
    healthcheck: { enabled: false },
    // here and nowhere above: a global line would win over it
    acknowledgements: { enabled: true },
    // items that the store answers with 429 or 5xx are sent again, and they alone; without it they are lost with their whole batch
    request_retry_partial: true,
    buffer: { type: "disk", max_size: maxSize, when_full: "block" },
  };
}
