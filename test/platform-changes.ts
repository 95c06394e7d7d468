/** Small pure changes to a platform, for what judges one. */
import type { Rule } from "../lib/alerts/rule";
import { ownAlerts } from "../lib/alerts/rule";
import type { Check } from "../lib/checks/check";
import { RUNBOOK_SECTIONS } from "../lib/checks/runbooks";
import type { Manifest } from "../lib/gitops/manifest";
import type { KubernetesObject } from "../lib/kubernetes/object";
import type { Platform } from "../lib/platform/platform";

/** The runbook page of an alert, with nothing wrong. */
export const pageOf = (alert: string): string =>
  [`# ${alert}\n`, ...RUNBOOK_SECTIONS.map((section) => `## ${section}\n\nWords.\n`)].join("\n");

/** The platform with a page for each of its alerts. */
export function withPages(built: Platform): Platform {
  const names = [
    ...ownAlerts(built.rules).map(({ rule }) => rule.name),
    ...built.detectors.map((detector) => detector.alert),
    ...built.logAlerts.map(({ name }) => name),
  ];
  const runbooks = { value: new Map(names.map((name) => [name, pageOf(name)])), enumerable: true };
  // by the descriptors: a spread would build the manifests
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(built), runbooks }) as Platform;
}

/** `ClusterFlow/postfix`; with the namespace in front where kind and name are not enough: `logging/NetworkPolicy/default-deny`. */
export type Id = string;

/** Changes to one platform, or to one that was changed already. */
export function changesOf(example: Platform) {
  function manifestOf(id: Id, { manifests }: Platform = example): Manifest {
    const found = manifests.find((manifest) => isCalled(manifest, id));
    if (!found) throw new Error(`the example holds no ${id}`);
    return found;
  }

  /** The platform with one field of one object set; `undefined` takes it away. */
  function change(id: Id, path: string | readonly Step[], value: unknown, base: Platform = example): Platform {
    const target = manifestOf(id, base);
    const steps = typeof path === "string" ? path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step)) : path;
    const object = put(target.object, steps, value) as KubernetesObject;
    return { ...base, manifests: base.manifests.map((manifest) => (manifest === target ? { ...manifest, object } : manifest)) };
  }

  /** The platform with an object more, in `dist/added/<name>.yml`. */
  function add(object: Pick<KubernetesObject, "kind"> & { readonly [field: string]: unknown }, base: Platform = example): Platform {
    const whole = { apiVersion: "v1", metadata: { name: "added", namespace: "monitoring" }, ...object };
    return { ...base, manifests: [...base.manifests, { bundle: "added", file: `added/${whole.metadata.name}.yml`, object: whole }] };
  }

  function remove(id: Id, base: Platform = example): Platform {
    const target = manifestOf(id, base);
    return { ...base, manifests: base.manifests.filter((manifest) => manifest !== target) };
  }

  /** The platform with rules more, in `rules/added.ts group "added"`. */
  function addRules(...rules: Rule[]): Platform {
    return { ...example, rules: [...example.rules, { area: "added", groups: [{ name: "added", rules }] }] };
  }

  return { manifestOf, change, add, remove, addRules };
}

function isCalled({ object: { kind, metadata } }: Manifest, id: Id): boolean {
  return id === `${kind}/${metadata.name}` || id === `${metadata.namespace}/${kind}/${metadata.name}`;
}

type Step = string | number;

function put(value: unknown, [step, ...rest]: readonly Step[], leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (typeof step === "number") {
    const items = (value ?? []) as readonly unknown[];
    return Object.assign([...items], { [step]: put(items[step], rest, leaf) });
  }
  const { [step]: old, ...others } = (value ?? {}) as Record<string, unknown>;
  const fresh = put(old, rest, leaf);
  return fresh === undefined ? others : { ...others, [step]: fresh };
}

/** What a check finds, in the words of its findings. */
export function whats(check: Check, platformOf: Platform): string[] {
  return check.run(platformOf).map(({ what }) => what);
}
