/**
 * Runs the real engines of `test/engines/install` for the tests in this folder: programs that end, servers that stay, free ports and
 * temporary folders. Everything listens on 127.0.0.1 only, and nothing outlives the test file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";

export const ENGINES = [
  "alertmanager",
  "alertmanager-0.25",
  "amtool",
  "amtool-0.25",
  "argocd-collectors",
  "bind-exporter",
  "blackbox-exporter",
  "buildah",
  "cert-manager-collectors",
  "chromium",
  "chronyc",
  "chronyd",
  "cloudnative-pg-collectors",
  "collector",
  "config-reloader",
  "coredns",
  "cri-stand-in",
  "datafusion-python",
  "docker-registry",
  "doveconf",
  "etcd",
  "external-secrets-collectors",
  "fluentd-config",
  "gitea",
  "hass",
  "ingress-nginx-collectors",
  "initdb",
  "keycloak",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kube-state-metrics",
  "kubelet",
  "mariadbd",
  "mosquitto",
  "moto-server",
  "mtail",
  "mysqld-exporter",
  "named",
  "nginx",
  "node-exporter",
  "postgres",
  "promtool",
  "pushgateway",
  "redis-exporter",
  "redis-server",
  "registry-collectors",
  "ruby",
  "skopeo",
  "smartctl-exporter",
  "snmp-exporter",
  "snmpd",
  "snmpwalk",
  "trivy-collectors",
  "victoria-metrics",
  "victoria-metrics-1.150",
  "victoria-metrics-operator",
  "vmagent-1.150",
  "vmalert",
  "vmalert-1.150",
  "vmauth-1.150",
  "vrl",
  "wireguard-exporter",
] as const;
export type EngineName = (typeof ENGINES)[number];

const POLL_MILLISECONDS = 25;
const START_MILLISECONDS = 60_000;
/** An engine that ignores SIGTERM for this long is killed. */
const STOP_MILLISECONDS = 5_000;
/** Enough for every message of a failing start, little enough for a server that logs for minutes. */
const KEPT_OUTPUT = 1_000_000;

const cache = (): string => process.env.BELFRY_ENGINES ?? join(homedir(), ".cache", "belfry-engines");

function binary(name: EngineName): string {
  return join(cache(), "bin", name);
}

/** A file that an engine's release keeps beside its program. */
export function engineFile(name: string, file: string): string {
  return join(cache(), "trees", name, file);
}

/** @throws when the engine is not installed. */
export function enginePath(name: EngineName): string {
  const path = binary(name);
  if (!existsSync(path)) throw new Error(`engine "${name}" is not at ${path}; run \`test/engines/install\``);
  return path;
}

/**
 * A `describe` whose tests need engines. Where one is missing the tests are skipped with the reason in the title; in CI they fail,
 * because there a skipped proof would pass for a proof.
 */
export function describeEngines(names: readonly EngineName[], title: string, tests: () => void): void {
  const missing = names.filter((name) => !existsSync(binary(name)));
  if (missing.length === 0) {
    describe(title, tests);
  } else if (process.env.CI) {
    test(title, () => {
      throw new Error(`engines are missing: ${missing.join(", ")}; run \`test/engines/install\``);
    });
  } else {
    describe.skip(`${title} (skipped: ${missing.join(", ")} missing, run test/engines/install)`, tests);
  }
}

export interface Result {
  readonly code: number;
  /** Standard output alone, for programs that answer there. */
  readonly stdout: string;
  /** Standard output and standard error in the order they came. */
  readonly output: string;
}

export interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an engine that ends by itself. A program that reports a refusal by its exit code is an answer, not an error. */
export function runEngine(name: EngineName, args: readonly string[], options: RunOptions = {}): Promise<Result> {
  const child = spawnProgram(enginePath(name), args, options);
  let stdout = "";
  let output = "";
  child.stdout?.on("data", (chunk: string) => {
    stdout += chunk;
    output += chunk;
  });
  child.stderr?.on("data", (chunk: string) => {
    output += chunk;
  });
  // A program may end without reading its input; its exit code says why.
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, stdout, output }));
  });
}

/** When a server counts as started: its URL answers 2xx, its output matches, or the function says so. */
export type Readiness = string | RegExp | (() => boolean | Promise<boolean>);

export interface StartOptions {
  readonly ready: Readiness;
  /** For one that takes longer. @default - a minute */
  readonly startMilliseconds?: number;
  readonly cwd?: string;
  /** Added to the environment of the test process. */
  readonly env?: Readonly<Record<string, string>>;
  /** A copy of the output, for reading after a failed run. @default - none */
  readonly logFile?: string;
}

export interface RunningEngine {
  readonly pid: number;
  /** What the engine has written so far, both streams; of a long run the last million characters. */
  output(): string;
  /** Ends the process and waits until it is gone. A second call does nothing. */
  stop(): Promise<void>;
}

const running = new Set<RunningEngine>();

/** @throws with the end of the output when the engine ends, or isn't ready in time. */
export function startProcess(name: EngineName, args: readonly string[], options: StartOptions): Promise<RunningEngine> {
  return startProgram(enginePath(name), args, options);
}

/** The same for a program of ours, by its path. */
export async function startProgram(program: string, args: readonly string[], options: StartOptions): Promise<RunningEngine> {
  const name = basename(program);
  const child = spawnProgram(program, args, options);
  child.stdin?.end();
  const log = options.logFile === undefined ? undefined : createWriteStream(options.logFile, { flags: "a" });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: string) => {
      output = (output + chunk).slice(-KEPT_OUTPUT);
      log?.write(chunk);
    });
  }
  const ended = new Promise<void>((resolve) => {
    child.on("close", () => {
      log?.end();
      resolve();
    });
    // Without a process there is no close event.
    child.on("error", (error) => {
      output += error.message;
      if (child.pid === undefined) resolve();
    });
  });
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });

  const engine: RunningEngine = {
    pid: child.pid ?? -1,
    output: () => output,
    stop: async () => {
      if (!hasEnded) child.kill("SIGTERM");
      const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
      await ended;
      clearTimeout(kill);
      running.delete(engine);
    },
  };
  running.add(engine);

  const { startMilliseconds = START_MILLISECONDS } = options;
  const failure = await waitUntil(
    () => hasEnded || isReady(options.ready, output),
    () => `engine "${name}" is not ready after ${startMilliseconds / 1000} s`,
    startMilliseconds,
  ).then(
    () => (hasEnded ? `engine "${name}" ended during its start with code ${child.exitCode}` : undefined),
    (error: Error) => error.message,
  );
  if (failure === undefined) return engine;
  await engine.stop();
  throw new Error(`${failure}:\n${output.split("\n").slice(-30).join("\n")}`);
}

/** Polls until the condition holds; a condition that throws does not hold yet. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  describeFailure: () => string,
  timeoutMilliseconds = START_MILLISECONDS,
): Promise<void> {
  const deadline = Date.now() + timeoutMilliseconds;
  for (;;) {
    const holds = await Promise.resolve()
      .then(condition)
      .catch(() => false);
    if (holds) return;
    if (Date.now() > deadline) throw new Error(describeFailure());
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

const folders = new Set<string>();

/** A new empty folder that is removed when the test file is done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "belfry-engine-"));
  folders.add(folder);
  return folder;
}

function isReady(ready: Readiness, output: string): boolean | Promise<boolean> {
  if (typeof ready === "function") return ready();
  if (typeof ready !== "string") return ready.test(output);
  return fetch(ready).then(async (response) => {
    await response.arrayBuffer();
    return response.ok;
  });
}

function spawnProgram(program: string, args: readonly string[], options: Pick<RunOptions, "cwd" | "env">): ChildProcess {
  // setpriv asks the kernel to kill the engine when this process dies, however it dies: jest hands tests a copy of `process` whose
  // exit event never comes. It then becomes the engine itself, so the pid is the engine's.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "--", program, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
  child.stdout?.setEncoding("utf8");
  child.stderr?.setEncoding("utf8");
  return child;
}

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}

// The net under a test that failed before its own clean-up. Outside jest (the benchmark) the exit event does the folders.
if (typeof afterAll === "function") {
  afterAll(async () => {
    await Promise.all([...running].map((engine) => engine.stop()));
    removeFolders();
  });
} else {
  process.on("exit", removeFolders);
}
