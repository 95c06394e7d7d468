/** Programs that the trial starts: each in a process group of its own, so that Ctrl-C reaches the trial alone and it ends them in its order. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { findOnPath } from "./on-path";

const POLL_MS = 25;
const START_MS = 30_000;
/** What has not ended after so long is killed: everything is over well within ten seconds. */
const STOP_MS = 3_000;
/** Of what a program says, so much is kept to tell of a failure. */
const KEPT = 200_000;

export interface Launch {
  /** For people. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** Answers 2xx once it is started. */
  readonly ready: string;
  /** All that it finds in its environment. @default - that of the trial */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A program that did not come up, with what it said. */
export class StartFailed extends Error {
  constructor(
    readonly launch: Launch,
    why: string,
    readonly output: string,
  ) {
    const last = output.trim().split("\n").slice(-8).join("\n");
    super(`${launch.name} (${launch.program}) ${why}${last === "" ? "" : `:\n${last}`}`);
  }
}

export interface Running {
  readonly launch: Launch;
  readonly pid: number;
  readonly output: () => string;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<void>;
  /** A second call does nothing. */
  readonly stop: () => Promise<void>;
}

/** @throws {@link StartFailed} */
export async function launched(launch: Launch): Promise<Running> {
  const running = spawned(launch);
  const deadline = Date.now() + START_MS;
  while (!(await answers(launch.ready))) {
    if (running.hasEnded()) throw new StartFailed(launch, "ended during its start", running.output());
    if (Date.now() > deadline) {
      await running.stop();
      throw new StartFailed(launch, `is not ready after ${START_MS / 1000} s`, running.output());
    }
    await sleep(POLL_MS);
  }
  // somebody else may answer there
  if (running.hasEnded()) throw new StartFailed(launch, "ended during its start", running.output());
  return running;
}

function spawned(launch: Launch): Running {
  const [program, args] = untilTheEnd(launch.program, launch.args);
  const child = spawn(program, args, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...(launch.env ?? process.env) } as NodeJS.ProcessEnv,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output = (output + text).slice(-KEPT);
    });
  }
  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      isOver = true;
      resolve();
    };
    child.on("close", over);
    child.on("error", (error) => {
      output += error.message;
      if (child.pid === undefined) over();
    });
  });
  return {
    launch,
    pid: child.pid ?? -1,
    output: () => output,
    hasEnded: () => isOver,
    ended,
    stop: async () => {
      if (!isOver) signal(child, "SIGTERM");
      const kill = setTimeout(() => signal(child, "SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(kill);
    },
  };
}

/** To the whole group: what a program started ends with it. */
function signal({ pid }: ChildProcess, name: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, name);
  } catch {
    // it has just ended
  }
}

/** Where the system can, it ends a program whose trial was killed. */
function untilTheEnd(program: string, args: readonly string[]): [string, string[]] {
  const setpriv = findOnPath("setpriv");
  return setpriv === undefined ? [program, [...args]] : [setpriv, ["--pdeathsig", "KILL", "--", program, ...args]];
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
