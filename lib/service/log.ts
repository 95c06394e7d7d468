import pino, { type Logger } from "pino";
import { oneOf, type Variable } from "./environment";

export type { Logger };

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const logLevel: Variable<LogLevel> = { help: "least severe log line that is written", ...oneOf(LOG_LEVELS), default: "info" };

/** JSON lines on standard output, with the level by name and the time as the aggregator reads it. */
export function createLog(service: string, level: LogLevel): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  });
}
