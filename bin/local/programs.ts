import { homedir } from "node:os";
import { join } from "node:path";
import { isProgram, pathFolders } from "./on-path";

/** A program that somebody else makes, and where it may be. */
interface Wanted {
  /** As Debian calls it, then as its makers do. */
  readonly onPath: readonly string[];
  /** What the engine tests keep it as, the newest first. */
  readonly kept: readonly string[];
  /** Debian's package. */
  readonly from: string;
}

const WANTED = {
  "victoria-metrics": {
    onPath: ["victoria-metrics", "victoria-metrics-prod"],
    kept: ["victoria-metrics-1.150", "victoria-metrics"],
    from: "victoria-metrics",
  },
  vmagent: { onPath: ["vmagent", "vmagent-prod"], kept: ["vmagent-1.150"], from: "victoria-metrics" },
  vmalert: { onPath: ["vmalert", "vmalert-prod"], kept: ["vmalert-1.150", "vmalert"], from: "victoria-metrics" },
  prometheus: { onPath: ["prometheus"], kept: [], from: "prometheus" },
  promtool: { onPath: ["promtool"], kept: ["promtool"], from: "prometheus" },
  alertmanager: {
    onPath: ["prometheus-alertmanager", "alertmanager"],
    kept: ["alertmanager", "alertmanager-0.25"],
    from: "prometheus-alertmanager",
  },
  pushgateway: { onPath: ["prometheus-pushgateway", "pushgateway"], kept: ["pushgateway"], from: "prometheus-pushgateway" },
  "blackbox-exporter": {
    onPath: ["prometheus-blackbox-exporter", "blackbox_exporter"],
    kept: ["blackbox-exporter"],
    from: "prometheus-blackbox-exporter",
  },
} satisfies Readonly<Record<string, Wanted>>;

export type ProgramName = keyof typeof WANTED;

/** The three that keep, ask and judge: VictoriaMetrics' own, as deployed, or one Prometheus in their place. */
export type MetricsPlane = "victoria-metrics" | "prometheus";
const OF_PLANE = {
  "victoria-metrics": ["victoria-metrics", "vmagent", "vmalert"],
  prometheus: ["prometheus"],
} as const satisfies Readonly<Record<MetricsPlane, readonly ProgramName[]>>;

/** Told to whoever has to install something. */
export class ProgramMissing extends Error {}

/** Where the variables of a process say that programs are. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The path of a program: one of `PATH`, else one that the engine tests keep. */
export function findProgram(name: ProgramName, env: Environment = process.env): string | undefined {
  const { onPath, kept }: Wanted = WANTED[name];
  const folders = pathFolders(env.PATH ?? "");
  const engines = env.BELFRY_ENGINES ?? join(homedir(), ".cache", "belfry-engines");
  return [...onPath.flatMap((file) => folders.map((folder) => join(folder, file))), ...kept.map((file) => join(engines, "bin", file))].find(
    isProgram,
  );
}

/** @throws {@link ProgramMissing} */
export function requireProgram(name: ProgramName, env: Environment = process.env): string {
  const found = findProgram(name, env);
  if (found !== undefined) return found;
  const { onPath, from }: Wanted = WANTED[name];
  const called = [...new Set([name, ...onPath.slice(0, 1)])].join(", ");
  throw new ProgramMissing(
    `program ${called} is missing: it is neither on PATH nor among the engines of the tests; install Debian's package ${from} ` +
      `(apt-get install ${from}), or run test/engines/install`,
  );
}

/** VictoriaMetrics where all three of it are there, else Prometheus. @throws {@link ProgramMissing} for what VictoriaMetrics lacks where there is neither */
export function metricsPlane(env: Environment = process.env): MetricsPlane {
  const planes: readonly MetricsPlane[] = ["victoria-metrics", "prometheus"];
  const whole = planes.find((plane) => OF_PLANE[plane].every((name) => findProgram(name, env) !== undefined));
  if (whole !== undefined) return whole;
  const missing = OF_PLANE["victoria-metrics"].find((name) => findProgram(name, env) === undefined);
  requireProgram(missing ?? "victoria-metrics", env);
  throw new Error("unreachable: a program is missing and was found");
}
