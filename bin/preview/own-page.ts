import type { IncomingHttpHeaders } from "node:http";

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Why a request is not answered; nothing where it is the preview's own page that asks, or a program, which names no page. With credentials of the store
 * behind it, another page could read and change there what its user may.
 */
export function refusedAs(path: string, headers: IncomingHttpHeaders): string | undefined {
  const { host = "", origin } = headers;
  // a page elsewhere could point a name of its own to this machine
  if (!LOOPBACK.test(host)) return "ask for localhost or 127.0.0.1";
  // a link leads to the page from anywhere
  if (!path.startsWith("/api/")) return undefined;
  const site = headers["sec-fetch-site"];
  const isOwn = (origin === undefined || origin === `http://${host}`) && (site === undefined || site === "same-origin" || site === "none");
  return isOwn ? undefined : `it answers the page at http://${host}/ alone`;
}
