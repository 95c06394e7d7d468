/** vmalert: the judge of rule files, and the evaluator that fires them. */
import { z } from "zod";
import { type ReplayOptions as ReplayArguments, replayArguments } from "../../bin/local/replay";
import { freePort } from "../free-port";
import { type Result, type RunningEngine, runEngine, startProcess } from "./engine";

/** Debian's, or the release that the operator runs: the first does not know `keep_firing_for`. */
export type VmalertProgram = "vmalert" | "vmalert-1.150";

/** A rule file as Debian's vmalert reads it: that one is older than `keep_firing_for`, and refuses what it does not know. */
export const withoutKeepFiring = (ruleFile: string): string => ruleFile.replace(/^\s*keep_firing_for:.*\n/gm, "");

/** Checks fields, expressions and templates of a rule file (`groups:` at the top) without a data source; code 0 means accepted. */
export function dryRun(ruleFile: string, program: VmalertProgram = "vmalert"): Promise<Result> {
  return runEngine(program, ["-dryRun", `-rule=${ruleFile}`]);
}

export interface ReplayOptions extends ReplayArguments {
  /** @default "vmalert" */
  readonly program?: VmalertProgram;
}

/** Evaluates the rules over a span of past time. Call `flush()` of the storage before reading the result. */
export function replay({ program = "vmalert", ...options }: ReplayOptions): Promise<Result> {
  return runEngine(program, replayArguments(options));
}

export interface Alert {
  readonly name: string;
  readonly state: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Vmalert extends RunningEngine {
  readonly url: string;
  /** Pending and firing alerts of all groups. */
  alerts(): Promise<readonly Alert[]>;
}

export interface VmalertOptions {
  readonly ruleFiles: readonly string[];
  readonly datasourceUrl: string;
  /** Base URL of an Alertmanager. @default - alerts are not sent */
  readonly notifierUrl?: string;
  /** Where recorded series and `ALERTS` go. @default - the data source */
  readonly remoteWriteUrl?: string;
  /** For groups without an interval of their own. @default "1s" */
  readonly evaluationInterval?: string;
  /** Further flags. @default - none */
  readonly args?: readonly string[];
  /** @default "vmalert" */
  readonly program?: VmalertProgram;
}

const labels = z.record(z.string(), z.string());
const alertsReply = z.object({
  data: z.object({ alerts: z.array(z.object({ name: z.string(), state: z.string(), labels, annotations: labels })) }),
});

export async function startVmalert(options: VmalertOptions): Promise<Vmalert> {
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const engine = await startProcess(
    options.program ?? "vmalert",
    [
      `-httpListenAddr=${address}`,
      ...options.ruleFiles.map((file) => `-rule=${file}`),
      `-datasource.url=${options.datasourceUrl}`,
      `-remoteWrite.url=${options.remoteWriteUrl ?? options.datasourceUrl}`,
      // Without a notifier vmalert refuses to start with alerting rules, unless it is told that none is wanted.
      options.notifierUrl === undefined ? "-notifier.blackhole" : `-notifier.url=${options.notifierUrl}`,
      `-evaluationInterval=${options.evaluationInterval ?? "1s"}`,
      ...(options.args ?? []),
    ],
    { ready: `${url}/health` },
  );
  return {
    ...engine,
    url,
    alerts: async () => alertsReply.parse(await (await fetch(`${url}/api/v1/alerts`)).json()).data.alerts,
  };
}
