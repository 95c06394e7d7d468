/*
 * What `snmpwalk -On` prints, as people send it: one line for a value (`.1.3.6.1.2.1.2.2.1.8.1 = INTEGER: up(1)`), more where a text or a
 * row of octets goes on. net-snmp 5.9.3, snmplib/mib.c.
 */

export type ValueKind = "number" | "text" | "other";

export interface WalkedValue {
  /** Without a dot in front. */
  readonly oid: string;
  /** As it was printed: INTEGER, Counter64, STRING, ... */
  readonly type: string;
  readonly kind: ValueKind;
  /** From 1. */
  readonly line: number;
}

export interface Walk {
  readonly values: readonly WalkedValue[];
  /** Lines that are no part of a walk. */
  readonly strange: readonly { readonly line: number; readonly text: string }[];
}

/** An OID in digits, or with the first of its words, which snmpwalk prints where it knows no more. */
const VALUE = /^\.?(?:iso|1)((?:\.\d+)+)\s*=\s*(.*)$/s;
/** By its words, which -On leaves out. */
const NAMED = /^[\w-]+::\S+\s*=|^\.?iso\.[a-z]\S*\s*=/i;
/** There is nothing at the place that was asked, or behind it. */
const NOTHING = /^No (?:Such (?:Instance|Object)|more variables)/i;
/** What the MIB would have there; what is there comes behind it. */
const WRONG_TYPE = /^Wrong Type \(should be [^)]*\):\s*/i;

const NUMBERS = new Set(
  "INTEGER Integer32 Counter Counter32 Counter64 Gauge Gauge32 Unsigned32 UInteger32 Timeticks TimeTicks Float Double UInt64 Int64".split(
    " ",
  ),
);
const TEXTS = new Set(["STRING", "Hex-STRING", "OctetString", "OCTET STRING", "BITS"]);

/** Reads a recorded walk; values that are not there are left out. */
export function parseWalk(text: string): Walk {
  const values: WalkedValue[] = [];
  const strange: { line: number; text: string }[] = [];
  let isOpen = false;
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((content, index) => {
      const line = index + 1;
      const [found, arcs = "", printed = ""] = VALUE.exec(content) ?? [];
      if (found !== undefined) {
        const value = readValue(printed.replace(WRONG_TYPE, ""));
        if (value !== undefined) values.push({ oid: `1${arcs}`, line, ...value });
        // a text in quotes goes on until they close; octets and texts without quotes until the next value
        isOpen = true;
      } else if (NAMED.test(content) || !isOpen) {
        if (content.trim() !== "") strange.push({ line, text: content });
        isOpen = false;
      }
    });
  return { values, strange };
}

function readValue(printed: string): Pick<WalkedValue, "type" | "kind"> | undefined {
  if (NOTHING.test(printed)) return undefined;
  // an empty text is printed without a type
  if (/^("")?\s*$/.test(printed)) return { type: "STRING", kind: "text" };
  const type = /^(?:Opaque:\s*)?([A-Za-z][\w -]*?):/.exec(printed)?.[1];
  if (type === undefined) return { type: "a value without a type", kind: "other" };
  return { type, kind: NUMBERS.has(type) ? "number" : TEXTS.has(type) ? "text" : "other" };
}
