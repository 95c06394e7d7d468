import type { Columns } from "../../lib/log-store/condition";
import { all, not } from "../../lib/log-store/condition";
import { type LogView, type LogViewProps, logView } from "../../lib/log-store/log-view";
import { hostAudit } from "./streams/host-audit/stream";
import { ingressAccess } from "./streams/ingress-access/stream";
import { k8sEvents } from "./streams/k8s-events/stream";
import { modsec } from "./streams/modsec/stream";
import { nat64 } from "./streams/nat64/stream";
import { podLogs } from "./streams/pod-logs/stream";
import { SHARED_COLUMNS } from "./streams/shared-columns";

const view = <const C extends Columns>(
  stream: { readonly name: string; readonly columns: C },
  name: string,
  props: LogViewProps<C & typeof SHARED_COLUMNS>,
): LogView => logView(stream.name, { ...SHARED_COLUMNS, ...stream.columns }, name, props);

/** What people ask again and again, of one host where a host is asked. */
export const logViews = (host: string): readonly LogView[] => [
  view(modsec, "Blocks of a host", {
    what: "what the firewall said of requests to one host, and whose they were",
    where: ({ hostname, modsec_kind }) => all(hostname.is(host), modsec_kind.is("audit")),
    shows: ["hostname", "uri", "method", "http_code", "matched_rules", "matched_messages", "client_ip"],
  }),
  view(modsec, "Blocks by client", {
    what: "who is refused most; the denied line and the audit record are of one request",
    where: ({ modsec_kind, http_code }) => all(modsec_kind.is("audit"), http_code.is(403)),
    shows: ["client_ip"],
    counted: "blocks",
  }),
  view(modsec, "Blocks by rule", {
    what: "which rules refuse most, and where: a rule alone on one host is often a mistake of the rule",
    where: ({ modsec_kind, http_code }) => all(modsec_kind.is("audit"), http_code.is(403)),
    shows: ["hostname", "matched_rules"],
    counted: "blocks",
  }),
  view(ingressAccess, "Answers that are none by host", {
    what: "which hosts and services refuse or fail most",
    where: ({ status }) => status.atLeast(400),
    shows: ["vhost", "upstream", "status"],
    counted: "answers",
  }),
  view(podLogs, "Errors by service", {
    what: "who complains most",
    where: ({ log_level }) => log_level.is("error", "fatal"),
    shows: ["namespace", "service_name", "log_level"],
    counted: "lines",
  }),
  view(k8sEvents, "Warnings by reason", {
    what: "what the cluster warns of most",
    where: ({ type }) => type.is("Warning"),
    shows: ["namespace", "reason", "reporter"],
    counted: "events",
  }),
  view(hostAudit, "Logins of people", {
    what: "who logged in to which node, and who tried",
    where: ({ audit_type }) => audit_type.is("USER_LOGIN"),
    shows: ["node", "account", "is_successful", "executable", "log"],
  }),
  view(nat64, "Sessions by client", {
    what: "who goes out by IPv4, and to which ports",
    where: ({ action }) => not(action.is("removed")),
    shows: ["client_ip", "protocol", "destination_port"],
    counted: "sessions",
  }),
];
