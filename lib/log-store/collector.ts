/** The OpenTelemetry Collector's configuration, as far as it is written here. */
export interface CollectorConfiguration {
  readonly extensions: Components;
  readonly receivers: Components;
  readonly processors: Components;
  readonly exporters: Components;
  readonly service: {
    readonly extensions: readonly string[];
    readonly telemetry: object;
    /** By signal, with a name of its own behind a slash where there are several: `traces/rum`. */
    readonly pipelines: Readonly<Record<string, Pipeline>>;
  };
}

/** By type, or type and name: `otlp_http/rum`. */
export type Components = Readonly<Record<string, object>>;

export interface Pipeline {
  readonly receivers: readonly string[];
  /** In the order in which they work. */
  readonly processors: readonly string[];
  readonly exporters: readonly string[];
}

/** Refuses what comes while there is no memory for it: before anything else works on it. */
export const MEMORY_LIMITER = "memory_limiter";
/** Sends many at once: behind everything that looks at, changes or drops a single one. */
export const BATCH = "batch";

/** What a component is, whatever its name. */
export const typeOf = (component: string): string => component.split("/")[0] ?? "";
