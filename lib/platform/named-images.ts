import type { Manifest } from "../gitops/manifest";
import type { Pin } from "../images/locked-images";
import type { KubernetesObject } from "../kubernetes/object";
import { type Container, type PodTemplate, templateOf } from "../kubernetes/pod-templates";
import { OPERATOR_REPOSITORIES } from "../metrics/operator";
import { OPERATOR_OBJECTS, type OperatorKind } from "../site/operator-name";
import { sortedKeys } from "../sorted-keys";

/*
 * Where objects of ours name an image: pods in their containers, resources of operators in fields of their own. What an operator or a chart chooses
 * for itself follows its release, and is no image of ours to name.
 */

type Fields = Readonly<Record<string, unknown>>;

/** An image that is named, and by what. */
export interface NamedImage {
  readonly manifest: Manifest;
  readonly reference: string;
}

export function namedImages(manifests: readonly Manifest[]): NamedImage[] {
  return manifests.flatMap((manifest) => {
    const found: NamedImage[] = [];
    withImages(manifest.object, (reference) => {
      found.push({ manifest, reference });
      return reference;
    });
    return found;
  });
}

/** The object, with each image that it names changed. */
export function withImages(object: KubernetesObject, pin: Pin): KubernetesObject {
  const { kind } = object;
  if (templateOf(object) !== undefined) return inTemplate(object, pin);
  if (OPERATOR_KINDS.has(kind)) return { ...object, spec: inOperatorSpec(kind, object.spec as Fields, pin) };
  if (LOGGING_KINDS.has(kind)) return { ...object, spec: inLogging(object.spec, pin) };
  const spec = (object.spec ?? {}) as Fields;
  const { imageName } = spec;
  // CloudNativePG reads the tag for the release, and takes a digest behind it
  return typeof imageName === "string" ? { ...object, spec: { ...spec, imageName: pin(imageName) } } : object;
}

function inTemplate(object: KubernetesObject, pin: Pin): KubernetesObject {
  const each = (containers: readonly Container[] | undefined) =>
    containers?.map((one) => (one.image === undefined ? one : { ...one, image: pin(one.image) }));
  const podSpec = (spec: PodTemplate["spec"]) => {
    const [containers, initContainers] = [each(spec.containers), each(spec.initContainers)];
    return { ...spec, ...(containers && { containers }), ...(initContainers && { initContainers }) };
  };
  const inside = (holder: Fields, [step, ...rest]: readonly string[]): Fields =>
    step === undefined ? podSpec(holder as PodTemplate["spec"]) : { ...holder, [step]: inside(holder[step] as Fields, rest) };
  const way = object.kind === "Pod" ? ["spec"] : object.kind === "CronJob" ? ["spec", "jobTemplate", "spec", "template", "spec"] : TEMPLATE;
  return inside(object, way) as KubernetesObject;
}

const TEMPLATE = ["spec", "template", "spec"];

const OPERATOR_KINDS: ReadonlySet<string> = new Set(Object.values(OPERATOR_OBJECTS));

/** The metrics operator's: it puts the tag behind a repository of its own choice. */
function inOperatorSpec(kind: string, spec: Fields, pin: Pin): Fields {
  const parts = (Object.keys(OPERATOR_OBJECTS) as OperatorKind[]).filter((part) => OPERATOR_OBJECTS[part] === kind);
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return inOperatorPart(only, spec, pin);
  const changed = parts.flatMap((part) => (spec[part] === undefined ? [] : [[part, inOperatorPart(part, spec[part] as Fields, pin)]]));
  return { ...spec, ...Object.fromEntries(changed) };
}

function inOperatorPart(kind: OperatorKind, spec: Fields, pin: Pin): Fields {
  const { image, configReloaderImage } = spec as { image?: { tag?: string }; configReloaderImage?: string };
  const tag = image?.tag === undefined ? undefined : pinnedTag(OPERATOR_REPOSITORIES[kind], image.tag, pin);
  const isUnread = kind === "vmalertmanager" && tag !== image?.tag;
  const pinned = {
    ...spec,
    ...(tag !== undefined && { image: { ...image, tag } }),
    ...(configReloaderImage !== undefined && { configReloaderImage: pin(configReloaderImage) }),
    ...(isUnread && { extraArgs: { ...STRICT_NAMES, ...(spec.extraArgs as Fields | undefined) } }),
  };
  // as the writer has them
  return isUnread ? sortedKeys(pinned) : pinned;
}

/** What the operator adds by itself where the tag is a version and nothing else (operator, factory/vmalertmanager addFeatureFlags). */
const STRICT_NAMES = { "enable-feature": "utf8-strict-mode" };

/**
 * The logging operator's: `{ repository, tag }`, put together with a colon. Not the tailers of hosts: for their arguments it reads a version behind
 * the last colon, and takes what is none for a release before 1.4.6 (logging-operator, extensionsconfig fluentBitConfigFilePath).
 */
const LOGGING_KINDS: ReadonlySet<string> = new Set(["Logging", "FluentbitAgent", "EventTailer"]);

function inLogging(value: unknown, pin: Pin): unknown {
  if (Array.isArray(value)) return value.map((one) => inLogging(one, pin));
  if (typeof value !== "object" || value === null) return value;
  const { repository, tag } = value as { repository?: unknown; tag?: unknown };
  if (typeof repository === "string" && typeof tag === "string") return { ...value, tag: pinnedTag(repository, tag, pin) };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLogging(one, pin)]));
}

/** The tag, and behind it the digest. */
const pinnedTag = (repository: string, tag: string, pin: Pin): string => pin(`${repository}:${tag}`).slice(repository.length + 1);
