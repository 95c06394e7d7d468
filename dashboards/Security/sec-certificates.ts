import { pushedSeries } from "../../components/batch/series";
import { certManagerSeries } from "../../components/certificates/series";
import { ingressNginxSeries } from "../../components/ingress/series";
import { probeSeries } from "../../components/probes/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { matchesNot } from "../../lib/series";
import { orAllOthers } from "../shared/or-all-others";
import { orNone, orNoneBy, partOf } from "../shared/share";

const {
  certmanager_certificate_challenge_status: challenge,
  certmanager_certificate_not_after_timestamp_seconds: notAfter,
  certmanager_certificate_not_before_timestamp_seconds: notBefore,
  certmanager_certificate_ready_status: ready,
  certmanager_certificate_renewal_timestamp_seconds: renewal,
  certmanager_clusterissuer_ready_status: clusterIssuer,
  certmanager_controller_sync_error_count: syncErrors,
  certmanager_http_acme_client_request_count: calls,
  certmanager_issuer_ready_status: issuer,
} = certManagerSeries;
const { nginx_ingress_controller_ssl_certificate_info: shown, nginx_ingress_controller_ssl_expire_time_seconds: shownUntil } =
  ingressNginxSeries;
const { probe_ssl_earliest_cert_expiry: probedUntil, probe_ssl_last_chain_info: chain, probe_tls_version_info: tlsVersion } = probeSeries;
const { certificate_inventory_days_left: inventory } = pushedSeries;

const each = "by (namespace, name)";
// 0 of a certificate that was never issued
const ends = `min ${each} (${notAfter()} > 0)`;
const begins = `max ${each} (${notBefore()} > 0)`;
const due = `max ${each} (${renewal()} > 0)`;
const refused = calls({ status: matchesNot("2..|3..") });
const isTrue = { condition: "True" };

export const secCertificates = dashboard({
  uid: "sec-certificates",
  title: "Certificate hygiene",
  folder: "Security",
  question: "Is every certificate renewed in time, and is what is shown to clients sound?",
  asker: "whoever was told that a certificate ends, and wants to know why nobody renews it",
  areas: ["certificates"],
  alerts: ["IngressCertificateExpiring", "InventoryCertificateExpiring", "CertificateExpiring"],
  next: ["sec-ingress", "certificates"],
  shows: "7d",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Until the first one ends",
          description: "Time that the certificate has left which ends first. Less than a week means that its renewal did not happen.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `min(${ends} - time())` }],
          asks: ["CertificateEnding", "CertificateUnplanned"],
        }),
        stat({
          title: "Longest overdue renewal",
          description:
            "Time since the renewal was due that is most overdue. Above nought something fails: its orders and challenges say what.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `clamp_min(max(time() - ${due}), 0)` }],
          asks: ["CertificateRenewalOverdue"],
        }),
        stat({
          title: "Certificates that are not ready",
          description: "Never issued, expired, or not what is asked for. Any for more than minutes is one to describe.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count(min ${each} (${ready(isTrue)}) == 0)`) }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Issuers that can't issue",
          description: "No certificate of theirs is renewed: their account, key or authority is wrong.",
          unit: "count",
          width: 4,
          queries: [{ expr: orNone(`count((${clusterIssuer(isTrue)} or ${issuer(isTrue)}) == 0)`) }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Refused calls to an authority",
          description: "In half an hour, of the authority that refused most. A few are usual: an answer was used up and is asked for anew.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`max(sum by (host) (increase(${refused}[30m])))`) }],
          asks: ["AcmeRequestsFailing"],
        }),
        stat({
          title: "Certificates",
          description: "As many as are renewed by themselves. A sudden drop is a namespace that lost its own.",
          unit: "count",
          width: 4,
          queries: [{ expr: `count(${due})` }],
          hasTrend: true,
        }),
      ],
    },
    {
      title: "What ends, and when it is renewed",
      panels: [
        bars({
          title: "Next to end",
          description: "Time that is left of the ten that end first. One below a week was not renewed when it was due.",
          unit: "seconds",
          queries: [{ expr: `sort(bottomk(10, ${ends} - time()))`, legend: "{{namespace}}/{{name}}" }],
          asks: ["CertificateEnding", "CertificateUnplanned"],
          min: 0,
        }),
        table({
          title: "Renewals, the most overdue first",
          description: "A time above nought is overdue. A certificate that lives long and is old is also one whose key is old.",
          width: 12,
          height: 8,
          by: { namespace: "Namespace", name: "Certificate" },
          columns: [
            { title: "Overdue for", unit: "seconds", expr: `topk(20, time() - ${due})`, asks: ["CertificateRenewalOverdue"] },
            { title: "Issued before", unit: "seconds", expr: `time() - ${begins} and topk(20, time() - ${due})` },
            { title: "Lives for", unit: "seconds", expr: `${ends} - ${begins} and topk(20, time() - ${due})` },
          ],
        }),
      ],
    },
    {
      title: "Why one is not renewed",
      panels: [
        timeline({
          title: "Which issuers can issue?",
          description: "An issuer that can't holds up all of its renewals; they are tried again by themselves once it can.",
          unit: "flag",
          width: 12,
          queries: [
            {
              expr: `${partOf(`max ${each} (${issuer(isTrue)})`, `max ${each} (${issuer()})`)} or label_replace(${partOf(`max by (name) (${clusterIssuer(isTrue)})`, `max by (name) (${clusterIssuer()})`)}, "namespace", "cluster", "", "")`,
              legend: "{{namespace}}/{{name}}",
            },
          ],
          means: { 0: { text: "can't", color: "red" }, 1: { text: "can", color: "green" } },
        }),
        graph({
          title: "Certificates that are not ready",
          description: "By namespace. A bar of minutes is a renewal; one that stays is a certificate that nobody gets.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: orAllOthers(`sum by (namespace) (1 - min ${each} (${ready(isTrue)})) > 0`, "namespace", 0),
              legend: "{{namespace}}",
            },
          ],
        }),
        graph({
          title: "Calls that an authority refused",
          description:
            "In half an hour, by authority. 429 is its limit, and 403 its answer to a challenge: cert-manager's log has the words.",
          unit: "count",
          min: 0,
          queries: [
            {
              expr: `sum by (host) (increase(${refused}[30m])) or 0 * sum by (host) (increase(${calls()}[30m]))`,
              legend: "{{host}}",
            },
          ],
          asks: ["AcmeRequestsFailing"],
        }),
        graph({
          title: "Open challenges",
          description:
            "Proofs that an authority waits for, by domain. One that stays for an hour is not reached from outside, or its record is not there.",
          unit: "count",
          min: 0,
          queries: [{ expr: orNoneBy("domain", `count by (domain) (${challenge()})`), legend: "{{domain}}" }],
        }),
        graph({
          title: "What the controllers fail on",
          description: "Objects in an hour. A controller that fails again and again says in its log why.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (controller) (increase(${syncErrors()}[1h]))`, legend: "{{controller}}" }],
        }),
      ],
    },
    {
      title: "What clients are shown",
      panels: [
        bars({
          title: "Next to end at the ingress",
          description: "Of the ten hosts whose certificate ends first. One that ends here and not above is shown from an old secret.",
          unit: "seconds",
          width: 8,
          queries: [{ expr: `sort(bottomk(10, min by (host) (${shownUntil()}) - time()))`, legend: "{{host}}" }],
          asks: ["IngressCertificateExpiring"],
          min: 0,
        }),
        bars({
          title: "Next to end where probes look",
          description: "Of the ten targets whose chain has a certificate that ends first. An intermediate one counts as well.",
          unit: "seconds",
          width: 8,
          queries: [{ expr: `sort(bottomk(10, min by (instance) (${probedUntil()}) - time()))`, legend: "{{instance}}" }],
          asks: ["CertificateExpiring"],
          min: 0,
        }),
        bars({
          title: "Days left of the inventory",
          description: "Certificates that no probe sees: on devices and in files. They are renewed by hand.",
          unit: "days",
          width: 8,
          queries: [{ expr: `sort(min by (certificate) (${inventory()}))`, legend: "{{certificate}}" }],
          asks: ["InventoryCertificateExpiring"],
          min: 0,
        }),
        bars({
          title: "Hosts by kind of key",
          description: "Hosts of the ingress by the algorithm of their certificate's key. A kind that nobody chose was made by hand.",
          unit: "count",
          width: 8,
          min: 0,
          queries: [
            {
              expr: `sort_desc(count by (public_key_algorithm) (max by (host, public_key_algorithm) (${shown()})))`,
              legend: "{{public_key_algorithm}}",
            },
          ],
        }),
        bars({
          title: "Targets by issuer",
          description: "Targets of probes by who issued what they show. An issuer that you don't know is the first thing to look at.",
          unit: "count",
          width: 8,
          min: 0,
          queries: [{ expr: `sort_desc(count by (issuer) (max by (instance, issuer) (${chain()})))`, legend: "{{issuer}}" }],
        }),
        bars({
          title: "Targets by version of TLS",
          description: "Targets of probes by what they agree on. Below TLS 1.2 clients begin to refuse.",
          unit: "count",
          width: 8,
          min: 0,
          queries: [{ expr: `sort_desc(count by (version) (max by (instance, version) (${tlsVersion()})))`, legend: "{{version}}" }],
        }),
      ],
    },
  ],
});
