/** The life of a job's process: settings, one run, what the Pushgateway is told of it, the exit code. */

import { LOG_LEVELS, type LogLevel } from "../../../lib/service/declaration";
import { describeVariables, type Environment, readEnvironment, type Variables } from "../../../lib/service/environment";
import { createLog, type Logger } from "../../../lib/service/log";
import { commonSettings, LAST_PUSH_SECONDS, PUSH_SECONDS } from "../settings";
import { expositionOf } from "./exposition";
import { Refusal } from "./refusal";
import { type Outcome, report } from "./report";
import type { Script } from "./script";

const { PUSHGATEWAY_URL, ...runSettings } = commonSettings;

/**
 * Runs a script once and ends the process: with 0 only if the run succeeded and the Pushgateway was told so. What goes wrong
 * with the run and what goes wrong with the push are two lines of the log, and neither hides the other.
 */
export async function runScript<V extends Variables>(
  script: Script<V>,
  args: readonly string[] = process.argv.slice(2),
  environment: Environment = process.env,
): Promise<void> {
  if (args[0] === "--help" || args[0] === "-h") {
    process.stdout.write(helpOf(script));
    return;
  }
  const log = createLog(script.name, levelOf(environment));
  const [run, push] = [new AbortController(), new AbortController()];
  let isBroken = false;
  const onError = (error: unknown) => {
    isBroken = true;
    log.error({ err: error }, "an error that nothing expected");
    run.abort(error);
  };
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
  const endPushIn = (seconds: number) => setTimeout(() => push.abort(), seconds * 1000);
  const onSignal = (signal: NodeJS.Signals) => {
    run.abort(new Refusal(`${signal} came before the run had ended; was the pod deleted, or its deadline passed?`));
    endPushIn(LAST_PUSH_SECONDS);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);

  const outcome = await attempt(script, { args, environment, log, run });
  endPushIn(PUSH_SECONDS);
  const isTold = await tell(script, outcome, environment, log, push.signal);
  process.exit(outcome.isSuccess && isTold && !isBroken ? 0 : 1);
}

interface Attempt {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly log: Logger;
  /** Aborting it ends the run. */
  readonly run: AbortController;
}

/** A script that does not end by itself when it has to is given up, with all that it found, after so long. */
const HEED_MS = 2_000;

/** Never rejects: whatever goes wrong is in the log, and a failed run. */
async function attempt<V extends Variables>(script: Script<V>, { args, environment, log, run }: Attempt): Promise<Outcome> {
  const ended = new Promise<never>((_, reject) => {
    run.signal.addEventListener("abort", () => setTimeout(() => reject(run.signal.reason), HEED_MS), { once: true });
  });
  try {
    const { gauges: found, failures = [] } = await Promise.race([work(script, { args, environment, log, run }), ended]);
    const errors = run.signal.aborted ? [run.signal.reason, ...failures] : failures;
    for (const error of errors) logFailure(log, error);
    if (errors.length === 0) log.info({ found: found.length }, "the run succeeded");
    else if (found.length > 0) log.info({ found: found.length }, "what could be read is pushed all the same");
    return { isSuccess: errors.length === 0, found };
  } catch (error) {
    logFailure(log, run.signal.aborted ? run.signal.reason : error);
    return { isSuccess: false, found: script.always ?? [] };
  }
}

function logFailure(log: Logger, error: unknown): void {
  log.error(error instanceof Refusal ? { reason: error.message } : { err: error }, "the run failed");
}

async function work<V extends Variables>(script: Script<V>, { args: [argument], environment, log, run }: Attempt) {
  if (argument !== undefined) {
    throw new Refusal(`argument ${JSON.stringify(argument)} is unknown; use --help, and the environment for settings`);
  }
  const [common, own] = [readEnvironment(runSettings, environment), readEnvironment(script.settings, environment)];
  if ("problems" in common || "problems" in own) {
    throw new Refusal([common, own].flatMap((read) => ("problems" in read ? read.problems : [])).join("; "));
  }
  const { RUN_SECONDS: seconds } = common.configuration;
  const limit = setTimeout(
    () => run.abort(new Refusal(`the run took longer than ${seconds} s; look at what it waits for, or raise RUN_SECONDS`)),
    seconds * 1000,
  );
  try {
    const found = await script.run({ configuration: own.configuration, log, now: Date.now, signal: run.signal });
    // refused here already, what can't be pushed is a failed run
    expositionOf(found.gauges);
    return found;
  } finally {
    clearTimeout(limit);
  }
}

/** Whether the Pushgateway knows of the run. */
async function tell(script: Script, outcome: Outcome, environment: Environment, log: Logger, signal: AbortSignal): Promise<boolean> {
  const read = readEnvironment({ PUSHGATEWAY_URL }, environment);
  if ("problems" in read) {
    log.error({ reason: read.problems.join("; ") }, "the push failed");
    return false;
  }
  const group = { gateway: read.configuration.PUSHGATEWAY_URL, job: script.name, log, signal };
  try {
    const push = await report(group, script, outcome, Date.now());
    if (push.isTaken) log.info("the Pushgateway was told");
    else log.error({ reason: push.reason }, "the push failed");
    return push.isTaken;
  } catch (error) {
    log.error({ err: error }, "the push failed");
    return false;
  }
}

/** The level that is asked for; the usual one where it is wrong, so that this can be said. */
function levelOf({ LOG_LEVEL: asked }: Environment): LogLevel {
  return LOG_LEVELS.find((level) => level === asked) ?? "info";
}

function helpOf({ name, purpose, protocol, settings }: Script): string {
  return `${name}: ${purpose}\nIt asks ${protocol}\n\nSettings, from the environment:\n${describeVariables({ ...settings, ...commonSettings })}\n`;
}
