import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Kept {
  readonly id: number;
  readonly body: string;
  /** Of somebody else's: this token may not change it. */
  readonly isOthers?: boolean;
}

export interface ForgeStandIn {
  readonly url: string;
  readonly comments: Kept[];
  readonly requests: { readonly method: string; readonly path: string; readonly token: string | undefined }[];
  /** What the next requests are answered with instead. */
  readonly failures: { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[];
  close(): Promise<void>;
}

/**
 * The comments of a pull request or merge request, as GitHub (REST, issues/comments), Gitea and Forgejo (routers/api/v1/repo/issue_comment.go)
 * and GitLab (API v4, notes) have them: two to a page, so that whoever does not turn it finds too few.
 */
export async function forgeStandIn(token: string): Promise<ForgeStandIn> {
  const comments: Kept[] = [];
  const requests: ForgeStandIn["requests"] = [];
  const failures: ForgeStandIn["failures"] = [];
  const server = createServer(async (request, response) => {
    const { method = "", headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const given = headers.authorization?.replace(/^Bearer /, "") ?? (headers["private-token"] as string | undefined);
    requests.push({ method, path: pathname, token: given });
    const answer = (status: number, body: unknown, more: Readonly<Record<string, string>> = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...more }).end(JSON.stringify(body));
    const read = await text(request);
    const failure = failures.shift();
    if (failure !== undefined) return answer(failure.status, { message: "not now" }, failure.headers);
    if (given !== token) return answer(401, { message: "Bad credentials" });
    const { body } = (read === "" ? {} : JSON.parse(read)) as { readonly body?: string };
    const ofRequest = /^\/(?:repos\/ops\/belfry\/issues\/7\/comments|projects\/12\/merge_requests\/7\/notes)$/.test(pathname);
    if (method === "GET" && ofRequest) {
      const page = Number(searchParams.get("page") ?? 1);
      const next = `<http://${headers.host}${pathname}?page=${page + 1}>; rel="next", <x>; rel="last"`;
      return answer(200, comments.slice(2 * page - 2, 2 * page), comments.length > 2 * page ? { link: next } : {});
    }
    if (method === "POST" && ofRequest && body !== undefined) {
      const one = { id: 100 + comments.length, body };
      comments.push(one);
      return answer(201, one);
    }
    const [, id] = /^\/(?:repos\/ops\/belfry\/issues\/comments|projects\/12\/merge_requests\/7\/notes)\/(\d+)$/.exec(pathname) ?? [];
    const at = comments.findIndex((one) => one.id === Number(id));
    const known = comments[at];
    if (known === undefined || body === undefined || method !== (pathname.startsWith("/repos") ? "PATCH" : "PUT"))
      return answer(404, { message: "Not Found" });
    if (known.isOthers) return answer(403, { message: "Forbidden" });
    comments[at] = { ...known, body };
    return answer(200, comments[at]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments,
    requests,
    failures,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
