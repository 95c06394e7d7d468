import pino, { type Logger } from "pino";
import type { LogLevel } from "./declaration";

export type { Logger };

/** JSON lines on standard output, with the level by name and the time as the aggregator reads it. */
export function createLog(service: string, level: LogLevel): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
