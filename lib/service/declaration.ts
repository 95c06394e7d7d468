/**
 * A service of ours, declared once: the process, its pod, its image, the check of what was rendered and the tests are
 * projections of this. It is bundled into the service, so it stays light.
 */
import {
  type Environment,
  oneOf,
  type PublicConfiguration,
  readPublic,
  text,
  type Variable,
  type Variables,
  wholeNumber,
} from "./environment";
import type { OwnCatalogue } from "./metrics";
import { processSeries } from "./process-series";

export interface ServiceDeclaration<V extends Variables = Variables> {
  /** Its folder in components/, its image, its name in the log. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly purpose: string;
  /** In the order in which they are written everywhere. */
  readonly variables: V;
  /** What is wrong with values that are each allowed, one sentence for each mistake. A method, so that a list may hold different services. @default - nothing */
  contradictions?(configuration: PublicConfiguration<V>): readonly string[];
  /** Where it listens unless PORT says otherwise. */
  readonly port: number;
  /** What it serves beyond /healthz, /readyz and /metrics. */
  readonly paths: readonly ServedPath[];
  /** The largest body it takes, counted after inflating; 0 where it takes none. The default of MAX_BODY_BYTES where it has that variable. */
  readonly maxBodyBytes: number;
  /** How long a shutdown may take. Longer than the longest request; the pod's grace period is longer still. */
  readonly shutdownSeconds: number;
  /** Every series it exports; those of its process come by themselves. */
  readonly series: OwnCatalogue;
}

/** Method and path. */
export type ServedPath = `${"GET" | "POST"} /${string}`;

export const HEALTH_PATH = "/healthz";
export const READINESS_PATH = "/readyz";
export const METRICS_PATH = "/metrics";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const logLevel = {
  help: "least severe log line that is written",
  ...oneOf(LOG_LEVELS),
  default: "info",
} satisfies Variable<LogLevel>;

/** Whose values are said by other fields of the declaration. */
export const DERIVED_VARIABLES = ["PORT", "MAX_BODY_BYTES"] as const;

/** Every address of a machine, of both families (Node, `server.listen`). */
export const EVERY_ADDRESS = "::";

const listening = (port: number) => ({
  PORT: { help: "port to listen on", ...wholeNumber(0, 65535), default: String(port) },
  HOST: { help: "address to listen on; :: is every address, IPv6 and IPv4", ...text, default: EVERY_ADDRESS },
});

/** The declaration with what every service has: PORT and HOST, in front of its own variables, and the series of a process. */
export function declareService<const V extends Variables>(
  declaration: ServiceDeclaration<V>,
): ServiceDeclaration<ReturnType<typeof listening> & V> {
  const { variables, port, maxBodyBytes, series } = declaration;
  const limit = variables.MAX_BODY_BYTES;
  const all = {
    ...listening(port),
    ...variables,
    ...(limit && { MAX_BODY_BYTES: { ...limit, default: String(maxBodyBytes) } }),
  };
  // a configuration with PORT and HOST is one without them, which the compiler can't see for any V
  const contradictions = declaration.contradictions as ServiceDeclaration<typeof all>["contradictions"];
  return { ...declaration, variables: all, contradictions, series: { ...processSeries, ...series } };
}

/** What is wrong with an environment's values together; nothing while one alone is refused. */
export function contradictionsOf<V extends Variables>(declaration: ServiceDeclaration<V>, environment: Environment): readonly string[] {
  const known = readPublic(declaration.variables, environment);
  return known ? (declaration.contradictions?.(known) ?? []) : [];
}
