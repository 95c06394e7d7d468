import { certManagerSeries } from "../components/certificates/series";
import { byNamespace } from "../lib/alerts/owner";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { days, hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches, matchesNot, select } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { jump } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  certmanager_certificate_expiration_timestamp_seconds: expiry,
  certmanager_certificate_not_after_timestamp_seconds: notAfter,
  certmanager_certificate_ready_status: ready,
  certmanager_certificate_renewal_timestamp_seconds: renewal,
  certmanager_clusterissuer_ready_status: clusterIssuer,
  certmanager_http_acme_client_request_count: calls,
  certmanager_issuer_ready_status: issuer,
} = certManagerSeries;

/** A renewal takes minutes; one that failed is tried again after an hour, and then ever later. */
const OVERDUE = hours(6);
/** Less than one more working day. */
const ENDING = days(1);
/** So that a certificate that lives for hours, and is renewed in time, is none that ends. */
const TRIED = hours(1);
/** Days of work are left to find out why nothing is going to renew it. */
const UNPLANNED = days(7);
/** In half an hour: an authority refuses some calls that are right at the second attempt. */
const CALLS = 5;

const each = "max by (namespace, name)";

/** What renews certificates. What is served is seen by the probes, and by the ingress. */
export function certificates(site: Site, scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const asked = { job };
  const due = `${each} (${renewal(asked)})`;
  // by both of its names, the earlier where they differ; 0 of a certificate that was never issued
  const names = matches(`${expiry.series.name}|${notAfter.series.name}`);
  const either = select("")({ __name__: names, ...asked });
  const ends = `min by (namespace, name) (${either} > 0)`;
  const isPlanned = `${due} < min by (namespace, name) (${either})`;

  // proofs
  const at = { job, instance: "10.42.1.30:9402" };
  const one = {
    ...at,
    namespace: "git",
    name: "web-tls",
    issuer_name: "letsencrypt",
    issuer_kind: "ClusterIssuer",
    issuer_group: "cert-manager.io",
  };
  const times = (dueAt: number, expiresAt: number, notAfterAt = expiresAt) => ({
    [renewal(one)]: `${dueAt}x480`,
    [expiry(one)]: `${expiresAt}x480`,
    [notAfter(one)]: `${notAfterAt}x480`,
  });
  const isReady = (flag: number) => ({
    [ready({ ...one, condition: "True" })]: `${flag}x60`,
    [ready({ ...one, condition: "False" })]: `${1 - flag}x60`,
    [ready({ ...one, condition: "Unknown" })]: "0x60",
  });
  const issuerIs = (flag: number) => ({
    [issuer({ ...at, namespace: "git", name: "own", condition: "True" })]: `${flag}x60`,
    [issuer({ ...at, namespace: "git", name: "own", condition: "False" })]: `${1 - flag}x60`,
  });
  const clusterIssuerIs = (flag: number) => ({
    [clusterIssuer({ ...at, name: "letsencrypt", condition: "True" })]: `${flag}x60`,
    [clusterIssuer({ ...at, name: "letsencrypt", condition: "False" })]: `${1 - flag}x60`,
  });
  const answers = (count: number, status = "429") => ({
    [calls({ ...at, scheme: "https", host: "acme-v02.api.letsencrypt.org", action: "new_order", method: "POST", status })]: jump(count),
  });

  return area("certificates", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    serviceDown("CertManagerDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "What renews certificates does not answer",
      description: "Certificates are renewed weeks ahead, so that there is time. Look at its pods and its log.",
    }),
    alert("CertificateNotReady", {
      expr: `min by (namespace, name) (${ready({ ...asked, condition: "True" })}) == 0`,
      for: minutes(15),
      summary: "Certificate {{ $labels.namespace }}/{{ $labels.name }} is not ready",
      description: "It was not issued, or does not say what it should, or has expired. Describe it, its orders and challenges.",
      fires: isReady(0),
      silent: isReady(1),
    }),
    alert("CertificateRenewalOverdue", {
      expr: `time() - ${due} > ${OVERDUE.seconds}\nand ${isPlanned}`,
      summary: "Certificate {{ $labels.namespace }}/{{ $labels.name }} was not renewed when it was due",
      description: "That was {{ $value | humanizeDuration }} ago. It is still valid: find out why before it expires.",
      inhibits: [{ alerts: ["IngressCertificateExpiring"], sharing: ["namespace"] }],
      fires: after(hours(7), times(hours(1).seconds - 60, days(30).seconds)),
      silent: [times(hours(1).seconds - 60, hours(1).seconds - 60), times(0, 0)],
    }),
    alert("CertificateUnplanned", {
      // one that lives for less is renewed before its end, too
      expr: `${ends} - time() < ${UNPLANNED.seconds}\nunless ${isPlanned}`,
      summary: "Certificate {{ $labels.namespace }}/{{ $labels.name }} ends within a week, and nothing is going to renew it before",
      description: "{{ $value | humanizeDuration }} are left. What was issued is not what its Certificate asks for: renew it by hand.",
      inhibits: [{ alerts: ["IngressCertificateExpiring"], sharing: ["namespace"] }],
      fires: [
        after(hours(2), times(days(31).seconds, hours(2).seconds + UNPLANNED.seconds - 30)),
        after(hours(2), times(days(31).seconds, days(61).seconds, hours(2).seconds + UNPLANNED.seconds - 30)),
        after(minutes(0), times(1, 1)),
      ],
      silent: [times(days(31).seconds, hours(2).seconds + UNPLANNED.seconds + 30), times(days(4).seconds, days(5).seconds), times(0, 0)],
    }),
    alert("CertificateEnding", {
      expr: [`${ends} - time() < ${ENDING.seconds}`, `unless (${isPlanned} and time() - ${due} <= ${TRIED.seconds})`].join("\n"),
      severity: "critical",
      summary: "Certificate {{ $labels.namespace }}/{{ $labels.name }} ends within a day and is not renewed",
      description: "{{ $value | humanizeDuration }} are left; then clients refuse what shows it. Renew it by hand.",
      inhibits: [
        { alerts: ["CertificateRenewalOverdue", "CertificateUnplanned", "CertificateNotReady"], sharing: ["namespace", "name"] },
        { alerts: ["IngressCertificateExpiring"], sharing: ["namespace"] },
      ],
      fires: [
        after(hours(2), times(600, hours(2).seconds + ENDING.seconds - 30)),
        after(hours(2), times(hours(1).seconds - 30, hours(10).seconds)),
        after(minutes(0), times(days(31).seconds, ENDING.seconds - 30)),
        after(minutes(0), times(1, 1)),
      ],
      silent: [times(600, hours(2).seconds + ENDING.seconds + 30), times(hours(1).seconds + 30, hours(10).seconds), times(0, 0)],
    }),
    alert("CertificateIssuerNotReady", {
      expr: [
        `min by (namespace, name) (${issuer({ ...asked, condition: "True" })}) == 0`,
        `or min by (name) (${clusterIssuer({ ...asked, condition: "True" })}) == 0`,
      ].join("\n"),
      for: minutes(10),
      component: "Platform",
      summary: "Issuer {{ $labels.name }} can't issue certificates",
      description: "No certificate of it is renewed until it can. Describe it: its account, its key, or its authority is wrong.",
      fires: [issuerIs(0), clusterIssuerIs(0)],
      silent: { ...issuerIs(1), ...clusterIssuerIs(1) },
    }),
    alert("AcmeRequestsFailing", {
      expr: `sum by (host) (increase(${calls({ ...asked, status: matchesNot("2..|3..") })}[30m])) > ${CALLS}`,
      component: "Platform",
      summary: "Authority {{ $labels.host }} refuses calls for certificates",
      description:
        "{{ $value | humanize }} in half an hour. 429 is its limit, 403 its answer to a challenge; cert-manager's log has its words.",
      fires: [after(minutes(10), answers(6)), keptAfter(minutes(35), answers(6))],
      silent: [overAfter(minutes(45), answers(6)), answers(5), answers(6, "200")],
    }),
  ]);
}
