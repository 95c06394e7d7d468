import { type RawData, WebSocket } from "ws";
import { FORWARD } from "../../lib/logs/tap/live-sink";

/** The sink's own source takes no body of more than 100 MiB, and no record comes near this. */
const LONGEST_MESSAGE = 8 * 2 ** 20;
const HANDSHAKE_MS = 10_000;
/** Quiet for as long, it is asked whether it is there; quiet for twice as long, it is gone. */
const QUIET_MS = 15_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 10_000];

export interface Listener {
  readonly message: (text: string) => void;
  readonly opened: () => void;
  /** It was open before. It is tried again, unless this closes it. */
  readonly lost: (why: string) => void;
  /** It has never been open. */
  readonly refused: (why: string) => void;
}

/**
 * A connection to Vector's `websocket_server` sink, as its source has it (vectordotdev/vector src/sinks/websocket_server/sink.rs, August
 * 2026): any path is taken, no subprotocol is agreed on by default (a client that asks for one would be left without), `auth` is HTTP basic
 * authentication; with the `json` codec each event is a text message of its own, of which bytes that are no UTF-8 have been replaced, without
 * a batch, a frame or a newline; the sink sends no pings and answers ours; and it queues for each client what that does not read, without
 * a bound, so that this never stops reading.
 */
export class Connection {
  readonly #url: string;
  #socket: WebSocket | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #wasOpen = false;
  #isClosed = false;

  constructor(
    url: string,
    private readonly listener: Listener,
    private readonly quietMs = QUIET_MS,
  ) {
    this.#url = url;
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    // no farewell is waited for
    this.#socket?.terminate();
  }

  #connect(): void {
    const socket = new WebSocket(this.#url, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LONGEST_MESSAGE,
      perMessageDeflate: false,
      // a message that is no UTF-8 is one that is not understood, and no reason to hang up
      skipUTF8Validation: true,
    });
    this.#socket = socket;
    let [isHeard, isAsked] = [true, false];
    let why = "it hung up";
    let watch: NodeJS.Timeout | undefined;
    const look = () => {
      if (isHeard) [isHeard, isAsked] = [false, false];
      else if (!isAsked) {
        isAsked = true;
        socket.ping();
      } else {
        why = `nothing came for ${(2 * this.quietMs) / 1000} s, not even the answer to a ping`;
        socket.terminate();
      }
    };
    socket.on("open", () => {
      watch = setInterval(look, this.quietMs);
      this.#wasOpen = true;
      this.listener.opened();
    });
    socket.on("pong", () => {
      isHeard = true;
    });
    socket.on("message", (message: RawData) => {
      isHeard = true;
      // after a farewell a few that have been read are still there
      if (!this.#isClosed) this.listener.message(String(message));
      // one that hangs up at once after its welcome is not asked again at once
      this.#pauseMs = FIRST_PAUSE_MS;
    });
    socket.on("error", (error) => {
      why = reasonOf(error);
    });
    socket.on("close", () => {
      clearInterval(watch);
      if (this.#isClosed) return;
      if (!this.#wasOpen) return this.listener.refused(why);
      if (watch !== undefined) this.listener.lost(why);
      if (this.#isClosed) return;
      this.#retry = setTimeout(() => this.#connect(), this.#pauseMs);
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }
}

/** What went wrong and how to mend it: the URL may hold a password, and stands in none of it. */
function reasonOf(error: NodeJS.ErrnoException): string {
  const [, status] = /^Unexpected server response: (\d+)$/.exec(error.message) ?? [];
  if (status === "401") return "it answers 401; write its user and password into the URL: ws://user:password@host:8082";
  if (status !== undefined) return `it answers ${status}, and is no live sink of a log router; correct the port`;
  if (error.code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") return `a message is longer than ${LONGEST_MESSAGE / 2 ** 20} MiB`;
  if (error.code === "ECONNREFUSED") return `nobody listens; forward the router's port first: ${FORWARD}`;
  if (error.code === "ECONNRESET")
    return `it hangs up at once; see that the router runs behind the forwarded port, and forward it again: ${FORWARD}`;
  return error.message || String(error.code ?? error.name);
}
