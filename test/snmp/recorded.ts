import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A walk of a device, as net-snmp printed it. */
export const recorded = (name: string): string => readFileSync(join(__dirname, `${name}.walk`), "utf8");

/** What is left of a walk without the lines that a pattern meets. */
export const without = (walk: string, pattern: RegExp): string =>
  walk
    .split("\n")
    .filter((line) => !pattern.test(line))
    .join("\n");
