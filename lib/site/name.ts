import { isAddress } from "../address";
import { type Flaw, text } from "./field";

/** RFC 1123, as Kubernetes reads it: what a namespace or a Service may be called. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text);
}

export function isDnsName(text: string): boolean {
  return text.length <= 253 && !isAddress(text) && text.split(".").every(isDnsLabel);
}

function dnsLabelFlaw(text: string): Flaw | undefined {
  return isDnsLabel(text) ? undefined : { wrong: "is not a DNS label (lower-case letters, digits and inner dashes, 63 at most)" };
}

function dnsNameFlaw(text: string): Flaw | undefined {
  return isDnsName(text) ? undefined : { wrong: "is not a DNS name (lower-case labels with dots between them)" };
}

export const dnsLabel = (example: string) => text(example, dnsLabelFlaw);
export const dnsName = (example: string) => text(example, dnsNameFlaw);

/** Free words for humans, on one line because they end up in annotations and tables. */
export function lineFlaw(text: string): Flaw | undefined {
  if (text.trim() === "") return { wrong: "says nothing" };
  return text.length <= 200 && !/\p{C}/u.test(text) ? undefined : { wrong: "is not one line of at most 200 characters" };
}

/** The unit is required although Kubernetes allows none: a volume of 500 bytes is nobody's intention. */
export function quantityFlaw(text: string): Flaw | undefined {
  const isQuantity = /^\d{1,15}(\.\d{1,9})?(Ki|Mi|Gi|Ti|Pi|Ei|k|M|G|T|P|E)$/.test(text) && Number.parseFloat(text) > 0;
  return isQuantity ? undefined : { wrong: "is not a Kubernetes quantity with a unit (Mi, Gi, Ti, ...)" };
}

/** A range would make the synthesized manifests depend on the day. */
export function versionFlaw(text: string): Flaw | undefined {
  const isExact = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/.test(text);
  return isExact ? undefined : { wrong: "is not an exact version (MAJOR.MINOR.PATCH)" };
}
