import { LEAST_BUFFER_BYTES, usableBytes } from "../buffer-volume";
import { canonical, devices } from "../device";
import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, section, text, wholeNumber } from "../field";
import { bytesOf, quantityFlaw, volumeFlaw } from "../name";
import { type Inside, outsideAddress } from "../outside-url";
import { quote } from "../quote";
import { STREAM_NAMES, type StreamName } from "../stream-names";

/** The kinds of devices that send syslog. */
export const SENDER_KINDS = ["router", "switches", "access_points", "nat64"] as const;
export type SenderKind = (typeof SENDER_KINDS)[number];

/** The store refuses 1 and 2, and 0 means its global setting. */
const LEAST_DAYS = 3;
const MOST_DAYS = 3650;

const retention = Object.fromEntries(STREAM_NAMES.map((name) => [name, wholeNumber(30, LEAST_DAYS, MOST_DAYS).optional()])) as Record<
  StreamName,
  ReturnType<ReturnType<typeof wholeNumber>["optional"]>
>;

const keys = {
  logs: section({
    organisation: text("default", organisationFlaw).optional(),
    buffer_volume: text("16Gi", bufferFlaw).optional(),
    retention_days: section(retention).optional(),
    syslog: section({
      port: wholeNumber(514, 1, 65535).optional(),
      router: devices("192.168.10.1"),
      switches: devices("192.168.10.2"),
      access_points: devices("192.168.10.3"),
      nat64: devices("192.168.164.2"),
    }).optional(),
  }).optional(),
};

/** What the log router is told of this place. It may do without. */
export const logs = { keys, contradictions };

function contradictions({ logs, ...site }: DraftOf<typeof keys> & Inside): Contradiction[] {
  const syslog = logs?.syslog;
  if (syslog === undefined) return [];
  const listed = SENDER_KINDS.flatMap((key) =>
    (syslog[key] ?? []).map((value, index) => ({ key, index, value: value && canonical(value) })),
  );
  const isNothing = SENDER_KINDS.every((key) => syslog[key] === undefined);
  return [
    ...(isNothing
      ? [{ path: ["logs", "syslog"], message: `lists no device; write one of ${SENDER_KINDS.join(", ")}, or leave the section out` }]
      : []),
    ...listed.flatMap(({ key, index, value }, at) => {
      const path = ["logs", "syslog", key, index];
      const twin = listed.slice(0, at).find((other) => other.key !== key && other.value !== undefined && other.value === value);
      if (twin === undefined) return outsideAddress({ path, value }, site);
      return [{ path, message: `${quote(value)} is in logs.syslog.${twin.key} too; list each device where it belongs, once` }];
    }),
  ];
}

/** Part of a URL (OpenObserve: letters, digits and _). */
function organisationFlaw(text: string): Flaw | undefined {
  return /^\w{1,64}$/.test(text) ? undefined : { wrong: "is not the name of an organisation (letters, digits and _, 64 at most)" };
}

/** Every stream has a buffer there, and none is smaller than the router takes. */
function bufferFlaw(text: string): Flaw | undefined {
  const flaw = quantityFlaw(text) ?? volumeFlaw(text);
  if (flaw !== undefined || usableBytes(bytesOf(text)) >= STREAM_NAMES.length * LEAST_BUFFER_BYTES) return flaw;
  return { wrong: `is too small for the router's ${STREAM_NAMES.length} buffers (256Mi each)`, remedy: "use 16Gi" };
}
