import type { KubernetesObject } from "../kubernetes/object";
import { podTemplates } from "../kubernetes/pod-templates";
import { selects } from "../kubernetes/selector";
import { isOf, type Labels, type Workload } from "../network/workload";
import type { Platform } from "../platform/platform";
import { remembered, rememberedOf } from "../remembered";
import { type OperatorKind, operatorKind } from "../site/operator-name";

/** An object that a command asks for. What is in `<angle brackets>` the reader fills in: it is left out. */
export interface Asked {
  readonly namespace?: string;
  readonly kind: string;
  readonly name: string;
  /** Of `port-forward`. */
  readonly ports: readonly number[];
}

export interface KubectlCommand {
  readonly text: string;
  readonly namespace?: string;
  readonly asked: readonly Asked[];
  /** Kind and labels of `-l`. */
  readonly selected?: { readonly kind: string; readonly labels: Labels };
  /** What `create` makes of it, as `kind/name`. */
  readonly made?: string;
}

/** Every kubectl command in the code of a Markdown page. What one of them makes, the page's others need not find. */
export const kubectlCommands = remembered((page): readonly KubectlCommand[] => {
  const commands = codeOf(page).flatMap((code) => Array.from(code.matchAll(/\bkubectl [^|&;)\n]*/g), ([text]) => parse(text.trim())));
  const made = new Set(commands.map((command) => command.made));
  return commands.map((command) => ({ ...command, asked: command.asked.filter(({ kind, name }) => !made.has(`${kind}/${name}`)) }));
});

/** Blocks and spans; a line that goes on is one line. */
function codeOf(page: string): string[] {
  const blocks = Array.from(page.matchAll(/^ *```\w*\n([\s\S]*?)^ *```$/gm), ([, code = ""]) => code.replace(/\\\n\s*/g, ""));
  const prose = page.replace(/^ *```\w*\n[\s\S]*?^ *```$/gm, "");
  return [...blocks, ...Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code)];
}

const KINDS: Readonly<Record<string, string>> = {
  svc: "Service",
  deploy: "Deployment",
  pvc: "PersistentVolumeClaim",
  ns: "Namespace",
  networkpolicies: "NetworkPolicy",
  pv: "PersistentVolume",
  vpa: "VerticalPodAutoscaler",
  crd: "CustomResourceDefinition",
};

/** The kind as an object has it, of whatever a command calls it; kinds that are not ours stay as they are. */
function kindOf(word: string, platform: Platform): string {
  const short = word.split(".")[0] ?? "";
  return KINDS[short] ?? kindsOf(platform).get(short.toLowerCase()) ?? short;
}

/** Of all objects, and of what is made of them: by a command's words for them, which are one and several. */
const kindsOf = rememberedOf(({ manifests }: Platform): ReadonlyMap<string, string> => {
  const known = new Set([...manifests.map(({ object }) => object.kind), "Deployment", "StatefulSet", "DaemonSet", "Pod", "Secret"]);
  const words = (kind: string) => [kind.toLowerCase(), `${kind.toLowerCase()}s`];
  return new Map([...known].flatMap((kind) => words(kind).map((word) => [word, kind] as const)));
});

const TAKES_VALUE = new Set(["-n", "--namespace", "-l", "--selector", "-c", "-o", "-p", "-f", "--type"]);
const BY_KIND = new Set(["get", "describe", "delete", "patch", "annotate", "label", "wait", "scale", "rollout", "edit"]);
const BY_POD = new Set(["logs", "exec", "port-forward", "attach"]);

function parse(text: string): KubectlCommand {
  const words = text.match(/(?:'[^']*'|"[^"]*"|\S)+/g) ?? [];
  const options = new Map<string, string>();
  const plain: string[] = [];
  for (let at = 1; at < words.length && words[at] !== "--"; at++) {
    const word = words[at] ?? "";
    const [, long = "", value = ""] = /^(--[a-z]+)=(.*)$/.exec(word) ?? [];
    if (TAKES_VALUE.has(word)) options.set(word, words[++at] ?? "");
    else if (TAKES_VALUE.has(long)) options.set(long, value);
    else if (!word.startsWith("-")) plain.push(word);
  }
  const namespace = options.get("-n") ?? options.get("--namespace");
  const [verb = "", ...rest] = plain;
  const args = verb === "rollout" ? rest.slice(1) : rest;
  const ports = verb === "port-forward" ? args.slice(1).map((port) => Number(port.split(":").at(-1))) : [];
  const names = BY_POD.has(verb) ? [podName(args[0] ?? "")] : BY_KIND.has(verb) ? kindsAndNames(args) : [];
  const selector = options.get("-l") ?? options.get("--selector");
  const kind = BY_POD.has(verb) ? "Pod" : (args[0] ?? "");
  return {
    text,
    namespace,
    asked: names.filter(([, name]) => name !== "" && !name.includes("<")).map(([of, name]) => ({ namespace, kind: of, name, ports })),
    ...(selector !== undefined && { selected: { kind, labels: labelsIn(selector) } }),
    ...(verb === "create" && { made: args.slice(0, 2).join("/") }),
  };
}

function podName(word: string): [kind: string, name: string] {
  const [kind = "", name] = word.split("/");
  return name === undefined ? ["Pod", kind] : [kind, name];
}

function kindsAndNames([first = "", ...others]: readonly string[]): [kind: string, name: string][] {
  if (first.includes("/")) return [first, ...others].map(podName);
  return first.split(",").flatMap((kind) => others.map((name): [string, string] => [kind, name]));
}

function labelsIn(selector: string): Labels {
  return Object.fromEntries(selector.split(",").map((pair) => pair.split("=") as [string, string]));
}

/** What a command asks for that is not there at this site, in words. */
export function missingFrom(command: KubectlCommand, platform: Platform): string[] {
  const { namespace, asked, selected } = command;
  // what the reader fills in, nobody knows here
  if (namespace?.includes("<")) return [];
  if (namespace !== undefined && !namespaces(platform).has(namespace)) return [`no namespace "${namespace}"`];
  return [
    ...asked.flatMap((one) => missing({ ...one, kind: kindOf(one.kind, platform) }, platform)),
    ...(selected === undefined || isSelected(selected, namespace, platform)
      ? []
      : [`nothing with the labels ${describe(selected.labels)}`]),
  ];
}

const namespaces = rememberedOf(({ site, ...platform }: Platform): ReadonlySet<string> => {
  const others = (site.autoscaling?.workloads ?? []).map(({ namespace }) => namespace);
  return new Set([...Object.values(site.namespaces), ...platform.namespaces.map(({ name }) => name), ...others]);
});

function describe(labels: Labels): string {
  return Object.entries(labels)
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
}

function missing({ kind, name, namespace, ports }: Asked, platform: Platform): string[] {
  const found = thingsOf(platform).find((one) => {
    return one.kind === kind && (one.namespace === undefined || one.namespace === namespace) && isNamed(one.name, name);
  });
  if (found === undefined) return [`no ${kind} "${name}"${namespace === undefined ? "" : ` in namespace "${namespace}"`}`];
  return ports
    .filter((port) => found.ports !== undefined && !found.ports.includes(port))
    .map((port) => `no port ${port} of ${kind} "${name}"; it has ${found.ports?.join(", ")}`);
}

const isNamed = (have: string | RegExp, name: string): boolean => (typeof have === "string" ? have === name : have.test(name));

interface Thing {
  readonly kind: string;
  /** Without it: cluster-wide. */
  readonly namespace?: string;
  readonly name: string | RegExp;
  readonly ports?: readonly number[];
}

/** Our objects, and what is made of them: by External Secrets, by the metrics operator, by an upstream chart. */
const thingsOf = rememberedOf(({ manifests, workloads, charts }: Platform): readonly Thing[] => {
  return [
    ...manifests.flatMap(({ object }) => [ofObject(object, workloads), ...ofSecret(object)]),
    ...workloads.flatMap(ofWorkload),
    ...charts.flatMap(({ owns }) => owns),
  ];
});

function ofObject({ kind, metadata: { name, namespace }, spec }: KubernetesObject, workloads: readonly Workload[]): Thing {
  const own = workloads.find((one) => one.name === name && one.namespace === namespace);
  const { ports } = (spec ?? {}) as { ports?: { port: number }[] };
  if (kind === "Service") return { kind, namespace, name, ports: ports?.map(({ port }) => port) };
  return { kind, namespace, name, ports: own && Object.values(own.ports) };
}

function ofSecret({ kind, metadata: { namespace }, spec }: KubernetesObject): Thing[] {
  return kind === "ExternalSecret" ? [{ kind: "Secret", namespace, name: (spec as { target: { name: string } }).target.name }] : [];
}

/** What the operator makes of its objects: a StatefulSet has pods whose names are known. An agent in shards has several, none by its own name. */
const CONTROLLERS: Readonly<Partial<Record<OperatorKind, "Deployment" | "StatefulSet">>> = {
  vmsingle: "Deployment",
  vmalert: "Deployment",
  vmauth: "Deployment",
  vminsert: "Deployment",
  vmalertmanager: "StatefulSet",
  vmselect: "StatefulSet",
  vmstorage: "StatefulSet",
};

function ofWorkload({ name, namespace, ports, serves = [], madeBy }: Workload): Thing[] {
  if (madeBy === undefined || "upstream" in madeBy) return [];
  const kind = operatorKind(name);
  const controller = kind && CONTROLLERS[kind];
  return [
    ...serves.map(({ service, port }) => ({ kind: "Service", namespace, name: service, ports: [port] })),
    ...(controller === undefined ? [] : [{ kind: controller, namespace, name, ports: Object.values(ports) }]),
    ...(controller === "StatefulSet" ? [{ kind: "Pod", namespace, name: new RegExp(`^${name}-\\d+$`), ports: Object.values(ports) }] : []),
  ];
}

function isSelected({ kind, labels }: NonNullable<KubectlCommand["selected"]>, namespace: string | undefined, platform: Platform): boolean {
  const has = (own: Labels) => selects({ matchLabels: labels }, own);
  const { manifests, workloads } = platform;
  if (kindOf(kind, platform) !== "Pod") {
    return manifests.some(({ object }) => {
      return object.kind === kindOf(kind, platform) && object.metadata.namespace === namespace && has(object.metadata.labels ?? {});
    });
  }
  const own = podTemplates(manifests).some(({ manifest: { object }, template }) => {
    return object.metadata.namespace === namespace && has(template.metadata?.labels ?? {});
  });
  return own || workloads.some((one) => isOf({ ...one, pods: labels }, { namespace: namespace ?? "", labels: one.pods }));
}
