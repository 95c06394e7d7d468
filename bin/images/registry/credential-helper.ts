/** The programs that Docker keeps accounts with: `docker-credential-<name> get`, asked on standard input, answers in JSON. */
import { spawn } from "node:child_process";
import { z } from "zod";
import type { Credentials } from "./credentials";
import { parsed } from "./words";

/** It may ask somebody to unlock a keyring. */
const PATIENCE_MS = 60_000;

const ANSWER = z.object({ Username: z.string(), Secret: z.string() });

/** Docker's mark for a secret that is an identity token. */
const TOKEN_USER = "<token>";

/** @throws when it is missing, fails, or answers what can't be read; that it has no account is no failure. */
export async function askHelper(
  name: string,
  server: string,
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
  patienceMs = PATIENCE_MS,
): Promise<Credentials | undefined> {
  const program = `docker-credential-${name}`;
  const refuse = (why: string): never => {
    throw new Error(`${program}, which ${file} names, ${why}`);
  };
  if (!/^[\w.-]+$/.test(name)) refuse("is no name of a program; mend the file");
  const { code, stdout, stderr, error } = await run(program, server, environment, patienceMs);
  if (error === "ENOENT") refuse("is not on the PATH; install it, or take it out of the file");
  if (error !== undefined) refuse(`can't be run (${error})`);
  // helpers say so in words alone
  if (code !== 0 && /credentials not found/i.test(stdout + stderr)) return undefined;
  if (code !== 0) refuse(`fails with code ${code}: ${told(stderr) || told(stdout) || "it says nothing"}`);
  const { data } = ANSWER.safeParse(parsed(stdout));
  if (data === undefined) throw new Error(`${program}, which ${file} names, does not answer as Docker's helpers do`);
  if (data.Secret === "") return undefined;
  const from = `${program} (${file})`;
  if (data.Username === TOKEN_USER) return { kind: "identity token", token: data.Secret, from };
  return { kind: "password", username: data.Username, password: data.Secret, from };
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly error?: string;
}

function run(program: string, input: string, environment: Readonly<Record<string, string | undefined>>, patienceMs: number): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(program, ["get"], { env: environment, stdio: ["pipe", "pipe", "pipe"] });
    let [stdout, stderr] = ["", ""];
    const end = (code: number | null, error?: string) => {
      clearTimeout(patience);
      resolve({ code, stdout, stderr, error });
    };
    // spawn's own timeout outlives a program that is not there, and the command would wait for it
    const patience = setTimeout(() => {
      child.kill("SIGKILL");
      end(null, `no answer within ${patienceMs / 1000} s`);
    }, patienceMs);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr += chunk;
    });
    child.on("error", (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message));
    child.on("close", (code, signal) => end(code, signal === null ? undefined : `ended by ${signal}`));
    // one that doesn't read what it is asked tells by its code why
    child.stdin.on("error", () => {});
    child.stdin.end(`${input}\n`);
  });
}

/** Its first line, unless an account may be in it: one that fails may have answered before. */
function told(text: string): string {
  const [line = ""] = text.trim().split("\n");
  return /"?secret"?\s*[:=]/i.test(text) || parsed(text) !== undefined || parsed(line) !== undefined ? "" : line.slice(0, 300);
}
