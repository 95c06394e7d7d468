import { minutes } from "../../../lib/duration";
import { all } from "../../../lib/log-store/condition";
import { ingressAccess } from "../streams/ingress-access/stream";
import { modsec } from "../streams/modsec/stream";
import { alertOn, sigma, times } from "./on";
import { firewallAudit, firewallDenied, request } from "./raw";

export const sourceCodeServed = alertOn(ingressAccess, "SourceCodeServed", {
  component: "Websites",
  severity: "critical",
  follows: sigma("rules/web/webserver_generic/web_source_code_enumeration.yml"),
  // with something in the answer: single-page applications answer every path alike, which the runbook tells apart
  where: ({ path, status, bytes_sent }) =>
    all(
      path.matches(/\/(?:\.git\/(?:HEAD|config|index)|\.svn\/entries|\.env|\.htpasswd)(?:\?|$)/),
      status.is(200, 206),
      bytes_sent.atLeast(1),
    ),
  each: ["vhost"],
  within: minutes(30),
  summary: "A website gave away what lies behind it: its repository or its passwords",
  description:
    "Scanners ask every site for these files, and this one answered. Look at the answer; if it is the file, close the path and change every password in it.",
  fires: request({ path: "/.git/config", status: 200 }),
  alsoFires: [[request({ path: "/app/.env?x=1", status: 206 })]],
  silent: [
    [request({ path: "/.git/config", status: 404 })],
    [request({ path: "/.git/config", status: 200, bytes: 0 })],
    [request({ path: "/docs/.gitignore", status: 200 })],
    [request({ path: "/.environment", status: 200 })],
  ],
});

export const pathTraversalServed = alertOn(ingressAccess, "PathTraversalServed", {
  component: "Websites",
  severity: "critical",
  follows: sigma("rules/web/webserver_generic/web_path_traversal_exploitation_attempt.yml"),
  where: ({ path, status, bytes_sent }) =>
    all(
      path.matches(/(?:\.\.|%2e%2e|%252e%252e)(?:\/|%2f|%252f|\\|%5c).{0,500}(?:etc(?:\/|%2f|%252f)passwd|proc(?:\/|%2f)self|win\.ini)/i),
      status.is(200, 206),
      bytes_sent.atLeast(1),
    ),
  each: ["vhost"],
  within: minutes(30),
  summary: "A website answered a request for a file of its machine",
  description:
    "The request climbs out of the site to a file such as the list of accounts. Ask the same yourself; if the file comes, take the site off until it is mended.",
  fires: request({ path: "/get?file=../../../../etc/passwd", status: 200 }),
  alsoFires: [[request({ path: "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", status: 200 })]],
  silent: [
    [request({ path: "/get?file=../../../../etc/passwd", status: 403 })],
    [request({ path: "/get?file=../../../../etc/passwd", status: 200, bytes: 0 })],
    [request({ path: "/docs/../etc-howto", status: 200 })],
    [request({ path: "/howto/etc/passwd", status: 200 })],
  ],
});

const PROBES = 5;
const RULES = ["930120", "932160", "941100", "942100", "944130", "920350"];

const blocked = (index: number, { client = "203.0.113.50", code = "403" } = {}) =>
  firewallAudit({ client, code, rule: RULES[index % RULES.length] ?? "" });

export const firewallProbed = alertOn(modsec, "FirewallProbed", {
  component: "Websites",
  severity: "info",
  follows: sigma("rules/web/webserver_generic/web_sql_injection_in_access_logs.yml"),
  where: ({ modsec_kind, http_code }) => all(modsec_kind.is("audit"), http_code.is(403)),
  each: ["client_ip"],
  // by one rule alone is a form that the rule does not like
  from: PROBES,
  differing: "matched_rules",
  within: minutes(60),
  summary: "A client tries one kind of attack after the other",
  description:
    "The firewall refused them all. If it goes on, close the ingress to the address; look whether anything was let through in between.",
  fires: times(PROBES, (index) => blocked(index)),
  silent: [
    times(PROBES, () => blocked(0)),
    // the audit record tells of the same request
    times(PROBES, (index) => firewallDenied({ client: "203.0.113.50", rule: RULES[index] ?? "" })),
    times(PROBES, (index) => blocked(index, { client: index === 0 ? "203.0.113.51" : "203.0.113.50" })),
    times(PROBES, (index) => blocked(index, { code: "200" })),
  ],
});
