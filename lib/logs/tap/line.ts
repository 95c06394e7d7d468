import { fieldOf, type TapEvent, textAt, textOf } from "./event";
import { cellsOf, fitted, visible } from "./visible";

export interface Shown {
  /** Longer lines are cut. @default - no line is cut */
  readonly columns?: number;
  readonly colour: boolean;
  /** In milliseconds since the epoch, for an event that has no time. */
  readonly arrivedAt: number;
}

/** ECMA-48 select graphic rendition. */
const [DIM, RED, GREEN, YELLOW, CYAN, MAGENTA, BOLD_RED] = ["2", "31", "32", "33", "36", "35", "1;31"];
const COLOURS: Readonly<Record<string, string>> = { trace: DIM, debug: CYAN, info: GREEN, warn: YELLOW, error: RED, fatal: BOLD_RED };

/**
 * An event on one line: local time, level, namespace/pod, container (service), text.
 * @param message what it came as, shown of an event without a text
 */
export function eventLine(event: TapEvent, message: string, { columns = Number.POSITIVE_INFINITY, colour, arrivedAt }: Shown): string {
  const level = textAt(event, "log_level") ?? "";
  const levelColour = Object.hasOwn(COLOURS, level) ? COLOURS[level] : undefined;
  const [place, container] = originOf(event);
  const parts: [string, string | undefined][] = [
    [timeOf(event, arrivedAt), DIM],
    [level.padEnd(5), levelColour],
    [place, CYAN],
    [container, MAGENTA],
    [(textOf(event) ?? message).replace(/[\n\r]+$/, ""), undefined],
  ];
  let [line, left] = ["", columns];
  for (const [text, style] of parts) {
    if (text === "" || left <= 0) continue;
    const blank = line === "" ? "" : " ";
    // each of its characters takes a cell at least, and two code units at most
    const shown = fitted(visible(text.slice(0, left * 2 + 2)), left - blank.length);
    if (left < Number.POSITIVE_INFINITY) left -= cellsOf(shown) + blank.length;
    line += blank + (colour && style !== undefined ? `\x1b[${style}m${shown}\x1b[0m` : shown);
  }
  return line;
}

/** Namespace and pod, container and service: of what is no pod's, the service alone. */
function originOf(event: TapEvent): [string, string] {
  const namespace = textAt(event, "kubernetes", "namespace_name") ?? textAt(event, "namespace");
  const pod = textAt(event, "kubernetes", "pod_name") ?? textAt(event, "pod");
  const container = textAt(event, "kubernetes", "container_name") ?? textAt(event, "container");
  const service = textAt(event, "service_name");
  const place = [namespace, pod].filter((name) => name !== undefined).join("/");
  if (container === undefined) return [place, service ?? ""];
  return [place, service === undefined || service === container ? container : `${container} (${service})`];
}

/** Its own time where it has one: `_timestamp`, in microseconds since the epoch, is what the store has. */
function timeOf(event: TapEvent, arrivedAt: number): string {
  const stored = fieldOf(event, ["_timestamp"]);
  const time = new Date(typeof stored === "number" ? stored / 1000 : Date.parse(textAt(event, "time") ?? textAt(event, "timestamp") ?? ""));
  const shown = Number.isNaN(time.getTime()) ? new Date(arrivedAt) : time;
  const two = (n: number) => String(n).padStart(2, "0");
  const clock = [shown.getHours(), shown.getMinutes(), shown.getSeconds()].map(two).join(":");
  return `${clock}.${String(shown.getMilliseconds()).padStart(3, "0")}`;
}
