/**
 * A Kubernetes API server without a cluster: etcd and kube-apiserver on loopback. No controller runs, so nothing starts; it is the
 * judge of manifests, and a place for objects in chosen states.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Agent, request as httpsRequest } from "node:https";
import { join } from "node:path";
import { z } from "zod";
import { freePort } from "../free-port";
import { readCustomResources } from "./custom-resource";
import { type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";

export interface Reply {
  readonly status: number;
  /** The parsed JSON, or the text when it is none. */
  readonly body: unknown;
  /** The texts of the Warning headers. */
  readonly warnings: readonly string[];
}

export interface Verdict {
  /** 200 or 201: accepted. A field that the schema doesn't know is answered with 500, so read the message. */
  readonly status: number;
  /** Why it was refused; empty when accepted. */
  readonly message: string;
  readonly warnings: readonly string[];
  /** The object as it is stored, or would be; undefined when refused. */
  readonly result?: unknown;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

export interface ApiServer {
  readonly url: string;
  /** A bearer token of a cluster administrator. */
  readonly token: string;
  /** For clients that read a kubeconfig, with the same rights. */
  readonly kubeconfigFile: string;
  /** The authority behind the server's certificate. */
  readonly certificateFile: string;
  /** A kubeconfig of somebody else. */
  kubeconfigOf(token: string): string;
  readonly pids: readonly number[];
  /** @param path absolute, with query */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Reply>;
  /** Objects of a namespace are refused until it is there, also in a dry run. Later calls add labels. */
  ensureNamespace(name: string, labels?: Readonly<Record<string, string>>): Promise<void>;
  /** Registers every schema of a folder such as shared/crds, and returns when their resources can be used. */
  registerCrds(folder: string): Promise<void>;
  /** Server-side apply as the CD tool does it, with strict fields. Without a namespace the object goes to `default`. */
  apply(manifest: Manifest): Promise<Verdict>;
  /** The same without storing anything. */
  dryRunApply(manifest: Manifest): Promise<Verdict>;
  output(): string;
  stop(): Promise<void>;
}

const resourceList = z.object({ resources: z.array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean() })) });
type Resource = z.infer<typeof resourceList>["resources"][number];
const failure = z.object({ message: z.string() });

export async function startApiServer(): Promise<ApiServer> {
  const folder = temporaryFolder();
  const etcd = await startEtcd(folder);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const token = randomBytes(16).toString("hex");
  const certificateFile = join(folder, "apiserver.crt");
  const connection = connect(url, token, certificateFile);
  const server = await startKubeApiServer(
    folder,
    etcd.url,
    port,
    token,
    async () => (await connection.request("GET", "/readyz")).status === 200,
  ).catch(async (error) => {
    await etcd.stop();
    throw error;
  });
  const { request } = connection;

  const known = new Map<string, readonly Resource[]>();
  const discover = async (apiVersion: string): Promise<readonly Resource[]> => {
    const found = known.get(apiVersion);
    if (found) return found;
    const { status, body } = await request("GET", apiPath(apiVersion));
    if (status !== 200) return [];
    const resources = resourceList.parse(body).resources.filter(({ name }) => !name.includes("/"));
    known.set(apiVersion, resources);
    return resources;
  };
  const applyWith = async ({ dryRun }: { dryRun: boolean }, manifest: Manifest): Promise<Verdict> => {
    const { apiVersion, kind, metadata } = manifest;
    const resource = (await discover(apiVersion)).find((one) => one.kind === kind);
    if (resource === undefined) return { status: 404, message: `the server has no resource for ${apiVersion} ${kind}`, warnings: [] };
    const namespace = resource.namespaced ? `/namespaces/${metadata.namespace ?? "default"}` : "";
    const query = `fieldManager=belfry&fieldValidation=Strict&force=true${dryRun ? "&dryRun=All" : ""}`;
    const path = `${apiPath(apiVersion)}${namespace}/${resource.name}/${encodeURIComponent(metadata.name)}?${query}`;
    const { status, body, warnings } = await request("PATCH", path, manifest, "application/apply-patch+yaml");
    if (status < 300) return { status, message: "", warnings, result: body };
    return { status, message: failure.safeParse(body).data?.message ?? String(body), warnings };
  };
  const applyOrThrow = async (manifest: Manifest): Promise<void> => {
    const { status, message } = await applyWith({ dryRun: false }, manifest);
    if (status >= 300) throw new Error(`the API server refused ${manifest.kind} ${manifest.metadata.name} with ${status}: ${message}`);
  };

  return {
    url,
    token,
    kubeconfigFile: writeKubeconfig(url, token, certificateFile),
    certificateFile,
    kubeconfigOf: (other) => writeKubeconfig(url, other, certificateFile),
    pids: [server.pid, etcd.pid],
    request,
    ensureNamespace: (name, labels = {}) => {
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels } };
      return applyOrThrow(namespace);
    },
    registerCrds: async (crdFolder) => {
      const customResources = readCustomResources(crdFolder);
      for (const { definition } of customResources) await applyOrThrow(definition);
      for (const { group, version, plural } of customResources) {
        const apiVersion = `${group}/${version}`;
        await waitUntil(
          async () => {
            if ((await discover(apiVersion)).some(({ name }) => name === plural)) return true;
            known.delete(apiVersion);
            return false;
          },
          () => `the API server does not serve ${plural} of ${apiVersion}`,
        );
      }
    },
    apply: (manifest) => applyWith({ dryRun: false }, manifest),
    dryRunApply: (manifest) => applyWith({ dryRun: true }, manifest),
    output: () => server.output(),
    stop: async () => {
      connection.close();
      // In this order: a server without its store waits for it.
      await server.stop();
      await etcd.stop();
    },
  };
}

async function startEtcd(folder: string): Promise<RunningEngine & { readonly url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const engine = await startProcess(
    "etcd",
    [
      `--data-dir=${join(folder, "etcd")}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
    ],
    { ready: `${url}/health` },
  );
  return { ...engine, url };
}

function startKubeApiServer(
  folder: string,
  etcdUrl: string,
  port: number,
  token: string,
  ready: () => Promise<boolean>,
): Promise<RunningEngine> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const keyFile = join(folder, "service-account.key");
  writeFileSync(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  const tokenFile = join(folder, "tokens.csv");
  writeFileSync(tokenFile, `${token},belfry,belfry,"system:masters"\n`, { mode: 0o600 });
  return startProcess(
    "kube-apiserver",
    [
      `--etcd-servers=${etcdUrl}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${port}`,
      `--cert-dir=${folder}`,
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${keyFile}`,
      `--service-account-signing-key-file=${keyFile}`,
      "--service-cluster-ip-range=10.96.0.0/16",
      `--token-auth-file=${tokenFile}`,
      "--authorization-mode=RBAC",
      "--allow-privileged=true",
      // No node will ever route to this server, and loopback is not a legal endpoint.
      "--endpoint-reconciler-type=none",
      // No controller makes the service accounts that this plugin would demand of every Pod.
      "--disable-admission-plugins=ServiceAccount",
    ],
    { ready },
  );
}

interface Connection {
  readonly request: ApiServer["request"];
  close(): void;
}

/** node:https rather than fetch, which can't be told a certificate authority. */
function connect(url: string, token: string, certificateFile: string): Connection {
  let agent: Agent | undefined;
  return {
    // The server signs a certificate for itself at its first start, so the file is not there before.
    request: (method, path, body, contentType = "application/json") => {
      agent ??= new Agent({ ca: readFileSync(certificateFile), keepAlive: true, maxSockets: 4 });
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": contentType }),
      };
      return new Promise((resolve, reject) => {
        const outgoing = httpsRequest(`${url}${path}`, { method, headers, agent }, (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("error", reject);
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, body: parse(text), warnings: warningsOf(response.rawHeaders) }),
          );
        });
        outgoing.on("error", reject);
        outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      });
    },
    close: () => agent?.destroy(),
  };
}

function apiPath(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** From the raw headers, because a text may hold the comma that joins the parsed ones: `299 - "text"`. */
function warningsOf(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders
    .filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "warning")
    .map((value) => value.replace(/^\d{3} \S+ "(.*)"$/s, "$1").replace(/\\(.)/g, "$1"));
}

/** Written as JSON, which every reader of YAML takes. */
function writeKubeconfig(server: string, token: string, certificateFile: string): string {
  const file = join(temporaryFolder(), "kubeconfig");
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "belfry", cluster: { server, "certificate-authority": certificateFile } }],
    users: [{ name: "belfry", user: { token } }],
    contexts: [{ name: "belfry", context: { cluster: "belfry", user: "belfry" } }],
    "current-context": "belfry",
  };
  writeFileSync(file, JSON.stringify(kubeconfig), { mode: 0o600 });
  return file;
}
