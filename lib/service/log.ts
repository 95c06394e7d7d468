import pino, { type Logger } from "pino";
import type { LogLevel } from "./declaration";

export type { Logger };

/** Of lines that can't be written, such as on a full disk, so many characters are kept for later; the rest is dropped. */
const MAX_KEPT = 64 * 1024;

/** JSON lines on standard output, with the level by name and the time as the aggregator reads it. */
export function createLog(service: string, level: LogLevel): Logger {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_KEPT });
  // A service is worth more than its log: by default the first line that can't be written ends the process, or hangs it.
  output.on("error", () => {});
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    output,
  );
}
