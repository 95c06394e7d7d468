/** An authenticated WebSocket to Home Assistant. The library's own opener needs a global WebSocket, has no limit for the login, and gives up for good on a refused token. */
import { WebSocket } from "ws";
import * as z from "zod/mini";

/** Connecting and logging in together. */
const OPEN_LIMIT_MS = 10_000;

/** Home Assistant answered that the access token is not valid. */
export class TokenRefused extends Error {
  constructor() {
    super("Home Assistant refuses the access token; create a long-lived token for an administrator and set it as HASS_TOKEN");
  }
}

const loginMessage = z.object({ type: z.string(), ha_version: z.optional(z.string()) });

/** `url` is Home Assistant's, as a browser opens it. Rejects when it is away, too slow or refuses the token. */
export function openSocket(url: string, token: string): Promise<{ socket: WebSocket; version: string }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/websocket`);
    const fail = (error: Error) => {
      clearTimeout(limit);
      // What a dying socket still says is of no interest, but without a listener it would end the process.
      socket.removeAllListeners();
      socket.on("error", () => {});
      socket.terminate();
      reject(error);
    };
    const limit = setTimeout(() => fail(new Error(`no login within ${OPEN_LIMIT_MS / 1000} s`)), OPEN_LIMIT_MS);
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("closed before the login was done")));
    socket.on("message", (text) => {
      const message = parseLogin(String(text));
      if (message?.type === "auth_required") socket.send(JSON.stringify({ type: "auth", access_token: token }));
      else if (message?.type === "auth_invalid") fail(new TokenRefused());
      else if (message?.type === "auth_ok") {
        clearTimeout(limit);
        socket.removeAllListeners();
        // After an error the socket closes, and closing is what the connection watches.
        socket.on("error", () => {});
        resolve({ socket, version: message.ha_version ?? "0.0.0" });
      } else fail(new Error("this is no Home Assistant: its login is not understood"));
    });
  });
}

function parseLogin(text: string): z.infer<typeof loginMessage> | undefined {
  try {
    return z.safeParse(loginMessage, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
