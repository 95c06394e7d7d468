import { contradictionsOf, type LogLevel, type ServiceDeclaration } from "./declaration";
import { type Configuration, describeVariables, type Environment, errorCode, readEnvironment, type Variables } from "./environment";
import { createLog, type Logger } from "./log";

export interface Running {
  readonly port: number;
  /** Settles when everything that was accepted is finished. */
  readonly stop: () => Promise<void>;
}

/** What a service does once instead of running, when its name is the argument. Its environment is the service's. */
export interface Command<V extends Variables> {
  /** One line for `--help`. */
  readonly help: string;
  /** Settles with the exit code. */
  readonly run: (configuration: Configuration<V>, log: Logger) => Promise<number>;
}

/** What a declared service does. */
export interface ServiceActions<V extends Variables> {
  /** By the argument that asks for them. @default - none */
  readonly commands?: Readonly<Record<string, Command<V>>>;
  /** Starts it, or says what is wrong: every reason at once. */
  readonly start: (configuration: Configuration<V>, log: Logger) => Promise<Running | { readonly problems: readonly string[] }>;
}

/** The life of a service process: `--help`, configuration, start, signals, exit code. */
export async function runService<V extends Variables & { LOG_LEVEL: { schema: unknown } }>(
  declaration: ServiceDeclaration<V>,
  actions: ServiceActions<V>,
  args: readonly string[] = process.argv.slice(2),
  environment: Environment = process.env,
): Promise<void> {
  const { name, purpose, variables, shutdownSeconds } = declaration;
  const { commands = {}, start } = actions;
  const [argument, surplus] = args;
  if (argument === "--help" || argument === "-h") {
    process.stdout.write(
      `${name}: ${purpose}\n\n${describeCommands(commands)}Configuration, from the environment:\n${describeVariables(variables)}\n`,
    );
    return;
  }
  const command = argument !== undefined && Object.hasOwn(commands, argument) ? commands[argument] : undefined;
  const unknown = command ? surplus : argument;
  if (unknown !== undefined)
    return fail(name, [`argument ${JSON.stringify(unknown)} is unknown; use --help, and the environment for configuration`]);
  const read = readEnvironment(variables, environment);
  if ("problems" in read) return fail(name, read.problems);

  const log = createLog(name, (read.configuration as { LOG_LEVEL: LogLevel }).LOG_LEVEL);
  if (command) {
    process.exitCode = await command.run(read.configuration, log);
    return;
  }
  const contradictions = contradictionsOf(declaration, environment);
  if (contradictions.length > 0) return fail(name, contradictions);
  // it begins when the signals are heard: one in between would kill what is begun, and be lost on the first process of a container
  const starting = Promise.resolve()
    .then(() => start(read.configuration, log))
    .catch((error: unknown) => ({ problems: [startProblem(error)] }));
  const end = endOn(["SIGTERM", "SIGINT"], starting, log, shutdownSeconds);
  const running = await starting;
  if ("problems" in running) return fail(name, running.problems);
  if (!end.isAsked()) log.info({ port: running.port }, "listening");
}

/** Ends the process in order on the first of the signals: what is still starting as soon as it stands. */
function endOn(
  signals: readonly NodeJS.Signals[],
  starting: Promise<Running | { readonly problems: readonly string[] }>,
  log: Logger,
  shutdownSeconds: number,
): { readonly isAsked: () => boolean } {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, "stopping");
    const limit = setTimeout(() => {
      log.error({ shutdownSeconds }, "not everything that was accepted could be finished in time");
      process.exit(1);
    }, shutdownSeconds * 1000);
    const stopped = async () => {
      const running = await starting;
      // said by whoever started it
      if ("problems" in running) return;
      await running.stop();
      log.info("stopped");
    };
    stopped().then(
      () => {
        clearTimeout(limit);
        process.exit();
      },
      (error) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
  return { isAsked: () => isStopping };
}

function describeCommands<V extends Variables>(commands: Readonly<Record<string, Command<V>>>): string {
  const rows = Object.entries(commands).map(([argument, { help }]) => `  ${argument}  ${help}\n`);
  return rows.length === 0 ? "" : `Commands, as the only argument:\n${rows.join("")}\n`;
}

/** What the system refused at the start, such as an address or a port that can't be listened on. */
function startProblem(error: unknown): string {
  const { syscall = "start" } = error as { syscall?: string };
  return `HOST, PORT: ${syscall} failed with ${errorCode(error)}; use an address of this machine and a free port`;
}

/** Configuration mistakes go to standard error as plain lines: a person reads them, before any log exists. */
function fail(name: string, problems: readonly string[]): void {
  process.stderr.write(problems.map((problem) => `${name}: ${problem}\n`).join(""));
  process.exitCode = 1;
}
