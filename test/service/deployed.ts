/** A service started as its rendered Deployment starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { platform } from "../../charts/platform";
import type { Manifest } from "../../lib/gitops/manifest";
import { dockerfile } from "../../lib/images/dockerfile";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import type { Container, PodTemplate } from "../../lib/kubernetes/pod-templates";
import type { Platform } from "../../lib/platform/platform";
import type { ServiceDeclaration } from "../../lib/service/declaration";
import { bundledService } from "../bundled";
import { exampleSite } from "../example";

/** No name is found and no call leaves the machine: a pod's environment names hosts of the cluster and of the internet. */
const NO_NETWORK = `
const dns = require("node:dns");
const { lookup } = dns;
dns.lookup = (host, options, callback = options) =>
  require("node:net").isIP(host) !== 0 ? lookup(host, options, callback) : process.nextTick(callback, Object.assign(new Error("no network in tests"), { code: "ENOTFOUND", hostname: host }));
`;

export interface Deployed {
  readonly service: ServiceDeclaration;
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has written. */
  readonly output: () => string;
}

/** The example, whose services call nobody: by a name, which is not found, where an address would be called. */
export function unheardPlatform(): Platform {
  const { boiler } = exampleSite();
  const unheard = { home_assistant_url: "http://home-assistant.smart-home.svc:8123", home_assistant_addresses: [] };
  return platform(exampleSite(boiler && { boiler: { ...boiler, ...unheard } }), new Map());
}

/**
 * Starts the bundle with the environment, the ConfigMap's files and the Secret's files of a Deployment, and nothing else. Translated are:
 * the folders that are mounted, into `root` (in the variables that name something in them); and the port, to a free one.
 *
 * @param more what the kubelet would add, and shorter times
 */
export function startDeployed(
  { manifests }: Platform,
  { object, service }: Manifest,
  root: string,
  port: number,
  stdout: "pipe" | number = "pipe",
  more: Readonly<Record<string, string>> = {},
): Deployed {
  if (!service) throw new Error(`${object.metadata.name} runs no declared service`);
  const { template } = object.spec as { template: PodTemplate };
  const [container] = template.spec.containers ?? [];
  if (!container) throw new Error(`${object.metadata.name} has no container`);
  const folders = mount(manifests, object, template, container, root);
  const files = join(root, "app");
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, "server.cjs"), bundledService(service.name));
  writeFileSync(join(files, "no-network.cjs"), NO_NETWORK);

  const translated = (value: string) =>
    folders.some((folder) => value === folder || value.startsWith(`${folder}/`)) ? join(root, value) : value;
  const env = Object.fromEntries((container.env ?? []).map(({ name, value = "" }) => [name, translated(value)]));
  expect(env).toHaveProperty("PORT", String(container.ports?.[0]?.containerPort));
  Object.assign(env, more, { PORT: String(port) });
  const child = spawn(process.execPath, ["--require", join(files, "no-network.cjs"), ...commandOf(service, files)], {
    env,
    cwd: "/",
    stdio: ["ignore", stdout, "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  return { service, url: `http://127.0.0.1:${port}`, child, output: () => output };
}

/** What the image gives its entrypoint, node, with the image's folder translated. */
function commandOf(service: ServiceDeclaration, folder: string): string[] {
  const command: string[] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile(service))?.[1] ?? "[]");
  return command.map((argument) => argument.replace("/app", folder));
}

/** Writes what is mounted below `root`, and says at which folders. */
function mount(
  manifests: readonly Manifest[],
  { metadata: { namespace } }: KubernetesObject,
  { spec: { volumes = [] } }: PodTemplate,
  { volumeMounts = [] }: Container,
  root: string,
): string[] {
  const objects = manifests.map(({ object }) => object).filter(({ metadata }) => metadata.namespace === namespace);
  return volumeMounts.map(({ name, mountPath }) => {
    const { configMap, secret } = volumes.find((volume) => volume.name === name) ?? {};
    const map = objects.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === configMap?.name);
    const external = objects.find(({ kind, metadata }) => kind === "ExternalSecret" && metadata.name === secret?.secretName);
    const { data: keys = [] } = (external?.spec ?? {}) as { data?: { secretKey: string }[] };
    const content = {
      ...((map?.data ?? {}) as Record<string, string>),
      ...Object.fromEntries(keys.map(({ secretKey }) => [secretKey, "secret\n"])),
    };
    mkdirSync(join(root, mountPath), { recursive: true });
    for (const [file, text] of Object.entries(content)) {
      mkdirSync(dirname(join(root, mountPath, file)), { recursive: true });
      writeFileSync(join(root, mountPath, file), text);
    }
    return mountPath;
  });
}

/** Settles when it is ready; fails with what it wrote when it ends before. */
export async function ready({ url, child, output, service }: Deployed): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${service.name} ended with ${child.exitCode}:\n${output()}`);
}
