/** The whole alert path on this machine, from the generated configuration: targets, store, evaluator, alert manager, services, receivers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Manifest } from "../../lib/gitops/manifest";
import type { Scrape } from "../../lib/metrics/scrape";
import type { Platform } from "../../lib/platform/platform";
import { type AlertPath, alertPath, localUrl } from "./alert-path";
import { askedTargets } from "./asked-targets";
import { history } from "./history";
import { type LiveSeries, type LiveTarget, liveWorld } from "./live-world";
import { LOOPBACK } from "./loopback-server";
import { type MetricsPrograms, metricsPrograms } from "./metrics-programs";
import type { Ports } from "./ports";
import type { Launch } from "./process";
import { Program } from "./program";
import { metricsPlane, requireProgram } from "./programs";
import { keepPushed } from "./pushed-state";
import { ruleFiles } from "./rule-files";
import { type StandIns, startStandIns } from "./stand-ins";

export interface TrialOptions {
  readonly platform: Platform;
  readonly ports: Ports;
  /** How many times shorter than deployed its waits are. */
  readonly speed: number;
  readonly note: (text: string) => void;
}

/** A URL each, as programs read them. */
export interface TrialUrls {
  readonly store: string;
  readonly agent: string;
  readonly evaluator: string;
  readonly alertmanager: string;
  readonly pushgateway: string;
  readonly relay: string;
  readonly receivers: string;
}

export interface Trial {
  readonly urls: TrialUrls;
  readonly platform: Platform;
  readonly speed: number;
  readonly receivers: AlertPath["receivers"];
  /** What may be stopped and started again, by name. */
  readonly programs: ReadonlyMap<string, Program>;
  /** The targets of the installation, in the order of the stand-ins. */
  readonly targets: readonly LiveTarget[];
  readonly standIns: StandIns;
  /** Ends everything; nothing of it is left. */
  readonly stop: () => Promise<void>;
}

/** @param signal gives the start up: what runs by then is ended. @throws where a program is missing or does not come up */
export async function startTrial(options: TrialOptions, signal: AbortSignal): Promise<Trial> {
  const { platform, ports, speed, note } = options;
  const plane = metricsPlane();
  for (const name of ["alertmanager", "pushgateway", "blackbox-exporter"] as const) requireProgram(name);
  const programs: Program[] = [];
  const closing: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    await Promise.all(programs.map((one) => one.stop()));
    // what the programs write is theirs until then
    await Promise.all(closing.splice(0).map((close) => close()));
  };
  const stillWanted = () => signal.throwIfAborted();
  try {
    const path = await alertPath(options);
    closing.push(path.close);
    const targets = liveWorld(platform, Math.floor(Date.now() / 1000));
    stillWanted();
    const standIns = await startStandIns(ports["stand-ins"], targets);
    closing.push(standIns.close);
    const real = realTargets(platform, ports);
    const labels = externalLabels(platform.manifests);
    const past = history({
      // what runs here begins anew
      targets: targets.filter(({ scrape, index }) => index !== 0 || !real.has(scrape)),
      manifests: platform.manifests,
      externalLabels: labels,
      now: Date.now() / 1000,
    });
    const metrics = metricsPrograms(plane, {
      folder: path.folder,
      ports,
      speed,
      rules: ruleFiles(platform.manifests),
      scrapes: askedTargets({ targets, speed, standInPort: ports["stand-ins"], real }),
      externalLabels: labels,
      note,
    });
    const left = (who: string) => (keys: readonly string[]) => note(`this ${who} does not know ${keys.join(", ")}: left out`);
    const [store, agent] = [new Program("store", metrics.store, left("store")), new Program("agent", metrics.agent, left("agent"))];
    const evaluator = metrics.evaluator && new Program("evaluator", metrics.evaluator, left("evaluator"));
    const pushgateway = new Program("pushgateway", () => pushgatewayLaunch(ports, path.folder));
    const blackbox = new Program("blackbox-exporter", () => blackboxLaunch(platform.manifests, ports, path.folder));
    programs.push(store, agent, ...(evaluator ? [evaluator] : []), path.alertmanager, pushgateway, blackbox, ...path.services.values());
    if (metrics.history.when === "before") await metrics.history.put(past);
    // whoever is told runs before whoever tells
    await together([store, path.alertmanager, pushgateway, blackbox, ...path.services.values()]);
    stillWanted();
    if (metrics.history.when === "after") await metrics.history.put(past);
    const pushed = await keepPushed(localUrl(ports.pushgateway), pushedSeries(targets, platform.scrapes));
    closing.push(pushed.close);
    await together([agent]);
    await asked(metrics, targets.length, stillWanted);
    await together(evaluator ? [evaluator] : []);
    await metrics.judge?.();
    stillWanted();
    return {
      urls: {
        ...metrics.urls,
        alertmanager: path.urls.alertmanager,
        pushgateway: localUrl(ports.pushgateway),
        relay: path.urls.relay,
        receivers: path.urls.receivers,
      },
      platform,
      speed,
      receivers: path.receivers,
      programs: new Map(programs.map((one) => [one.name, one])),
      targets,
      standIns,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One that fails is told when the others have come up: what is starting could not be stopped. */
async function together(programs: readonly Program[]): Promise<void> {
  const starts = await Promise.allSettled(programs.map((one) => one.start()));
  for (const start of starts) if (start.status === "rejected") throw start.reason;
}

const PATIENCE_MS = 40_000;
const POLL_MS = 100;

/** A rule that looks for what is not there would find much of it before everything was asked once. */
async function asked({ urls }: MetricsPrograms, count: number, stillWanted: () => void): Promise<void> {
  const query = `${urls.store}/api/v1/query?query=${encodeURIComponent("count(up)")}`;
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    stillWanted();
    const { data } = (await (await fetch(query)).json()) as {
      readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
    };
    if (Number(data.result[0]?.value[1] ?? 0) >= count) return;
  }
}

/** Which scrapes ask a program that runs here, and its port. */
function realTargets({ scrapes, manifests }: Platform, ports: Ports): ReadonlyMap<string, number> {
  const services = ["relay", "status-page", "dead-man"] as const;
  const deployed = services.flatMap((name) =>
    manifests.flatMap(({ service, object }) =>
      service?.name === name && object.kind === "Deployment" ? [[object.metadata.name, ports[name]] as const] : [],
    ),
  );
  const byWorkload = new Map<string, number>(deployed);
  return new Map(
    scrapes.flatMap(({ name, from }) => {
      if (from.kind === "pushed") return [[name, ports.pushgateway] as const];
      const port = from.kind === "service" ? byWorkload.get(from.workload.name) : undefined;
      return port === undefined ? [] : [[name, port] as const];
    }),
  );
}

/** What the installation's jobs have pushed. */
function pushedSeries(targets: readonly LiveTarget[], scrapes: readonly Scrape[]): LiveSeries[] {
  const names = new Set(scrapes.flatMap(({ name, from }) => (from.kind === "pushed" ? [name] : [])));
  return targets.flatMap((target) => (names.has(target.scrape) ? target.series : []));
}

function externalLabels(manifests: readonly Manifest[]): Readonly<Record<string, string>> {
  const spec = manifests.find(({ object }) => object.kind === "VMAgent")?.object.spec as
    | { readonly externalLabels?: Readonly<Record<string, string>> }
    | undefined;
  return spec?.externalLabels ?? {};
}

function pushgatewayLaunch({ pushgateway }: Ports, folder: string): Launch {
  return {
    name: "pushgateway",
    program: requireProgram("pushgateway"),
    args: [
      `--web.listen-address=${LOOPBACK}:${pushgateway}`,
      // Debian's keeps its state on disk where it is not told another file
      `--persistence.file=${join(folder, "pushed")}`,
      "--log.level=error",
    ],
    ready: `${localUrl(pushgateway)}/-/ready`,
  };
}

/** With the deployed modules, where the site probes anything. */
function blackboxLaunch(manifests: readonly Manifest[], ports: Ports, folder: string): Launch {
  const modules = manifests.flatMap(({ object: { kind, data = {} } }) =>
    kind === "ConfigMap" ? ((data as { readonly "blackbox.yml"?: string })["blackbox.yml"] ?? []) : [],
  );
  const file = join(folder, "blackbox.yml");
  writeFileSync(file, modules[0] ?? "modules: {}\n");
  const port = ports["blackbox-exporter"];
  return {
    name: "blackbox-exporter",
    program: requireProgram("blackbox-exporter"),
    args: [`--config.file=${file}`, `--web.listen-address=${LOOPBACK}:${port}`, "--log.level=error"],
    ready: `${localUrl(port)}/-/healthy`,
  };
}
