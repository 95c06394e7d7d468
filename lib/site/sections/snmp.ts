import { isAddress } from "../../address";
import { canonical, device, devices } from "../device";
import type { Contradiction, DraftOf } from "../draft";
import { type Flaw, listOf, section, text } from "../field";
import { type Inside, outsideAddress } from "../outside-url";
import { quote } from "../quote";

// an address is the `instance` of its samples, which rules name
const keys = {
  snmp: section({
    switches: devices("192.168.10.2"),
    instant_access_points: devices("192.168.10.3"),
    access_points: devices("192.168.10.6"),
    servers: devices("192.168.10.21"),
    silent_access_points: listOf(
      section({
        name: text("attic", nameFlaw),
        switch: device("192.168.10.2"),
        port: text("Gi1/0/7", nameFlaw),
      }),
      { example: "- { name: attic, switch: 192.168.10.2, port: Gi1/0/7 }", minimum: 1 },
    ).optional(),
  }).optional(),
};

/** The devices that are asked over SNMP. A place may do without. */
export const snmp = { keys, contradictions };

/** The keys that list devices, each a class of them. */
export const DEVICE_CLASSES = ["switches", "instant_access_points", "access_points", "servers"] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

function contradictions({ snmp, ...site }: DraftOf<typeof keys> & Inside): Contradiction[] {
  if (snmp === undefined) return [];
  const listed = DEVICE_CLASSES.flatMap((key) =>
    (snmp[key] ?? []).map((value, index) => ({ key, index, value: value && canonical(value) })),
  );
  const isNothing = DEVICE_CLASSES.every((key) => snmp[key] === undefined);
  return [
    ...(isNothing
      ? [{ path: ["snmp"], message: `lists no device; write one of ${DEVICE_CLASSES.join(", ")}, or leave the section out` }]
      : []),
    ...listed.flatMap(({ key, index, value }, at) => {
      const path = ["snmp", key, index];
      const twin = listed.slice(0, at).find((other) => other.key !== key && other.value !== undefined && other.value === value);
      if (twin === undefined) return outsideAddress({ path, value }, site);
      return [{ path, message: `${quote(value)} is in snmp.${twin.key} too; list each device where it belongs, once` }];
    }),
    ...(snmp.silent_access_points ?? []).flatMap((point, index) => silentMistakes(point, index, snmp)),
  ];
}

type SnmpDraft = NonNullable<DraftOf<typeof keys>["snmp"]>;
type SilentDraft = NonNullable<SnmpDraft["silent_access_points"]>[number];

function silentMistakes(
  { name, switch: at }: SilentDraft,
  index: number,
  { switches = [], silent_access_points: all = [] }: SnmpDraft,
): Contradiction[] {
  const path = ["snmp", "silent_access_points", index];
  const isTwin = name !== undefined && all.slice(0, index).some((other) => other.name === name);
  const own = at && canonical(at);
  // one that can't be read may be the very switch
  const isKnown = own === undefined || !isAddress(own) || switches.some((one) => one === undefined || canonical(one) === own);
  return [
    ...(isTwin ? [{ path: [...path, "name"], message: `${quote(name)} is the name of two; give each its own` }] : []),
    ...(isKnown
      ? []
      : [
          {
            path: [...path, "switch"],
            message: `${quote(at)} is not in snmp.switches, so nobody asks it; add it there, or name the switch that the access point hangs on`,
          },
        ]),
  ];
}

/** A name that a device or a person gave: it is compared as it stands. */
function nameFlaw(text: string): Flaw | undefined {
  const isName = text.length <= 64 && text.trim() === text && /^[^\p{C}]+$/u.test(text);
  return isName ? undefined : { wrong: "is not a name (1 to 64 signs on one line, without blanks at its ends)" };
}
