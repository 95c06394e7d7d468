/*
 * Vector's configuration, as far as the router uses it (Vector 0.57, reference of its components). What is not listed is left to its
 * defaults.
 */

/** A disk buffer, by its size in bytes. */
export interface DiskBuffer {
  readonly type: "disk";
  readonly max_size: number;
  readonly when_full: "block";
}

interface FromInputs {
  readonly inputs: readonly string[];
}

export interface HttpServerSource {
  readonly type: "http_server";
  readonly address: string;
  readonly path: string;
  readonly path_key: string;
  readonly framing: { readonly method: "bytes" };
  readonly decoding: { readonly codec: "json" };
}

/** Datagrams, each a record; or connections, each line a record. */
export type SocketSource = {
  readonly type: "socket";
  readonly address: string;
  /** The column of the sender's address. */
  readonly host_key: string;
  /** The column of its port; "" for none. */
  readonly port_key: string;
  readonly decoding: { readonly codec: "bytes" };
} & (
  | { readonly mode: "udp"; readonly framing: { readonly method: "bytes" } }
  | {
      readonly mode: "tcp";
      readonly framing: { readonly method: "newline_delimited"; readonly newline_delimited: { readonly max_length: number } };
    }
);

export type Source = HttpServerSource | SocketSource | { readonly type: "internal_metrics" };

export interface Remap extends FromInputs {
  readonly type: "remap";
  readonly source: string;
  readonly drop_on_error: boolean;
  readonly drop_on_abort: boolean;
  /** What is dropped goes on by the output `<id>.dropped`. */
  readonly reroute_dropped?: true;
}

export interface ExclusiveRoute extends FromInputs {
  readonly type: "exclusive_route";
  readonly routes: readonly { readonly name: string; readonly condition: { readonly type: "vrl"; readonly source: string } }[];
}

export interface LogToMetric extends FromInputs {
  readonly type: "log_to_metric";
  readonly metrics: readonly {
    readonly type: "histogram";
    readonly field: string;
    readonly name: string;
    readonly namespace: string;
    readonly tags: Readonly<Record<string, string>>;
  }[];
}

export type Transform = Remap | ExclusiveRoute | LogToMetric;

export interface ElasticsearchSink extends FromInputs {
  readonly type: "elasticsearch";
  readonly endpoints: readonly string[];
  readonly mode: "bulk";
  readonly api_version: "v8";
  readonly bulk: { readonly action: "index"; readonly index: string };
  readonly auth: { readonly strategy: "basic"; readonly user: string; readonly password: string };
  readonly compression: "gzip";
  readonly healthcheck: { readonly enabled: false };
  readonly acknowledgements: { readonly enabled: true };
  readonly request_retry_partial: true;
  readonly buffer: DiskBuffer;
}

export interface WebSocketSink extends FromInputs {
  readonly type: "websocket_server";
  readonly address: string;
  readonly encoding: { readonly codec: "json" };
  readonly buffer: { readonly type: "memory"; readonly max_events: number; readonly when_full: "drop_newest" };
}

export interface PrometheusSink extends FromInputs {
  readonly type: "prometheus_exporter";
  readonly address: string;
  /** Of what is counted into a distribution here; what Vector tells of itself has its own. */
  readonly buckets: readonly number[];
}

export type Sink = ElasticsearchSink | WebSocketSink | PrometheusSink;

export interface VectorConfiguration {
  readonly data_dir: string;
  readonly api: { readonly enabled: true; readonly address: string };
  readonly secret: Readonly<
    Record<string, { readonly type: "directory"; readonly path: string; readonly remove_trailing_whitespace: true }>
  >;
  readonly sources: Readonly<Record<string, Source>>;
  readonly transforms: Readonly<Record<string, Transform>>;
  readonly sinks: Readonly<Record<string, Sink>>;
}
