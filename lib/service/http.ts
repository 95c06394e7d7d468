/** The HTTP side that our services share: health, readiness, metrics, JSON errors, limits against slow and idle clients. */
import { createServer, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { Connections } from "./connections";
import { EVERY_ADDRESS, HEALTH_PATH, METRICS_PATH, READINESS_PATH, type ServedPath } from "./declaration";
import { type ErrorCode, errorBody, ServiceError } from "./errors";
import type { Logger } from "./log";

export interface HttpOptions {
  readonly log: Logger;
  readonly registry: Registry;
  /** What the service is declared to serve; another route is refused when it is added. @default - any route may be added */
  readonly paths?: readonly ServedPath[];
  /** Connections at once; for one more an idle one is closed. A pod has a handful of clients. @default 256 */
  readonly maxConnections?: number;
  /** A request whose headers are not complete by then is refused. @default 10000 */
  readonly headersTimeoutMs?: number;
  /** A request whose body is not complete by then is refused. @default 30000 */
  readonly requestTimeoutMs?: number;
  /** A connection without any byte for so long is closed; longer than the longest answer takes. @default 60000 */
  readonly idleTimeoutMs?: number;
  /** Why the service can't do its work now, asked at each GET /readyz. @default - it always can */
  readonly unready?: () => ServiceError | undefined;
}

export interface HttpService {
  /** For the service's own routes. A handler gets a JSON request's body as the unread stream. */
  readonly app: FastifyInstance;
  readonly listen: (host: string, port: number) => Promise<number>;
  /** Turns readiness off, takes no more connections, and settles when every accepted request is answered. */
  readonly close: () => Promise<void>;
}

/** How a system without IPv6 refuses to listen there. */
const NO_IPV6: ReadonlySet<string | undefined> = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL"]);

export function createHttp(options: HttpOptions): HttpService {
  const {
    log,
    registry,
    paths,
    maxConnections = 256,
    headersTimeoutMs = 10_000,
    requestTimeoutMs = 30_000,
    idleTimeoutMs = 60_000,
    unready,
  } = options;
  let isClosing = false;
  const connections = new Connections(maxConnections);
  const app = fastify({
    logger: false,
    serverFactory: (handle) =>
      createServer(
        {
          headersTimeout: headersTimeoutMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: idleTimeoutMs,
          maxHeaderSize: 16_384,
          connectionsCheckingInterval: Math.min(5_000, headersTimeoutMs),
        },
        connections.oneByOne(handle),
      ).setTimeout(idleTimeoutMs),
    forceCloseConnections: "idle",
    // The answer would not have the shape of our errors; the hook below gives it.
    return503OnClosing: false,
    clientErrorHandler: refuseBrokenRequest,
    frameworkErrors: (error, _request, reply) => void sendError(reply, new ServiceError("bad_request", error.message)),
  });
  connections.watch(app.server);

  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    methods.set(url, new Set([...known, ...[method].flat()]));
    for (const one of [method].flat()) if (!isDeclared(one, url, paths)) throw undeclared(one, url);
  });
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    // Whatever it is called, a body is read as JSON and refused as what it is: senders forget the header, or break it.
    delete raw.headers["content-type"];
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    // A kept-alive connection would hold the shutdown up.
    if (isClosing) reply.header("connection", "close");
    done(null, payload);
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?");
    const allowed = methods.get(path);
    if (!allowed) return sendError(reply, new ServiceError("not_found", "no such path"));
    reply.header("allow", [...allowed].join(", "));
    return sendError(reply, new ServiceError("method_not_allowed", `use ${[...allowed].join(", ")}`));
  });
  app.setErrorHandler((error: FastifyError | ServiceError, request, reply) => {
    const known = asServiceError(error);
    if (known.code === "internal") log.error({ err: error, method: request.method, path: request.routeOptions.url }, "request failed");
    if (known.code === "request_timeout") {
      log.warn(
        { path: request.routeOptions.url, client: clientOf(request) },
        "a body came too slowly and was ended; its sender has to send it again",
      );
      // The rest of the body would be taken for a request.
      reply.header("connection", "close");
    }
    return sendError(reply, known);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request: FastifyRequest, payload: NodeJS.ReadableStream, done) => done(null, payload));

  app.get(HEALTH_PATH, async () => ({ status: "ok" }));
  app.get(READINESS_PATH, async () => {
    if (isClosing) throw new ServiceError("shutting_down", "the service is shutting down");
    const reason = unready?.();
    if (reason) throw reason;
    return { status: "ready" };
  });
  app.get(METRICS_PATH, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));

  return {
    app,
    listen: async (host, port) => {
      await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
        if (host !== EVERY_ADDRESS || !NO_IPV6.has(error.code)) throw error;
        return app.listen({ host: "0.0.0.0", port });
      });
      const [address] = app.addresses();
      return typeof address === "object" ? address.port : port;
    },
    close: async () => {
      isClosing = true;
      const closed = app.close();
      connections.end();
      await closed;
    },
  };
}

/** Who calls, as everybody else writes it: a socket of both families has an IPv4 client as `::ffff:10.0.0.5`. */
function clientOf({ ip }: FastifyRequest): string {
  return ip.replace(/^::ffff:(?=[\d.]+$)/, "");
}

function isDeclared(method: string, url: string, paths: readonly string[] | undefined): boolean {
  // a HEAD comes with each GET
  if (paths === undefined || method === "HEAD") return true;
  return [HEALTH_PATH, READINESS_PATH, METRICS_PATH].includes(url) || paths.includes(`${method} ${url}`);
}

function undeclared(method: string, url: string): Error {
  return new Error(`${method} ${url} is served and not declared; add it to the paths of the service's declaration`);
}

function sendError(reply: FastifyReply, { status, code, message }: ServiceError): FastifyReply {
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(code, message)));
}

function asServiceError(error: FastifyError | ServiceError): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new ServiceError("bad_request", error.message);
  return new ServiceError("internal", "internal error");
}

/** What Node's parser refuses never reaches a route; the answer is written to the socket. */
function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // A connection that is gone, or half-way through an answer, can't be told.
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [code, message]: [ErrorCode, string] =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? ["request_timeout", "the request was not complete in time"]
      : error.code === "HPE_HEADER_OVERFLOW"
        ? ["headers_too_large", "the headers are too large"]
        : ["bad_request", "this is no HTTP request"];
  const { status } = new ServiceError(code, message);
  const body = JSON.stringify(errorBody(code, message));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
