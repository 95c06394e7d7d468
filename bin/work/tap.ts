import { parseEvent } from "../../lib/logs/tap/event";
import { type AskedEvents, filterOf } from "../../lib/logs/tap/filter";
import { eventLine } from "../../lib/logs/tap/line";
import { visibleJson } from "../../lib/logs/tap/visible";
import { counted, TapWindow } from "../../lib/logs/tap/window";
import { Connection } from "../tap/connection";
import { Output } from "../tap/output";

export interface AskedTap extends AskedEvents {
  readonly url: string;
  /** Seconds. */
  readonly window: number;
  readonly once?: boolean;
  readonly json?: boolean;
  readonly colour: boolean;
}

/** Of UTF-16 code units: a terminal that stands still costs no more. */
const MAX_WAITING = 16 * 2 ** 20;
/** Of a terminal that does not tell. */
const USUAL_COLUMNS = 80;

/**
 * Prints the events of a router that match, as they come: 0 when it is told to end, when its reader leaves or when one window is over,
 * 1 when the router is not there or nothing can be written.
 */
export async function tap({ url, window: seconds, once = false, json = false, colour, ...asked }: AskedTap): Promise<0 | 1> {
  const { stdout } = process;
  const columns = stdout.isTTY ? () => stdout.columns || USUAL_COLUMNS : undefined;
  const isColoured = colour && stdout.isTTY && !process.env.NO_COLOR;
  const where = withoutPassword(url);
  const matches = filterOf(asked);
  const now = () => performance.now();
  const window = new TapWindow({ seconds, maxWaiting: MAX_WAITING }, now);
  let strange = 0;

  let end: (status: 0 | 1) => void = () => {};
  const ended = new Promise<0 | 1>((resolve) => {
    end = resolve;
  });
  const output = new Output(window, {
    fd: stdout.fd,
    now,
    columns,
    status: () => {
      const { seen, matched } = window.recent;
      return `last ${seconds} s: ${counted(seen)}, ${matched} matched`;
    },
    failed: (error) => {
      // the reader has left, such as head
      if (error.code !== "EPIPE") console.error(`standard output can't be written: ${error.message}`);
      end(error.code === "EPIPE" ? 0 : 1);
    },
  });

  const message = (text: string) => {
    const event = parseEvent(text);
    if (event === undefined) {
      if (strange++ === 0) output.notice(`${where}: a message is no event (no JSON object), and so may be others: passed over`);
      return;
    }
    if (!matches(event)) return window.add();
    window.add(json ? visibleJson(text) : eventLine(event, text, { columns: columns?.(), colour: isColoured, arrivedAt: Date.now() }));
    output.pump();
  };
  let lostAt: number | undefined;
  let over: NodeJS.Timeout | undefined;
  const connection = new Connection(url, {
    message,
    opened: () => {
      if (lostAt !== undefined)
        output.notice(`${where}: connected again after ${Math.ceil((now() - lostAt) / 1000)} s; what came meanwhile is not shown`);
      else if (once) over = setTimeout(() => end(0), seconds * 1000);
    },
    lost: (why) => {
      lostAt = now();
      output.notice(`${where}: the connection is lost (${why}); ${once ? "the window is not whole" : "it is tried again until Ctrl-C"}`);
      if (once) end(1);
    },
    refused: (why) => {
      output.notice(`${where}: ${why}`);
      end(1);
    },
  });
  const interrupted = () => end(0);
  // once: who asks again does not want to wait for a reader that stands still
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);

  const status = await ended;
  clearTimeout(over);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, interrupted);
  connection.close();
  await output.end();
  const { seen, matched } = window.total;
  const more = strange === 0 ? "" : `, and ${strange} messages that are none`;
  if (seen + strange > 0 || status === 0) console.error(`${counted(seen)}, ${matched} matched${more}`);
  return status;
}

function withoutPassword(text: string): string {
  const url = new URL(text);
  Object.assign(url, { username: "", password: "" });
  return url.href;
}
