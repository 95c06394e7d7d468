import { ingressNginxSeries } from "../../components/ingress/series";
import { firewallProbed } from "../../components/log-router/alerts/web";
import { modsec } from "../../components/log-router/streams/modsec/stream";
import { modSecBlockLikelyFalsePositive } from "../../components/relay/detectors/mod-sec-block-likely-false-positive";
import { relaySeries } from "../../components/relay/series";
import { dashboard } from "../../lib/dashboards/dashboard";
import { bars, graph, logs, stat } from "../../lib/dashboards/panel";
import { warningAbove } from "../../lib/dashboards/threshold";
import { all, not as isNot } from "../../lib/log-store/condition";
import { not } from "../../lib/series";
import { countedBy, recordsOf } from "../shared/records";
import { seenStream, storedWithin } from "../shared/seen-stream";
import { orNone, orNoneBy } from "../shared/share";

const { nginx_ingress_controller_requests: requests } = ingressNginxSeries;
const {
  relay_alertmanager_posts_total: posts,
  relay_alerts_total: matched,
  relay_events_total: events,
  relay_ingest_requests_total: ingested,
} = relaySeries;

const { alert } = modSecBlockLikelyFalsePositive;
const likelyMistakes = (range: string) => orNone(`sum(increase(${matched({ alertname: alert })}[${range}]))`);
const refused = (range: string) => `sum by (host) (increase(${requests({ status: "403", host: not("") })}[${range}]))`;

export const secWaf = dashboard({
  uid: "sec-waf",
  title: "Web application firewall",
  folder: "Security",
  question: "Does the firewall refuse attackers, or does it refuse you?",
  asker: "whoever hears that a page says 403, or sees that one is attacked",
  alerts: [alert, firewallProbed.name, "IngressRefusesMany"],
  next: ["sec-ingress", "sec-honeypot", "svc-websites", "relay"],
  shows: "24h",
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Likely mistakes in a day",
          description:
            "Blocks that look like your own people's work, as the relay told them. One now and then is a program that misbehaves; several are a page that does not work for somebody: allow it.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: likelyMistakes("1d") }],
          thresholds: [warningAbove(3)],
        }),
        stat({
          title: "Firewall lines, an hour",
          description:
            "Records that were stored: audits, and the lines of denied requests, two for one block. A wave is an attack, or a new rule.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: storedWithin(modsec, "1h") }],
        }),
        stat({
          title: "Answers 403 in an hour",
          description: "Of all hosts: the firewall's, and those of sites that refuse by themselves.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`sum(${refused("1h")})`) }],
          hasTrend: true,
        }),
        stat({
          title: "Largest share of 403",
          description: "Of an hour's answers, on the host that refuses most. A third is people, not robots.",
          unit: "ratio",
          width: 4,
          queries: [{ expr: orNone(`max(${refused("1h")} / sum by (host) (increase(${requests({ host: not("") })}[1h])))`) }],
          asks: ["IngressRefusesMany"],
          hasTrend: true,
        }),
        stat({
          title: "Lines that the relay looked at",
          description: "In a second, of every kind. None is a way that is cut: mistakes would not be told, and this page would look calm.",
          unit: "per second",
          width: 4,
          queries: [{ expr: `sum(rate(${events()}[10m]))` }],
          hasTrend: true,
        }),
        stat({
          title: "Batches not told, a day",
          description: "That the alert manager refused or did not take, after all attempts. What was in them nobody was told.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: orNone(`sum(increase(${posts({ outcome: not("ok") })}[1d]))`) }],
          thresholds: [warningAbove(1)],
        }),
      ],
    },
    {
      title: "Does it refuse you?",
      panels: [
        graph({
          title: "Likely mistakes in an hour",
          description:
            "As the relay told them. After a change of rules or of a site's release, a few say which path it is; a stair is one person who tries again.",
          unit: "count",
          min: 0,
          queries: [{ expr: likelyMistakes("1h"), legend: "told" }],
        }),
        graph({
          title: "Share of 403 by host",
          description: "Over an hour. One host that steps up and stays there is a rule that its people meet.",
          unit: "ratio",
          min: 0,
          queries: [
            {
              expr: `(${refused("1h")} or 0 * sum by (host) (increase(${requests({ host: not("") })}[1h]))) / sum by (host) (increase(${requests({ host: not("") })}[1h]))`,
              legend: "{{host}}",
            },
          ],
          asks: ["IngressRefusesMany"],
        }),
        logs({
          title: "Requests that were blocked",
          description:
            "Audit records of answers 403. One rule alone on one host is often a mistake of the rule: allow it there by its number.",
          view: recordsOf(modsec, {
            what: "what the firewall blocked, and by which rules",
            where: ({ modsec_kind, http_code }) => all(modsec_kind.is("audit"), http_code.is(403)),
            shows: ["hostname", "method", "uri", "matched_rules", "matched_messages", "client_ip"],
          }),
        }),
      ],
    },
    {
      title: "Who attacks?",
      panels: [
        bars({
          title: "Hosts by 403 in a day",
          description: "What attackers want most, or where the rules are too strict: the records above tell which.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sort_desc(${orNoneBy("host", `topk(10, ${refused("1d")})`)})`, legend: "{{host}}" }],
        }),
        graph({
          title: "Answers 403 in an hour by host",
          description: "All hosts at once is a scanner that goes from one to the next.",
          unit: "count",
          min: 0,
          queries: [{ expr: orNoneBy("host", refused("1h")), legend: "{{host}}" }],
        }),
        logs({
          title: "Clients that try one attack after the other",
          description:
            "Blocks by client. Many rules by one address is no mistake: if it goes on, close the ingress to it, and look for what was let through in between.",
          view: countedBy(firewallProbed, "hostname", "uri", "matched_rules"),
        }),
        logs({
          title: "What was matched and let through",
          description:
            "Audit records with another answer than 403: the rules saw something, and its score stayed below the bound, or the firewall only watches.",
          view: recordsOf(modsec, {
            what: "what the firewall saw and did not block",
            where: ({ modsec_kind, http_code, matched_rules }) =>
              all(modsec_kind.is("audit"), isNot(http_code.is(403)), matched_rules.isThere()),
            shows: ["hostname", "method", "uri", "http_code", "matched_rules", "client_ip"],
          }),
        }),
      ],
    },
    seenStream(modsec),
    {
      title: "Is it told?",
      panels: [
        graph({
          title: "Matches of the relay, by detector",
          description: "Alerts in an hour. All detectors at nought for weeks is well, or a flow that matches nothing.",
          unit: "count",
          min: 0,
          queries: [{ expr: `sum by (alertname) (increase(${matched()}[1h]))`, legend: "{{alertname}}" }],
        }),
        graph({
          title: "How the relay answers the aggregator",
          description: "Requests in a second by status. What is refused with a 4 is thrown away, and its alerts with it.",
          unit: "per second",
          min: 0,
          queries: [{ expr: `sum by (code) (rate(${ingested()}[$__rate_interval]))`, legend: "{{code}}" }],
        }),
      ],
    },
  ],
});
