/** The programs that keep series, ask targets and judge rules: VictoriaMetrics' three, or a Prometheus that judges what it keeps and one that asks. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EVALUATION_INTERVAL, SCRAPE_INTERVAL } from "../../lib/metrics/intervals";
import { LOOPBACK } from "./loopback-server";
import type { Ports } from "./ports";
import type { Launch } from "./process";
import { type MetricsPlane, requireProgram } from "./programs";
import { refusedIn } from "./refused-keys";
import { quickerGroups, type RuleFile } from "./rule-files";
import { shorter } from "./shorter";
import { importedInto, type PastSeries, writtenInto } from "./store-history";

export interface MetricsPlace {
  /** Where they keep what they keep. */
  readonly folder: string;
  readonly ports: Pick<Ports, "store" | "agent" | "evaluator" | "alertmanager">;
  readonly speed: number;
  readonly rules: readonly RuleFile[];
  /** What the agent asks: a list of scrape configurations, as Prometheus reads them. */
  readonly scrapes: readonly object[];
  /** Put on every sample that the agent sends. */
  readonly externalLabels: Readonly<Record<string, string>>;
  /** Told of what is left out of the rules. */
  readonly note: (text: string) => void;
}

const RULES = "rules";

type Refused = ReadonlySet<string>;

/** Each makes a launch anew, given what the program was found not to know. */
export interface MetricsPrograms {
  readonly store: (refused: Refused) => Launch;
  readonly agent: (refused: Refused) => Launch;
  /** @default - the store judges itself */
  readonly evaluator?: (refused: Refused) => Launch;
  /** Lets the store begin to judge, where it judges itself. */
  readonly judge?: () => Promise<void>;
  /** What it had before it began, put there before it runs or as soon as it does. */
  readonly history: { readonly when: "before" | "after"; readonly put: (series: Iterable<PastSeries>) => Promise<void> };
  readonly urls: { readonly store: string; readonly agent: string; readonly evaluator: string };
}

const url = (port: number): string => `http://${LOOPBACK}:${port}`;
const seconds = (duration: { readonly seconds: number }): string => `${duration.seconds}s`;

/** What VictoriaMetrics waits for before it takes what has come for all of it. */
const LATENCY = "30s";

export function metricsPrograms(plane: MetricsPlane, place: MetricsPlace): MetricsPrograms {
  return plane === "victoria-metrics" ? ofVictoriaMetrics(place) : ofPrometheus(place);
}

function ofVictoriaMetrics(place: MetricsPlace): MetricsPrograms {
  const { ports, speed } = place;
  const [store, agent, evaluator] = [url(ports.store), url(ports.agent), url(ports.evaluator)];
  return {
    urls: { store, agent, evaluator },
    history: { when: "after", put: (series) => importedInto(store, series) },
    store: () => ({
      name: "store",
      program: requireProgram("victoria-metrics"),
      args: [
        `-httpListenAddr=${LOOPBACK}:${ports.store}`,
        `-storageDataPath=${folderIn(place, "store")}`,
        `-search.latencyOffset=${shorter(LATENCY, speed)}`,
        "-memory.allowedBytes=512MB",
        "-loggerLevel=WARN",
      ],
      ready: `${store}/health`,
    }),
    agent: () => ({
      name: "agent",
      program: requireProgram("vmagent"),
      args: [
        `-httpListenAddr=${LOOPBACK}:${ports.agent}`,
        `-promscrape.config=${written(place, "agent.yml", agentConfiguration(place))}`,
        `-remoteWrite.url=${store}/api/v1/write`,
        `-remoteWrite.tmpDataPath=${folderIn(place, "agent")}`,
        "-memory.allowedBytes=256MB",
        "-loggerLevel=ERROR",
      ],
      ready: `${agent}/health`,
    }),
    evaluator: (refused) => ({
      name: "evaluator",
      program: requireProgram("vmalert"),
      args: [
        `-httpListenAddr=${LOOPBACK}:${ports.evaluator}`,
        `-rule=${ruleFolder(place, refused)}/*.yml`,
        `-datasource.url=${store}`,
        // how far back it looks for a value: a short interval is none
        "-datasource.queryStep=5m",
        `-remoteWrite.url=${store}`,
        `-remoteWrite.flushInterval=${shorter("2s", speed)}`,
        `-notifier.url=${url(ports.alertmanager)}`,
        `-evaluationInterval=${shorter(seconds(EVALUATION_INTERVAL), speed)}`,
        ...(refused.has("rule.evalDelay") ? [] : [`-rule.evalDelay=${shorter(LATENCY, speed)}`]),
        "-loggerLevel=ERROR",
      ],
      ready: `${evaluator}/health`,
    }),
  };
}

function ofPrometheus(place: MetricsPlace): MetricsPrograms {
  const { ports, speed } = place;
  const [store, agent] = [url(ports.store), url(ports.agent)];
  return {
    urls: { store, agent, evaluator: store },
    judge: async () => {
      const refused = new Set<string>();
      for (;;) {
        ruleFolder(place, refused);
        const response = await fetch(`${store}/-/reload`, { method: "POST" });
        const text = await response.text();
        const keys = refusedIn(text).filter((key) => !refused.has(key));
        if (response.ok) return;
        if (keys.length === 0) throw new Error(`the store refuses the rules: ${text.slice(0, 2000)}`);
        for (const key of keys) refused.add(key);
        place.note(`this store does not know ${keys.join(", ")}: left out`);
      }
    },
    history: { when: "before", put: (series) => writtenInto(folderIn(place, "store"), series) },
    store: () => ({
      name: "store",
      program: requireProgram("prometheus"),
      args: [
        `--config.file=${written(place, "store.yml", {
          global: { evaluation_interval: shorter(seconds(EVALUATION_INTERVAL), speed) },
          // they come when everything was asked once
          rule_files: [`${join(place.folder, RULES)}/*.yml`],
          alerting: { alertmanagers: [{ static_configs: [{ targets: [`${LOOPBACK}:${ports.alertmanager}`] }] }] },
        })}`,
        `--storage.tsdb.path=${folderIn(place, "store")}`,
        `--web.listen-address=${LOOPBACK}:${ports.store}`,
        "--web.enable-remote-write-receiver",
        "--web.enable-lifecycle",
        "--log.level=error",
      ],
      ready: `${store}/-/ready`,
    }),
    agent: () => ({
      name: "agent",
      program: requireProgram("prometheus"),
      args: [
        "--enable-feature=agent",
        `--config.file=${written(place, "agent.yml", {
          ...agentConfiguration(place),
          remote_write: [{ url: `${store}/api/v1/write`, queue_config: { batch_send_deadline: shorter("5s", speed) } }],
        })}`,
        `--storage.agent.path=${folderIn(place, "agent")}`,
        `--web.listen-address=${LOOPBACK}:${ports.agent}`,
        "--log.level=error",
      ],
      ready: `${agent}/-/ready`,
    }),
  };
}

function agentConfiguration({ scrapes, externalLabels, speed }: MetricsPlace): object {
  return {
    global: { scrape_interval: shorter(seconds(SCRAPE_INTERVAL), speed), external_labels: externalLabels },
    scrape_configs: scrapes,
  };
}

/** The rules with shorter waits, a file for each of the output's. */
function ruleFolder(place: MetricsPlace, refused: Refused): string {
  for (const { file, groups } of place.rules)
    written(place, join(RULES, file.replaceAll("/", "-")), { groups: quickerGroups(groups, place.speed, refused) });
  return join(place.folder, RULES);
}

function folderIn({ folder }: MetricsPlace, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** As JSON, which is YAML. */
function written(place: MetricsPlace, file: string, content: object): string {
  const path = join(place.folder, file);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
  return path;
}
