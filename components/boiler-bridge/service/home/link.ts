/** The connection to Home Assistant for as long as the service lives: opened for ever, watched by a heartbeat, its token read afresh at each attempt. */
import { Connection, type HaWebSocket } from "home-assistant-js-websocket";
import type { Clock } from "../../../../lib/service/clock";
import type { Logger } from "../../../../lib/service/log";
import { openSocket, TokenRefused } from "./socket";

/** Home Assistant bans addresses after repeated bad logins. */
const REFUSED_PAUSE_MS = 20_000;
const RETRY_STEP_MS = 1_000;
const RETRY_MAX_MS = 5_000;
/** A half-open connection says nothing by itself. */
const HEARTBEAT_MS = 30_000;
const PONG_LIMIT_MS = 10_000;

export interface Command {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A command without a result: whether it took effect is not known. */
export class ResultLost extends Error {}

export interface LinkOptions {
  readonly url: string;
  readonly token: () => string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Logged in, for the first time or again: subscriptions have to be made. */
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

export interface Link {
  readonly start: () => void;
  /** Rejects with Home Assistant's reason, or with ResultLost. */
  readonly call: (command: Command, limitMs: number) => Promise<unknown>;
  /** For the life of this connection only. Rejects when Home Assistant refuses it. */
  readonly subscribe: (command: Command, onEvent: (event: unknown) => void) => Promise<unknown>;
  /** Drops the connection and opens a new one. */
  readonly reconnect: () => void;
  readonly isConnected: () => boolean;
  readonly isRefused: () => boolean;
  readonly close: () => void;
}

export function createLink({ url, token, clock, log, onOpen, onLost }: LinkOptions): Link {
  let connection: Connection | undefined;
  let isRefused = false;
  let isClosed = false;
  let lastAttempt = Number.NEGATIVE_INFINITY;

  /** Settles with an open socket, or never when the link is closed: so the library never sees a failure, and never gives up. */
  async function open(): Promise<HaWebSocket> {
    for (let failures = 0; ; ) {
      const pause = isRefused ? REFUSED_PAUSE_MS : Math.min(Math.max(failures, 1) * RETRY_STEP_MS, RETRY_MAX_MS);
      const wait = lastAttempt + pause - clock.now();
      if (wait > 0) await clock.sleep(wait);
      if (isClosed) return new Promise(() => {});
      lastAttempt = clock.now();
      try {
        const { socket, version } = await openSocket(url, token());
        if (isClosed) socket.terminate();
        else {
          if (isRefused) log.info("Home Assistant takes the access token again");
          isRefused = false;
          // The socket of `ws` has all that the library uses of a browser's one.
          return Object.assign(socket, { haVersion: version }) as unknown as HaWebSocket;
        }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof TokenRefused) {
          if (!isRefused) log.error(reason);
          isRefused = true;
        } else if (failures === 0) log.warn({ reason }, "Home Assistant can't be reached; trying again");
        failures++;
      }
    }
  }

  async function run(): Promise<void> {
    const socket = await open();
    connection = new Connection(socket, { setupRetry: 0, createSocket: open });
    connection.addEventListener("ready", onOpen);
    connection.addEventListener("disconnected", onLost);
    onOpen();
    while (!isClosed) {
      await clock.sleep(HEARTBEAT_MS);
      const { socket: watched } = connection;
      if (isClosed || watched === undefined) continue;
      const isAlive = await within(connection.ping(), PONG_LIMIT_MS).then(
        () => true,
        () => false,
      );
      if (isAlive || isClosed || connection.socket !== watched) continue;
      log.warn("Home Assistant does not answer; opening a new connection");
      connection.reconnect(true);
    }
  }

  async function within<T>(result: Promise<T>, limitMs: number): Promise<T> {
    let isSettled = false;
    const late = clock.sleep(limitMs).then((): T => {
      // Not a rejection when it lost the race: nobody would handle it.
      if (isSettled) return undefined as never;
      throw new ResultLost(`no answer within ${limitMs / 1000} s`);
    });
    try {
      return await Promise.race([result, late]);
    } finally {
      isSettled = true;
      result.catch(() => {});
    }
  }

  return {
    start: () => void run(),
    call: async (command, limitMs) => {
      if (!connection?.connected) throw new Error("Home Assistant is away");
      try {
        return await within(connection.sendMessagePromise({ ...command }), limitMs);
      } catch (error) {
        throw readRejection(error);
      }
    },
    subscribe: async (command, onEvent) => {
      if (!connection?.connected) throw new ResultLost("Home Assistant is away");
      try {
        return await connection.subscribeMessage(onEvent, { ...command }, { resubscribe: false });
      } catch (error) {
        throw readRejection(error);
      }
    },
    reconnect: () => connection?.reconnect(true),
    isConnected: () => connection?.connected ?? false,
    isRefused: () => isRefused,
    close: () => {
      isClosed = true;
      connection?.close();
    },
  };
}

/** An error of Home Assistant with its code. */
export class HomeAssistantError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(`${message} (${code})`);
  }
}

/** The library rejects with Home Assistant's error object, or with its own message or number when the connection broke. */
function readRejection(error: unknown): Error {
  if (error instanceof Error) return error;
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string")
    return new HomeAssistantError(error.code, "message" in error ? String(error.message) : "refused");
  return new ResultLost("the connection broke before the result came");
}
