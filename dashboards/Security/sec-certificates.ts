import { certManagerSeries } from "../../components/certificates/series";
import { ingressNginxSeries } from "../../components/ingress/series";
import { probeSeries } from "../../components/probes/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, stat, table } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { matches } from "../../lib/series";
import { orNone, orNoneBy } from "../shared/share";

const { certmanager_certificate_not_after_timestamp_seconds: notAfter, certmanager_certificate_not_before_timestamp_seconds: notBefore } =
  certManagerSeries;
const { nginx_ingress_controller_ssl_certificate_info: shown, nginx_ingress_controller_ssl_expire_time_seconds: shownUntil } =
  ingressNginxSeries;
const { probe_ssl_last_chain_info: chain, probe_tls_version_info: tlsVersion } = probeSeries;

const each = "by (namespace, name)";
// 0 of a certificate that was never issued
const begins = `max ${each} (${notBefore()} > 0)`;
const life = `min ${each} (${notAfter()} > 0) - ${begins}`;
const OLD_TLS = { version: matches("SSL.*|TLS 1\\.[01]") };
/** What hosts of the ingress show, a line for each certificate. */
const ofHost = `max by (host, issuer_common_name, public_key_algorithm, serial_number) (${shown()})`;
const manyOfHost = `count by (host) (count by (host, serial_number) (${shown()})) > 1`;
const newIssuers = `count by (issuer) (max by (instance, issuer) (${chain()})) unless on (issuer) count by (issuer) (${chain()} offset 7d)`;

export const secCertificates = dashboard({
  uid: "sec-certificates",
  title: "Certificate hygiene",
  folder: "Security",
  question: "Is what clients are shown sound: who issued it, by what key, by which TLS, and how old is it?",
  asker: "whoever reviews the house's encryption, and who is told of a certificate that nobody knows",
  alerts: ["IngressCertificateExpiring"],
  next: ["certificates", "sec-ingress"],
  shows: "30d",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Targets below TLS 1.2",
          description: "That agree with a probe on no better. What they are told can be read by whoever listens.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`count(max by (instance) (${tlsVersion(OLD_TLS)}))`) }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "Issuers that are new",
          description: "Within a week, of what probes are shown. One that nobody chose is a device's own, or somebody in between.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`count(${newIssuers})`) }],
        }),
        stat({
          title: "Hosts with several certificates",
          description: "The ingress shows one of them, and which is chance: two of its objects claim the host, each with a secret.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`count(${manyOfHost})`) }],
          thresholds: [warningAbove(1)],
        }),
        stat({
          title: "First at the ingress ends in",
          description: "Of what is shown there. Short while the cluster's own copy is new: the secret is old, or another one is shown.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `min(${shownUntil()} - time())` }],
          asks: ["IngressCertificateExpiring"],
        }),
        stat({
          title: "Oldest certificate",
          description: "Since it was issued. A stolen key is good for as long as its certificate: what is old is worth a new one.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(time() - ${begins})` }],
        }),
        stat({
          title: "Longest life",
          description: "From its first to its last moment. Three months renew themselves; what is made for years is forgotten.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(${life})` }],
        }),
      ],
    },
    {
      title: "What targets of probes show",
      panels: [
        bars({
          title: "Targets by issuer",
          description: "By who issued what they show. An issuer that you don't know is the first thing to look at.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sort_desc(count by (issuer) (max by (instance, issuer) (${chain()})))`, legend: "{{issuer}}" }],
        }),
        graph({
          title: "Targets by version of TLS",
          description: "By what they agree on. Below TLS 1.2 clients begin to refuse; a step down is a server that was set up anew.",
          unit: "count",
          min: 0,
          queries: [{ expr: `count by (version) (max by (instance, version) (${tlsVersion()}))`, legend: "{{version}}" }],
        }),
        table({
          title: "Who shows what?",
          description: "The issuer of each target's certificate. A target beside whose like stands another issuer was set up by hand.",
          width: 12,
          by: { instance: "Target", issuer: "Issuer" },
          columns: [{ title: "Probes", unit: "count", decimals: 0, expr: `count by (instance, issuer) (${chain()})` }],
        }),
        table({
          title: "Who agrees on less than TLS 1.2?",
          description: "Such a server wants another setting or another release, or nobody but the house's own network in front of it.",
          width: 12,
          by: { instance: "Target", version: "Version" },
          columns: [
            {
              title: "Probes",
              unit: "count",
              decimals: 0,
              expr: orNoneBy("instance", `count by (instance, version) (${tlsVersion(OLD_TLS)})`),
              means: { 0: { text: "–", color: "gray" } },
            },
          ],
        }),
      ],
    },
    {
      title: "What the ingress shows",
      panels: [
        table({
          title: "Which certificate does each host show?",
          description: "With its issuer and its kind of key. One of the controller's own is a host whose secret is not there.",
          width: 16,
          by: { host: "Host", issuer_common_name: "Issuer", public_key_algorithm: "Key", serial_number: "Serial number" },
          columns: [
            {
              title: "Ends in",
              unit: "seconds",
              expr: `${ofHost} * on (host) group_left () min by (host) (${shownUntil()}) - time()`,
              asks: ["IngressCertificateExpiring"],
            },
          ],
          isLeastFirst: true,
        }),
        bars({
          title: "Hosts by kind of key",
          description: "By the algorithm of their certificate's key. A kind that nobody chose was made by hand.",
          unit: "count",
          width: 8,
          height: 9,
          min: 0,
          queries: [
            {
              expr: `sort_desc(count by (public_key_algorithm) (max by (host, public_key_algorithm) (${shown()})))`,
              legend: "{{public_key_algorithm}}",
            },
          ],
        }),
      ],
    },
    {
      title: "How old they are",
      panels: [
        table({
          title: "Certificates of the cluster, the oldest first",
          description: "Since they were issued, and how long they are good for. Old beside a short life: it was not renewed.",
          by: { namespace: "Namespace", name: "Certificate" },
          columns: [
            { title: "Issued before", unit: "seconds", expr: `time() - ${begins}` },
            { title: "Lives for", unit: "seconds", expr: life },
          ],
        }),
      ],
    },
  ],
});
