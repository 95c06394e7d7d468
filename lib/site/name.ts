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

const QUANTITY_UNITS = ["k", "M", "G", "T", "P", "E"];

/** The bytes of a quantity that has a unit. */
export function bytesOf(quantity: string): number {
  const [, unit = "", binary] = /([kKMGTPE])(i?)$/.exec(quantity) ?? [];
  return Number.parseFloat(quantity) * (binary === "i" ? 1024 : 1000) ** (QUANTITY_UNITS.indexOf(unit === "K" ? "k" : unit) + 1);
}

/** As {@link quantityFlaw}, of a volume for years of samples: 5Mi is a slip, and full within minutes. */
export function volumeFlaw(text: string): Flaw | undefined {
  const flaw = quantityFlaw(text);
  if (flaw !== undefined || bytesOf(text) >= 1e9) return flaw;
  return { wrong: "is too small to be meant (less than 1G)" };
}

/** A range would make the synthesized manifests depend on the day. */
export function versionFlaw(text: string): Flaw | undefined {
  const isExact = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/.test(text);
  return isExact ? undefined : { wrong: "is not an exact version (MAJOR.MINOR.PATCH)" };
}
