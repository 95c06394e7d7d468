import { Construct } from "constructs";
import type { Autoscaling } from "../autoscaling/autoscaling";
import type { EnvVar } from "../kubernetes/core";
import type { Credential, SecretFile, SecretKey } from "../kubernetes/credential";
import type { Resources } from "../kubernetes/resources";
import { reloader } from "../metrics/operator";
import type { Scrape, Scraped } from "../metrics/scrape";
import { type Exporting, serviceScrape } from "../metrics/service-scrape";
import type { Call } from "../network/connection";
import { ownWorkload } from "../network/own-workload";
import type { Workload } from "../network/workload";
import type { PodException } from "./pod-exception";
import { configPath, probesOf, restrictedWorkload, secretFolder } from "./restricted-workload";

/**
 * Somebody else's exporter: its workload, its scrape and its connections are made from this. It runs once, because two would
 * export everything twice.
 */
export interface Exporter extends Resources, Exporting {
  /** Of every object, and the `job` of its samples. */
  readonly name: string;
  /** Where it runs. One with exceptions needs a namespace whose Pod Security profile allows them. */
  readonly namespace: string;
  /** With its whole version as the tag, or with a digest. */
  readonly image: string;
  readonly port: number;
  /** A path that answers as long as the process lives, whatever became of what it watches. @default - its port takes connections */
  readonly healthPath?: string;
  /** A secret among them is the path of its file: `{ flag: "--password-file", file }`. @default - what the image starts with */
  readonly args?: readonly (string | { readonly flag: string; readonly file: SecretFile })[];
  /**
   * By name: a text; a secret by its file's path (`secretFile`), which follows a rotation; or its value (`{ credential, key }`),
   * which stays the old one until the pod is restarted. @default - none
   */
  readonly environment?: Readonly<Record<string, string | SecretKey | SecretFile>>;
  /** Its configuration: file name -> content, below `configPath(name)`. A change restarts it. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** It reads its files of secrets again when somebody posts to this path, which a container beside it does when one changes. @default - it needs no telling */
  readonly reloadPath?: string;
  /** Whom it asks. @default - nobody */
  readonly calls?: readonly Call[];
  /** It knows all of these by their addresses, and is not let out to name resolution. @default - by names */
  readonly asksByAddress?: true;
  /** @default - it recommends and does nothing, because nobody has said that the pod may be restarted */
  readonly autoscaling?: Autoscaling;
  /** Number of the user and the group it runs as, where its image has files of one. @default 65534, nobody */
  readonly user?: number;
  /** What the restricted profile forbids and it can't do without. @default - nothing */
  readonly exceptions?: readonly PodException[];
}

const NOBODY = 65534;

/** The exporter as connections and policies know it. */
export function exporterWorkload(exporter: Exporter): Workload {
  const { asksByAddress } = exporter;
  return { ...ownWorkload(exporter), ...(asksByAddress && { asksByAddress }) };
}

export function exporterScrape(exporter: Exporter): Scrape & Scraped {
  return serviceScrape(exporterWorkload(exporter), exporter);
}

/** The credentials that it reads, as values or files. */
export function exporterCredentials(exporter: Exporter): Credential[] {
  return [...new Set(secretsOf(exporter).map(({ credential }) => credential))];
}

function secretsOf({ args = [], environment = {} }: Exporter): (SecretKey | SecretFile)[] {
  const ofArgs = args.flatMap((arg) => (typeof arg === "string" ? [] : [arg.file]));
  const ofEnvironment = Object.values(environment).flatMap((value) => (typeof value === "string" ? [] : [value]));
  return [...ofArgs, ...ofEnvironment];
}

/** An exporter with everything it needs to run here. */
export class ExporterPod extends Construct {
  constructor(scope: Construct, exporter: Exporter) {
    super(scope, exporter.name);
    const { name, healthPath, args, environment = {}, files = {}, reloadPath, user = NOBODY } = exporter;
    const problems = problemsOf(exporter);
    if (problems.length > 0) throw new Error(problems.map((problem) => `exporter "${name}": ${problem}`).join("\n"));
    const port = "http";
    const credentials = [...new Set(secretsOf(exporter).flatMap((secret) => ("path" in secret ? [secret.credential] : [])))];
    restrictedWorkload(this, {
      ...exporter,
      role: "exporter",
      replicas: 1,
      args: args?.map((arg) => (typeof arg === "string" ? arg : `${arg.flag}=${arg.file.path}`)),
      env: Object.entries(environment).map(([variable, value]) => environmentVariable(variable, value)),
      config: files,
      credentials,
      sidecars: reloadPath === undefined ? [] : [reloader(`http://127.0.0.1:${exporter.port}${reloadPath}`, credentials.map(secretFolder))],
      probes: probesOf(healthPath === undefined ? { tcpSocket: { port } } : { httpGet: { path: healthPath, port } }),
      user,
    });
  }
}

const keysOf = ({ keys, composed = {} }: Credential): string[] => [...Object.keys(keys), ...Object.keys(composed)];

function environmentVariable(name: string, value: string | SecretKey | SecretFile): EnvVar {
  if (typeof value === "string") return { name, value };
  if ("path" in value) return { name, value: value.path };
  return { name, valueFrom: { secretKeyRef: { name: value.credential.name, key: value.key } } };
}

/** What would keep the pod from starting, or its configuration from being read. */
function problemsOf(exporter: Exporter): string[] {
  const { name, namespace, args, files = {} } = exporter;
  const ofSecrets = secretsOf(exporter).flatMap(({ credential, key }) => [
    ...(keysOf(credential).includes(key)
      ? []
      : [`credential "${credential.name}" has no key "${key}"; use one of: ${keysOf(credential).join(", ")}`]),
    ...(credential.namespace === namespace
      ? []
      : [
          `credential "${credential.name}" is in namespace "${credential.namespace}", where no pod of "${namespace}" reads it; declare it in "${namespace}"`,
        ]),
  ]);
  const told = JSON.stringify([args, exporter.environment]);
  const names = Object.keys(files);
  const isTold = names.some((file) => told.includes(`${configPath(name)}/${file}`)) || told.includes(`${configPath(name)}"`);
  const ofFiles =
    names.length === 0 || isTold
      ? []
      : [`nothing tells it of its files in ${configPath(name)}; name one, or the folder, in an argument or a variable`];
  return [...ofSecrets, ...ofFiles];
}
