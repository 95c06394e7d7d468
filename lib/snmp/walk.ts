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
  /** A text without a sign, or of blanks alone. */
  readonly isEmpty: boolean;
  /** From 1. */
  readonly line: number;
}

/** A line as it stands. */
export interface WalkLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface Walk {
  readonly values: readonly WalkedValue[];
  /** Where snmpwalk gave up: what the device has behind it is not there. @default - it went to the end */
  readonly cutOff?: WalkLine;
  /** It was recorded with this option, which leaves out what each value is. @default - values say what they are */
  readonly untyped?: "-OQ" | "-Oq";
  /** Other lines that are no part of a walk. */
  readonly strange: readonly WalkLine[];
}

/** An OID in digits, or with the first of its words, which snmpwalk prints where it knows no more. */
const VALUE = /^\.?(?:iso|1)((?:\.\d+)+)\s*=\s*(.*)$/s;
/** By its words, which -On leaves out. */
const NAMED = /^[\w-]+::\S+\s*=|^\.?iso\.[a-z]\S*\s*=/i;
/** An OID and a value with nothing between them, as -Oq prints them. */
const QUICK = /^\.?(?:iso|1)(?:\.\d+)+\s+(?!=)\S/;
const UNTYPED = "a value without a type";
/** There is nothing at the place that was asked, or behind it. */
const NOTHING = /^No (?:Such (?:Instance|Object)|more variables)/i;
/** What the MIB would have there; what is there comes behind it. */
const WRONG_TYPE = /^Wrong Type \(should be [^)]*\):\s*/i;
/** What snmpwalk says as it gives up, on its standard error, which people record as well. net-snmp 5.9.3, apps/snmpwalk.c. */
const GIVES_UP = /^(?:Timeout: No Response from |Error in packet|Error: OID not increasing|snmp(?:bulk)?walk: )/;

const NUMBERS = new Set(
  "INTEGER Integer32 Counter Counter32 Counter64 Gauge Gauge32 Unsigned32 UInteger32 Timeticks TimeTicks Float Double UInt64 Int64".split(
    " ",
  ),
);
const TEXTS = new Set(["STRING", "Hex-STRING", "OctetString", "OCTET STRING", "BITS"]);

/** Reads a recorded walk; values that are not there are left out. */
export function parseWalk(text: string): Walk {
  const values: WalkedValue[] = [];
  const strange: WalkLine[] = [];
  let cutOff: WalkLine | undefined;
  // a text in quotes goes on until they close, whatever it says; octets and texts without quotes until the next value
  let open: "no" | "yes" | "in quotes" = "no";
  text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .forEach((content, index) => {
      const line = index + 1;
      const [found, arcs = "", printed = ""] = VALUE.exec(content) ?? [];
      if (found !== undefined) {
        const value = readValue(printed.replace(WRONG_TYPE, ""));
        if (value !== undefined) values.push({ oid: `1${arcs}`, line, ...value });
        open = OPENS_QUOTES.test(printed) ? "in quotes" : "yes";
      } else if (open === "in quotes") {
        if (CLOSES_QUOTES.test(content)) open = "yes";
      } else if (GIVES_UP.test(content)) {
        cutOff ??= { line, text: content };
        open = "no";
      } else if (NAMED.test(content) || open === "no") {
        if (content.trim() !== "") strange.push({ line, text: content });
        open = "no";
      }
    });
  const untyped = recordedWithout(values, strange);
  return { values, strange, ...(cutOff !== undefined && { cutOff }), ...(untyped !== undefined && { untyped }) };
}

/** A text may look like a type, and an empty one has none by any option: what most values are decides. */
function recordedWithout(values: readonly WalkedValue[], strange: readonly WalkLine[]): Walk["untyped"] {
  if (strange.filter(({ text }) => QUICK.test(text)).length > values.length) return "-Oq";
  const untyped = values.filter(({ type }) => type === UNTYPED).length;
  return untyped > values.length / 2 ? "-OQ" : undefined;
}

/** Quotes within are printed behind a backslash, as is one of those. */
const OPENS_QUOTES = /^(?:STRING:\s*)?"(?:[^"\\]|\\.)*\\?$/;
const CLOSES_QUOTES = /^(?:[^"\\]|\\.)*"/;

function readValue(printed: string): Pick<WalkedValue, "type" | "kind" | "isEmpty"> | undefined {
  if (NOTHING.test(printed)) return undefined;
  // an empty text is printed without a type
  if (/^("")?\s*$/.test(printed)) return { type: "STRING", kind: "text", isEmpty: true };
  const [, type, value = ""] = /^(?:Opaque:\s*)?([A-Za-z][\w -]*?):(.*)$/s.exec(printed) ?? [];
  if (type === undefined) return { type: UNTYPED, kind: "other", isEmpty: false };
  const kind = NUMBERS.has(type) ? "number" : TEXTS.has(type) ? "text" : "other";
  return { type, kind, isEmpty: kind === "text" && /^\s*(?:"\s*")?\s*$/.test(value) };
}
