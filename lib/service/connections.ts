/** Bounds on a server's connections: how many there are, and how many requests one may have unanswered. */
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Requests of one connection that wait for their answers. Our clients send the next one when they have
 * the answer; one read of a pipelining client brings thousands, and each answer would wait in memory.
 */
const MAX_UNANSWERED = 4;

export class Connections {
  /** The unanswered requests of each. */
  readonly #unanswered = new Map<Socket, number>();
  /** Those without one, longest first. */
  readonly #idle = new Set<Socket>();

  constructor(private max: number) {}

  /**
   * Over the bound it closes the connection that has been without a request for longest, the new one when
   * all have some: connections that somebody opens and leaves alone must not keep a neighbour out.
   */
  watch(server: Server): void {
    server.on("connection", (socket) => {
      this.#unanswered.set(socket, 0);
      this.#idle.add(socket);
      socket.once("close", () => this.#forget(socket));
      if (this.#unanswered.size > this.max) this.#closeIdle();
    });
  }

  /** Closes a connection that asks on without taking its answers. */
  oneByOne(handle: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      const count = (this.#unanswered.get(socket) ?? 0) + 1;
      if (count > MAX_UNANSWERED) {
        dropRequests(socket);
        socket.destroy();
        return;
      }
      this.#unanswered.set(socket, count);
      this.#idle.delete(socket);
      response.once("close", () => this.#answered(socket));
      handle(request, response);
    };
  }

  /** Closes those without a request, and takes no more. Node's own way leaves those that never had one, and waits for them. */
  end(): void {
    this.max = 0;
    while (this.#idle.size > 0) this.#closeIdle();
  }

  #answered(socket: Socket): void {
    const count = (this.#unanswered.get(socket) ?? 0) - 1;
    if (count < 0 || socket.destroyed) return;
    this.#unanswered.set(socket, count);
    if (count === 0) this.#idle.add(socket);
  }

  #closeIdle(): void {
    const [socket] = this.#idle;
    if (!socket) return;
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#unanswered.delete(socket);
    this.#idle.delete(socket);
  }
}

/**
 * Node goes on with the requests that it has read, although their connection is closed, and keeps them
 * until the next turn of the event loop: 5 MiB of objects for each connection, 460 for 200 of them. Nothing
 * documented stops its parser, whose callback this is; a Node that has none loses the saving alone
 * (test/service/http.test.ts counts the requests, test/engines/relay-memory.test.ts the memory).
 */
function dropRequests(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => 0;
}
