import type { Family } from "../../lib/address";
import { type Duration, seconds, toPrometheus } from "../../lib/duration";

/** A module of the blackbox exporter, in its own words (CONFIGURATION.md of 0.27.0). */
export interface Module {
  readonly timeout: Duration;
  readonly config: Readonly<Record<string, unknown>>;
}

/** What a module that verifies certificates needs to know beyond the target's host. */
export interface Certificate {
  readonly serverName?: string | undefined;
  readonly authority?: string | undefined;
  /** Of a page with a name of its own, as a request says it: with the port where that is not the scheme's. */
  readonly hostHeader?: string | undefined;
}

const USUAL = seconds(5);
/** A server that lets senders of spam give themselves away greets after six seconds and more (postscreen_greet_wait), and looks names up. */
const MAIL = seconds(20);

/** The times after which modules give up, from the shortest on. */
export const TIMEOUTS = [USUAL, MAIL] as const;

type Lines = readonly Readonly<Record<string, unknown>>[];

// the exporter ends a line with \n alone
const say = (line: string) => ({ send: `${line}\r` });
const GREETING = { expect: "^220 " };
/** A name that is nobody's (RFC 6761): what is asked for needs one in its form. */
const HELLO = say("EHLO probe.invalid");
const QUIT = say("QUIT");

/** How each kind of probe asks, at addresses of one family alone. */
export const modules = {
  http: (family: Family, certificate: Certificate) => http(family, certificate),
  /** What stands behind a sign-in sends strangers there, or away. */
  http_behind_sign_in: (family: Family, certificate: Certificate) =>
    http(family, certificate, { valid_status_codes: [200, 301, 302, 401, 403] }),
  smtp: (family: Family) => tcp(family, MAIL, [GREETING, QUIT]),
  smtp_starttls: (family: Family, certificate: Certificate) =>
    // lines are read on until one is as expected: what else is offered is passed over
    tcp(
      family,
      MAIL,
      [GREETING, HELLO, { expect: "^250[ -]STARTTLS" }, say("STARTTLS"), GREETING, { starttls: true }, HELLO, { expect: "^250[ -]" }, QUIT],
      {
        ...tlsConfig(certificate),
      },
    ),
  smtps: (family: Family, certificate: Certificate) => tcp(family, MAIL, [GREETING, QUIT], { tls: true, ...tlsConfig(certificate) }),
  imaps: (family: Family, certificate: Certificate) =>
    tcp(family, USUAL, [{ expect: "^\\* OK" }, say("a1 LOGOUT")], { tls: true, ...tlsConfig(certificate) }),
  tls: (family: Family, certificate: Certificate) => tcp(family, USUAL, [], { tls: true, ...tlsConfig(certificate) }),
  tcp: (family: Family) => tcp(family, USUAL),
  nat64: () => tcp(6, USUAL),
} as const;

/** A query whose answer has to hold a record, whatever else it holds. */
export function dnsModule(
  family: Family,
  {
    query,
    type,
    answer,
    transport,
  }: { readonly query: string; readonly type: "A" | "AAAA"; readonly answer: string; readonly transport: string },
): Module {
  return module("dns", USUAL, {
    ...only(family),
    query_name: query,
    query_type: type,
    transport_protocol: transport,
    valid_rcodes: ["NOERROR"],
    // a record is written with tabs between its fields
    validate_answer_rrs: { fail_if_none_matches_regexp: [`\\t${type}\\t${answer.replaceAll(".", "\\.")}$`] },
  });
}

function module(prober: "http" | "tcp" | "dns", timeout: Duration, asked: object): Module {
  return { timeout, config: { prober, timeout: toPrometheus(timeout), [prober]: asked } };
}

/** By default a probe of what is gone by one family passes by the other. */
const only = (family: Family) => ({ preferred_ip_protocol: `ip${family}`, ip_protocol_fallback: false });

/** The answer itself is judged: a redirect that was followed would be an answer of somebody else. 2xx is right where nothing else is said. */
function http(family: Family, certificate: Certificate, right: object = {}): Module {
  const { hostHeader } = certificate;
  // whoever serves several names finds the page by the one that its certificate has
  const headers = hostHeader === undefined ? {} : { headers: { Host: hostHeader } };
  return module("http", USUAL, {
    ...only(family),
    method: "GET",
    follow_redirects: false,
    ...right,
    ...headers,
    ...tlsConfig(certificate),
  });
}

function tcp(family: Family, timeout: Duration, lines: Lines = [], more: object = {}): Module {
  return module("tcp", timeout, { ...only(family), ...(lines.length > 0 && { query_response: lines }), ...more });
}

/** Verified in any case; without a name here, for the target's host. */
function tlsConfig({ serverName, authority }: Certificate) {
  const given = { ...(authority !== undefined && { ca: authority }), ...(serverName !== undefined && { server_name: serverName }) };
  return Object.keys(given).length === 0 ? {} : { tls_config: given };
}
