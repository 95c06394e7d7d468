import { pushedSeries } from "../../components/batch/series";
import { certManagerSeries } from "../../components/certificates/series";
import { probeSeries } from "../../components/probes/series";
import { leastNow } from "../../lib/dashboards/chosen-lines";
import { type Dashboard, dashboard, type Row } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { criticalAbove, warningAbove } from "../../lib/dashboards/threshold";
import type { Probe } from "../../lib/metrics/probe";
import { matchesNot, not } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { orLine } from "../shared/share";
import { probePages } from "./probed";

const { certificate_inventory_days_left: inventory } = pushedSeries;
const {
  certmanager_certificate_challenge_status: challenge,
  certmanager_certificate_expiration_timestamp_seconds: expires,
  certmanager_certificate_ready_status: ready,
  certmanager_certificate_renewal_timestamp_seconds: renewal,
  certmanager_clusterissuer_ready_status: clusterIssuer,
  certmanager_controller_sync_error_count: syncErrors,
  certmanager_http_acme_client_request_count: acme,
  certmanager_issuer_ready_status: issuer,
} = certManagerSeries;
const { probe_ssl_earliest_cert_expiry: probed } = probeSeries;

const CERTIFICATE = "{{namespace}} {{name}}";
const byCertificate = (expr: string): string => `min by (namespace, name) (${expr})`;
/** A time that is not known yet is 0. */
const left = byCertificate(`(${expires()} > 0) - time()`);
const untilRenewalAt = (at: string): string => byCertificate(`(${renewal()}${at} > 0) - time()`);
const untilRenewal = untilRenewalAt("");
/** What is not so is Unknown or False. */
const notTrue = { condition: not("True") };
const notReady = `max by (namespace, name) (${ready(notTrue)}) == 1`;
const refused = `increase(${acme({ status: matchesNot("2..|3..") })}[30m])`;
const probedLeftAt = (at: string): string => `min by (component, probe) (${probed()}${at} - time())`;
const probedLeft = probedLeftAt("");

const FIRST_MET = stat({
  title: "First at users ends in",
  description: "As the probes see what servers show. A renewed certificate that no server has loaded counts as the old one.",
  unit: "seconds",
  width: 4,
  asks: ["CertificateExpiring"],
  queries: [{ expr: `min(${probedLeft})` }],
});

const MET: Row = {
  title: "What users meet",
  panels: [
    graph({
      title: "The ten that expire first, as probed",
      description:
        "Teeth are renewals that reached the server. A line that only falls, beside one of the cluster that rose, is a server to be told.",
      unit: "seconds",
      min: 0,
      width: 24,
      asks: ["CertificateExpiring"],
      queries: [{ expr: leastNow(probedLeftAt), legend: "{{component}}: {{probe}}" }],
    }),
  ],
};

/** @param all what the site probes */
export const certificates = (all: readonly Probe[]): Dashboard =>
  dashboard({
    uid: "certificates",
    title: "Certificates",
    folder: "Probes",
    question: "Which certificate expires first, and why is it not renewed?",
    asker: "whoever was told that a certificate expires, and wants to know where renewing stops",
    shows: "7d",
    next: [...probePages(all), "sec-certificates"],
    areas: ["certificates"],
    alerts: ["CertificateExpiring", "InventoryCertificateExpiring"],
    rows: [
      {
        title: "At a glance",
        panels: [
          ...(all.length > 0 ? [FIRST_MET] : []),
          stat({
            title: "First in cluster ends in",
            description: "Of those that are renewed by themselves. The probes see it later, when its server has loaded it.",
            unit: "seconds",
            width: 4,
            asks: ["CertificateUnplanned", "CertificateEnding"],
            queries: [{ expr: `min(${left})` }],
          }),
          stat({
            title: "First by hand ends in",
            description: "Of those that no probe sees, and that mostly somebody renews by hand.",
            unit: "days",
            decimals: 0,
            width: 4,
            asks: ["InventoryCertificateExpiring"],
            queries: [{ expr: `min(${inventory()})` }],
          }),
          stat({
            title: "Certificates not ready",
            description: "They could not be issued, or renewed. What was issued before serves until it expires.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(${notReady}) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Renewals overdue",
            description: "Planned for a moment that has passed. Some minutes are the work itself; hours are a renewal that fails.",
            unit: "count",
            width: 4,
            queries: [{ expr: `count(${untilRenewal} < 0) or vector(0)` }],
            thresholds: [warningAbove(1)],
          }),
          stat({
            title: "Issuers not ready",
            description: "Nothing that is theirs can be renewed: mostly the authority can't be reached, or their account is refused.",
            unit: "count",
            width: 4,
            queries: [
              {
                expr: `(count(max by (name) (${clusterIssuer(notTrue)}) == 1) or vector(0)) + (count(max by (namespace, name) (${issuer(notTrue)}) == 1) or vector(0))`,
              },
            ],
            thresholds: [criticalAbove(1)],
          }),
        ],
      },
      ...(all.length > 0 ? [MET] : []),
      {
        title: "What the cluster renews",
        panels: [
          timeline({
            title: "Which certificates are not ready?",
            description: "For minutes while one is issued. For longer: its request, order and challenge say why, in this order.",
            unit: "flag",
            width: 12,
            asks: ["CertificateNotReady"],
            queries: [{ expr: orAllOthers(notReady, "name", 0), legend: CERTIFICATE }],
            means: { 0: { text: "ready", color: "green" }, 1: { text: "not ready", color: "red" } },
          }),
          timeline({
            title: "Which issuers are not ready?",
            description: "Cluster-wide ones, and those of a namespace.",
            unit: "flag",
            width: 12,
            asks: ["CertificateIssuerNotReady"],
            queries: [
              {
                expr: orAllOthers(
                  `max by (name) (${clusterIssuer(notTrue)}) == 1\nor max by (namespace, name) (${issuer(notTrue)}) == 1`,
                  "name",
                  0,
                ),
                legend: CERTIFICATE,
              },
            ],
            means: { 0: { text: "ready", color: "green" }, 1: { text: "not ready", color: "red" } },
          }),
          table({
            title: "Certificates, the first to expire on top",
            description:
              "Renewed in is below nought where that should have been. What expires without a renewal planned is somebody's to mend.",
            by: { namespace: "Namespace", name: "Certificate" },
            isLeastFirst: true,
            columns: [
              { title: "Expires in", expr: left, unit: "seconds", asks: ["CertificateUnplanned", "CertificateEnding"] },
              { title: "Renewed in", expr: untilRenewal, unit: "seconds", thresholds: [{ at: 0, is: "warning", lessIsWorse: true }] },
            ],
          }),
          graph({
            title: "Time until renewals",
            description: "The ten that come next. A line through nought is a renewal that did not happen.",
            unit: "seconds",
            queries: [{ expr: leastNow(untilRenewalAt), legend: CERTIFICATE }],
          }),
          graph({
            title: "Challenges that go on",
            description:
              "The authority's proof that a name is ours. Minutes are usual; one that stays can't be reached from outside, or by DNS.",
            unit: "count",
            min: 0,
            queries: [
              {
                expr: `count by (domain, type) (count by (namespace, name, domain, type) (${challenge()})) ${orLine("domain", "none")}`,
                legend: "{{domain}} {{type}}",
              },
            ],
          }),
        ],
      },
      {
        title: "What somebody renews",
        panels: [
          bars({
            title: "Inventory: days left",
            description: "Of certificates that no probe sees; below nought they have expired.",
            unit: "days",
            decimals: 0,
            asks: ["InventoryCertificateExpiring"],
            queries: [{ expr: `sort(min by (certificate) (${inventory()}))`, legend: "{{certificate}}" }],
          }),
          graph({
            title: "How did the days of the inventory go?",
            description: "Each falls by one a day, and rises when it is renewed. A level line is a job that does not look any more.",
            unit: "days",
            queries: [{ expr: `min by (certificate) (${inventory()})`, legend: "{{certificate}}" }],
          }),
        ],
      },
      {
        title: "Why not",
        panels: [
          graph({
            title: "Calls that the authority refused",
            description: "Within half an hour, by host. 429 is its limit: leave it alone until that is over, else it lasts longer.",
            unit: "count",
            min: 0,
            asks: ["AcmeRequestsFailing"],
            queries: [{ expr: `sum by (host) (${refused}) ${orLine("host", "none")}`, legend: "{{host}}" }],
          }),
          graph({
            title: "Calls to the authority, by status",
            description: "Few when all is well: some for each renewal.",
            unit: "per hour",
            min: 0,
            queries: [{ expr: `sum by (host, status) (increase(${acme()}[1h]))`, legend: "{{host}} {{status}}" }],
          }),
          graph({
            title: "Objects that a controller failed on",
            description: "A conflict now and then is usual. Steadily at one controller: its log names the object.",
            unit: "per hour",
            min: 0,
            width: 24,
            queries: [{ expr: `sum by (controller) (increase(${syncErrors()}[1h]))`, legend: "{{controller}}" }],
          }),
        ],
      },
    ],
  });
