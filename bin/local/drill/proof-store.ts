/** A store with the series of a proof in it, and the evaluator over it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { WireRule } from "../../../lib/alerts/wire-rule";
import { LOOPBACK } from "../loopback-server";
import type { Launch } from "../process";
import { launched, type Running } from "../process";
import { requireProgram } from "../programs";
import { startedWithout } from "../refused-keys";
import { replayArguments } from "../replay";
import { importedInto, type PastSeries } from "../store-history";
import type { Labels } from "./drilled";

export interface FoundSeries {
  readonly labels: Labels;
  readonly value: string;
}

/** Of what the store answers. */
interface Answer {
  readonly data: {
    readonly result: readonly {
      readonly metric: Labels;
      readonly value?: readonly [number, string];
      readonly values?: readonly (readonly [number, string])[];
    }[];
  };
}

export class ProofStore {
  private constructor(
    private readonly running: Running,
    readonly url: string,
    private readonly folder: string,
  ) {}

  static async start(folder: string, port: number): Promise<ProofStore> {
    const url = `http://${LOOPBACK}:${port}`;
    const own = mkdtempSync(join(folder, "proof-"));
    const launch: Launch = {
      name: "store",
      program: requireProgram("victoria-metrics"),
      args: [
        `-httpListenAddr=${LOOPBACK}:${port}`,
        `-storageDataPath=${join(own, "data")}`,
        // a proof may tell of years
        "-retentionPeriod=100y",
        // by default the last half minute is held back, and what was asked before is answered as then
        "-search.latencyOffset=0s",
        "-search.disableCache",
        "-memory.allowedBytes=256MB",
        "-loggerLevel=WARN",
      ],
      ready: `${url}/health`,
    };
    return new ProofStore(await launched(launch), url, own);
  }

  stop(): Promise<void> {
    return this.running.stop();
  }

  put(series: readonly PastSeries[]): Promise<void> {
    return importedInto(this.url, series);
  }

  /** Evaluates rules minute by minute. What they give is there when it settles. */
  async replay(rules: readonly WireRule[], from: number, to: number): Promise<void> {
    if (rules.length === 0) return;
    const file = this.written(
      "replay",
      rules.map((rule, index) => ({ name: String(index), interval: `${MINUTE}s`, rules: [rule] })),
    );
    const [begins, ends] = [new Date(from * 1000), new Date(to * 1000)];
    const args = replayArguments({
      ruleFiles: [file],
      storageUrl: this.url,
      from: begins,
      to: ends,
      interval: `${MINUTE}s`,
      rulesDelay: "0s",
    });
    await promisify(execFile)(requireProgram("vmalert"), args, { maxBuffer: Number.POSITIVE_INFINITY });
    await (await fetch(`${this.url}/internal/force_flush`, { method: "POST" })).arrayBuffer();
  }

  /** What an expression gives at a moment, and the last value of each. */
  async ask(expression: string, at: number): Promise<FoundSeries[]> {
    const response = await fetch(`${this.url}/api/v1/query`, {
      method: "POST",
      body: new URLSearchParams({ query: expression, time: String(at) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the store answered ${response.status} to "${expression.slice(0, 200)}": ${text}`);
    const { data } = JSON.parse(text) as Answer;
    return data.result.map(({ metric: { __name__: _, ...labels }, value, values }) => ({
      labels,
      value: (value ?? values?.at(-1))?.[1] ?? "NaN",
    }));
  }

  /** The evaluator, as it runs: it judges the rules every second and tells the alert manager. */
  async evaluate(group: string, rules: readonly WireRule[], port: number, alertmanager: string): Promise<Running> {
    const file = this.written("live", [{ name: group, interval: "1s", rules }]);
    const args = (refused: ReadonlySet<string>) => [
      `-httpListenAddr=${LOOPBACK}:${port}`,
      `-rule=${file}`,
      `-datasource.url=${this.url}`,
      "-datasource.queryStep=5m",
      `-notifier.url=${alertmanager}`,
      ...(refused.has("rule.evalDelay") ? [] : ["-rule.evalDelay=0s"]),
      "-loggerLevel=ERROR",
    ];
    return startedWithout(
      (refused) =>
        launched({
          name: "evaluator",
          program: requireProgram("vmalert"),
          args: args(refused),
          ready: `http://${LOOPBACK}:${port}/health`,
        }),
      () => {},
    );
  }

  private written(name: string, groups: readonly object[]): string {
    mkdirSync(this.folder, { recursive: true });
    const file = join(this.folder, `${name}.yml`);
    writeFileSync(file, JSON.stringify({ groups }));
    return file;
  }
}

/** How often a proof is looked at. */
export const MINUTE = 60;
