import { readFileSync } from "node:fs";

/** Memory of a running process in MiB: what it has, or the most it ever had. */
export function memoryMib(pid: number | undefined, which: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
