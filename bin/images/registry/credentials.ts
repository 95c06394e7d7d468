/** Accounts as Docker and the containers tools keep them; nobody's where no file tells of a registry. */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { askHelper } from "./credential-helper";

export type Credentials = { readonly from: string } & (
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  | { readonly kind: "identity token"; readonly token: string }
);

/** @throws with file or program where an account can't be read. */
export type CredentialSource = (registry: string) => Promise<Credentials | undefined>;

/** Under which Docker has kept the account of Docker Hub since its first registry. */
const DOCKER_HUB_KEY = "https://index.docker.io/v1/";

const ENTRY = z.object({
  auth: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  identitytoken: z.string().optional(),
});
const CONFIG = z.object({
  auths: z.record(z.string(), ENTRY).nullish(),
  credHelpers: z.record(z.string(), z.string()).nullish(),
  credsStore: z.string().nullish(),
});
type Config = z.infer<typeof CONFIG>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The first of the files that has an account: REGISTRY_AUTH_FILE, Docker's, that of the containers tools. */
export function configuredCredentials(environment: Environment = process.env, home = homedir()): CredentialSource {
  return async (registry) => {
    for (const file of files(environment, home)) {
      const config = readConfig(file);
      const found = config && (await accountIn(config, file.path, registry, environment));
      if (found) return found;
    }
    return undefined;
  };
}

interface ConfigFile {
  readonly path: string;
  /** Somebody named it: that it is not there is a mistake. */
  readonly isNamed: boolean;
}

function files({ REGISTRY_AUTH_FILE, DOCKER_CONFIG, XDG_RUNTIME_DIR }: Environment, home: string): ConfigFile[] {
  return [
    ...(REGISTRY_AUTH_FILE ? [{ path: REGISTRY_AUTH_FILE, isNamed: true }] : []),
    // Docker takes a folder without the file for nobody's, whoever named it
    { path: join(DOCKER_CONFIG || join(home, ".docker"), "config.json"), isNamed: false },
    ...(XDG_RUNTIME_DIR ? [{ path: join(XDG_RUNTIME_DIR, "containers", "auth.json"), isNamed: false }] : []),
  ];
}

function readConfig({ path, isNamed }: ConfigFile): Config | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!isNamed && (code === "ENOENT" || code === "ENOTDIR")) return undefined;
    throw new Error(
      `registry accounts in ${path} can't be read (${code}): ${isNamed ? "correct or unset REGISTRY_AUTH_FILE" : "mend the file"}`,
    );
  }
  return parseConfig(path, text);
}

/** Messages name keys and never what stands there: the parser of JSON would quote it. */
function parseConfig(path: string, text: string): Config {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`registry accounts in ${path} can't be read: the file is not JSON; mend it, or log in anew`);
  }
  const { data, error } = CONFIG.safeParse(content);
  if (data !== undefined) return data;
  const flaws = error?.issues.map((issue) => `${issue.path.join(".") || "the whole"} is not what Docker writes there`) ?? [];
  throw new Error(`registry accounts in ${path} can't be read: ${flaws.join(", ")}; mend it, or log in anew`);
}

/** As Docker: a helper for the registry, then one for all, then what stands in the file itself. */
async function accountIn(config: Config, path: string, registry: string, environment: Environment): Promise<Credentials | undefined> {
  const keys = registry === "docker.io" ? [DOCKER_HUB_KEY, "index.docker.io", "docker.io", "registry-1.docker.io"] : [registry];
  const own = keys.map((key) => config.credHelpers?.[key]).find((name) => name);
  const helper = own || config.credsStore;
  if (helper) {
    const found = await askHelper(helper, keys[0] ?? registry, path, environment);
    if (found !== undefined || own) return found;
  }
  const [key, entry] = Object.entries(config.auths ?? {}).find(([name]) => keys.some((one) => hostOf(one) === hostOf(name))) ?? [];
  if (key === undefined || entry === undefined) return undefined;
  if (entry.identitytoken) return { kind: "identity token", token: entry.identitytoken, from: path };
  if (entry.auth) return { ...decoded(entry.auth, key, path), from: path };
  if (entry.username && entry.password) return { kind: "password", username: entry.username, password: entry.password, from: path };
  // left there as a mark by a store that has the account
  return undefined;
}

function decoded(
  auth: string,
  key: string,
  path: string,
): { readonly kind: "password"; readonly username: string; readonly password: string } {
  const text = Buffer.from(auth, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon <= 0) throw new Error(`registry accounts in ${path}: "auth" of "${key}" is not user:password in base64; log in there anew`);
  // some programs fill their field with zeros
  return { kind: "password", username: text.slice(0, colon), password: text.slice(colon + 1).replace(/\0+$/, "") };
}

/** Old clients wrote addresses with `/v1/`. Any other path belongs to a part of a registry, and its account is not that of the whole. */
function hostOf(key: string): string {
  return key.replace(/^https?:\/\//, "").replace(/\/(?:v[12]\/?)?$/, "");
}
