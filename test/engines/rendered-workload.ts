/**
 * Starts a container of a rendered workload as its pod would: with the arguments that the operator gave it. Only what belongs to a pod
 * is put in its place: its folders become temporary ones, its ports become free ones of loopback.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { KubernetesObject } from "../../lib/kubernetes/object";
import { freePort } from "../free-port";
import { type EngineName, type RunningEngine, startProcess, temporaryFolder } from "./engine";

const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).default([]),
  ports: z.array(z.looseObject({ name: z.string().optional(), containerPort: z.number() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
const workload = z.object({ spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }) }) });

export interface RenderedContainer extends z.infer<typeof container> {
  /** `<kind>/<name>` of the workload. */
  readonly workload: string;
}

/** The containers of every workload, without those that run only before it. */
export function renderedContainers(objects: readonly KubernetesObject[]): RenderedContainer[] {
  return objects
    .filter(({ kind }) => kind === "Deployment" || kind === "StatefulSet" || kind === "DaemonSet")
    .flatMap((object) =>
      workload.parse(object).spec.template.spec.containers.map((one) => ({ ...one, workload: `${object.kind}/${object.metadata.name}` })),
    );
}

/** The programs that can be had, by the name of the container that runs them. */
const PROGRAMS: Readonly<Record<string, EngineName>> = {
  vmsingle: "victoria-metrics-1.150",
  vmagent: "vmagent-1.150",
  vmalert: "vmalert-1.150",
  vmauth: "vmauth-1.150",
  alertmanager: "alertmanager",
};

/** No registry has these: their arguments are read by nobody here. */
export const UNAVAILABLE: ReadonlySet<string> = new Set(["vmselect", "vminsert", "vmstorage", "config-reloader"]);

export const programOf = ({ name }: RenderedContainer): EngineName | undefined => PROGRAMS[name];

export interface ContainerFiles {
  /** Contents by their paths in the container. */
  readonly [path: string]: string;
}

export interface StartedContainer extends RunningEngine {
  readonly url: string;
  /** As they were given to the program. */
  readonly args: readonly string[];
}

/** Of either family; that of IPv6 as a pod's address would be written in a URL. */
export type Loopback = "127.0.0.1" | "[::1]";

/** @throws with the program's last words when it refuses its arguments or its configuration. */
export async function startContainer(
  one: RenderedContainer,
  files: ContainerFiles,
  loopback: Loopback = "127.0.0.1",
): Promise<StartedContainer> {
  const program = programOf(one);
  if (program === undefined) throw new Error(`container "${one.name}" of ${one.workload}: its program is not among the engines`);
  const root = temporaryFolder();
  const local = (path: string): string => join(root, path);
  for (const { mountPath } of one.volumeMounts) mkdirSync(local(mountPath), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(local(path), ".."), { recursive: true });
    writeFileSync(local(path), text);
  }
  const ports = new Map<number, number>();
  for (const { containerPort } of one.ports) ports.set(containerPort, await freePort());
  const [web] = ports.values();
  const paths = one.volumeMounts.map(({ mountPath }) => mountPath).toSorted((a, b) => b.length - a.length);
  const args = one.args.map((argument) => {
    const path = paths.find((mountPath) => argument.includes(mountPath));
    const placed = path === undefined ? argument : argument.replace(path, local(path));
    // `:8429`, or with the pod's address before it; a port behind a host name is somebody else's.
    return placed.replace(/=(?:\[\$\(POD_IP\)\])?:(\d+)$/, (_, port: string) => `=${loopback}:${ports.get(Number(port)) ?? port}`);
  });
  const url = `http://${loopback}:${web}`;
  const engine = await startProcess(program, args, { ready: `${url}${one.name === "alertmanager" ? "/-/ready" : "/health"}` });
  return { ...engine, url, args };
}
