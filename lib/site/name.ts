import { isAddress } from "../address";
import type { Flaw } from "./field";

/** RFC 1123, as Kubernetes reads it: what a namespace or a Service may be called. */
export function isDnsLabel(text: string): boolean {
  return text.length <= 63 && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(text);
}

export function isDnsName(text: string): boolean {
  return text.length <= 253 && !isAddress(text) && text.split(".").every(isDnsLabel);
}

export function dnsLabelFlaw(text: string): Flaw | undefined {
  return isDnsLabel(text) ? undefined : { wrong: "is not a DNS label (lower-case letters, digits and inner dashes, 63 at most)" };
}

export function dnsNameFlaw(text: string): Flaw | undefined {
  return isDnsName(text) ? undefined : { wrong: "is not a DNS name (lower-case labels with dots between them)" };
}

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

export function revisionFlaw(text: string): Flaw | undefined {
  const isRevision = /^[A-Za-z0-9][A-Za-z0-9._/-]*$/.test(text) && !text.includes("..") && !/[/.]$/.test(text);
  return isRevision ? undefined : { wrong: "is not a branch, tag or commit" };
}

export function folderFlaw(text: string): Flaw | undefined {
  const isFolder = text.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^\.+$/.test(part));
  return isFolder ? undefined : { wrong: "is not a folder inside the repository (no slash at either end, no ..)" };
}

/** An id of the status page's API: short, and safe in a path. */
export function pageIdFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not an id of the status page (letters, digits, - and _)" };
}

/** The identifier of a gateway, as the vendor's app shows it: one segment of a path. */
export function gatewayFlaw(text: string): Flaw | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? undefined : { wrong: "is not a gateway's identifier (letters, digits, - and _)" };
}

/** The value of the header User-Agent, sent as it stands. */
export function userAgentFlaw(text: string): Flaw | undefined {
  const isAgent = /^[!-~]+( [!-~]+)*$/.test(text) && text.length <= 200;
  return isAgent ? undefined : { wrong: "is not a user agent (printable ASCII, single spaces, 200 characters at most)" };
}

/** An entity of Home Assistant that a domain holds. */
export function entityFlaw(domain: string): (text: string) => Flaw | undefined {
  const form = new RegExp(`^${domain}\\.[a-z0-9]+(_[a-z0-9]+)*$`);
  return (text) => (form.test(text) ? undefined : { wrong: `is not an entity of Home Assistant (${domain}.<name>)` });
}
