import { readFileSync } from "node:fs";
import { messageOf } from "../../lib/message-of";
import { quote } from "../../lib/site/quote";
import { checkWalk, type WalkReport } from "../../lib/snmp/check-walk";
import type { SnmpModule } from "../../lib/snmp/module";
import { parseWalk } from "../../lib/snmp/walk";

export interface AskedWalk {
  readonly module: SnmpModule;
  readonly walk: string;
  readonly json?: boolean;
}

/** Prints what a module makes of a recorded walk: 1 says that something is missing, or that there is nothing to look at. */
export function checkRecorded({ module, walk: file, json = false }: AskedWalk): 0 | 1 {
  const { name } = module;
  const read = reportOf(module, file);
  if ("refused" in read) return refused(read.refused, json);
  const { report } = read;
  const isWhole = report.missing.length === 0;
  if (json) console.log(JSON.stringify({ ok: isWhole, module: name, ...report }, undefined, 2));
  else {
    const print = isWhole ? console.log : console.error;
    for (const line of report.missing) print(line);
    for (const line of report.notes) print(`  ${line}`);
    print(isWhole ? `${name}: all there, ${counted(report)}` : `${name}: ${report.missing.length} missing or wrong, ${counted(report)}`);
  }
  return isWhole ? 0 : 1;
}

function reportOf(module: SnmpModule, file: string): { readonly report: WalkReport } | { readonly refused: string } {
  const text = textOf(file);
  if (typeof text !== "string") return text;
  const walk = parseWalk(text);
  if (walk.untyped !== undefined) {
    return { refused: `${file} was recorded with ${walk.untyped}, which leaves out what each value is; use -On alone` };
  }
  const lines = [...(walk.cutOff === undefined || walk.values.length > 0 ? [] : [walk.cutOff]), ...walk.strange];
  const [strange] = lines.map(({ line, text }) => `line ${line}, ${quote(text.slice(0, 80))}, is none of snmpwalk -On`);
  if (walk.values.length === 0) {
    return { refused: `${file} holds no value${strange === undefined ? "" : ` (${strange})`}; record the walk with snmpwalk -On` };
  }
  const report = checkWalk(module, walk);
  const more = walk.strange.length > 1 ? `, and ${walk.strange.length - 1} more` : "";
  return { report: strange === undefined ? report : { ...report, notes: [...report.notes, `${strange}${more}: passed over`] } };
}

function textOf(file: string): string | { readonly refused: string } {
  try {
    return decoded(readFileSync(file === "-" ? 0 : file));
  } catch (error) {
    return { refused: `${file} can't be read: ${messageOf(error)}; name what snmpwalk -On printed` };
  }
}

/** PowerShell of Windows writes UTF-16 where it is told to write into a file, with a mark in front that tells the order of the bytes. */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return bytes.toString("utf16le");
  return first === 0xfe && second === 0xff ? new TextDecoder("utf-16be").decode(bytes) : bytes.toString("utf8");
}

function refused(why: string, json: boolean): 1 {
  if (json) console.log(JSON.stringify({ ok: false, refused: why }, undefined, 2));
  else console.error(why);
  return 1;
}

function counted({ found }: WalkReport): string {
  const samples = found.reduce((sum, { rows }) => sum + rows, 0);
  return `${found.length} series with ${samples} samples`;
}
