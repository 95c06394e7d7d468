import { bindSeries } from "../../components/dns/series/bind";
import { unboundSeries } from "../../components/dns/series/unbound";
import { callbackNameAsked, dnsTunnelLikely, miningPoolAsked, torGatewayAsked } from "../../components/log-router/alerts/dns-queries";
import { dashboard } from "../../lib/dashboards/dashboard";
import { goldenSignals } from "../../lib/dashboards/golden-signals";
import { bars, graph, stat, table, timeline } from "../../lib/dashboards/panel";
import { warningBelow } from "../../lib/dashboards/threshold";
import { orNone, orNoneBy } from "../shared/share";

const {
  bind_incoming_requests_total: requests,
  bind_response_rcodes_total: codes,
  bind_up: ownUp,
  bind_zone_serial: serial,
  bind_zone_transfer_failure_total: transfersFailed,
  bind_zone_transfer_rejected_total: transfersRejected,
  bind_zone_transfer_success_total: transfers,
} = bindSeries;
const {
  unbound_answer_rcodes_total: answers,
  unbound_answers_bogus: bogus,
  unbound_answers_secure_total: secure,
  unbound_cache_hits_total: hits,
  unbound_cache_misses_total: misses,
  unbound_expired_total: expired,
  unbound_queries_total: queries,
  unbound_query_ipv6_total: overIPv6,
  unbound_query_tls_total: overTls,
  unbound_query_types_total: types,
  unbound_request_list_current_user: waiting,
  unbound_request_list_exceeded_total: exceeded,
  unbound_response_time_seconds: took,
  unbound_unwanted_queries_total: unwanted,
  unbound_unwanted_replies_total: unwantedReplies,
  unbound_up: resolverUp,
} = unboundSeries;

const increase = (of: string, range: string): string => `sum by (instance) (increase(${of}[${range}]))`;
const share = (part: string, whole: string): string => `${increase(part, "10m")} / (${increase(whole, "10m")} > 0)`;
const rate = (by: string, of: string): string => `sum by (${by}) (rate(${of}[$__rate_interval]))`;
const legend = "{{instance}}";

const ownFailed = share(codes({ rcode: "SERVFAIL" }), codes());
const ownRefused = share(codes({ rcode: "REFUSED" }), codes());
const failed = share(answers({ rcode: "SERVFAIL" }), answers());
const mean = `${increase(took.sum(), "10m")} / (${increase(took.count(), "10m")} > 0)`;
const byServer = (expr: string): string => orNoneBy("instance", expr);
const isUp = { 0: { text: "does not answer", color: "red" }, 1: { text: "answers", color: "green" } } as const;

export const dnsService = dashboard({
  uid: "dns-service",
  title: "DNS service",
  folder: "Network",
  question: "Are the own zones served, and are the names of others found?",
  asker: "whoever can't reach anything by name, or changed a zone",
  areas: ["dns"],
  alerts: [callbackNameAsked, dnsTunnelLikely, miningPoolAsked, torGatewayAsked].map(({ name }) => name),
  next: ["wan", "probes-mail-dns", "k8s-coredns"],
  rows: [
    {
      title: "At a glance",
      panels: [
        stat({
          title: "Name servers that answer",
          description: "Of the own zones, as their exporters see them. One less is one copy of the zones less.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${ownUp()})` }],
          thresholds: [warningBelow(1)],
        }),
        stat({
          title: "Zones served",
          description: "Different ones of all name servers. Fewer than yesterday: one has expired, or its file is wrong.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `count(count by (view, zone_name) (${serial()}))` }],
        }),
        stat({
          title: "Own zones: answers that fail",
          description: "Share of ten minutes that is SERVFAIL, at the name server where it is worst.",
          unit: "ratio",
          decimals: 1,
          width: 4,
          queries: [{ expr: orNone(`max(${ownFailed})`) }],
          asks: ["NameServerFailing"],
        }),
        stat({
          title: "Resolvers that answer",
          description: "Without any nobody finds a name, and everything seems to be down.",
          unit: "count",
          decimals: 0,
          width: 4,
          queries: [{ expr: `sum(${resolverUp()})` }],
          thresholds: [warningBelow(1)],
        }),
        stat({
          title: "Names not found for a fault",
          description: "Share of the resolver's answers in ten minutes that is SERVFAIL, where it is worst.",
          unit: "ratio",
          decimals: 1,
          width: 4,
          queries: [{ expr: orNone(`max(${failed})`) }],
          asks: ["ResolverFailing"],
        }),
        stat({
          title: "Time to find a name",
          description: "On average of what is not in the cache. A tenth of a second is usual; a second is felt everywhere.",
          unit: "seconds",
          width: 4,
          queries: [{ expr: `max(${mean})` }],
          asks: ["ResolverSlow"],
          hasTrend: true,
        }),
      ],
    },
    goldenSignals({
      title: "The resolver: names of others",
      traffic: {
        description: "Queries a second. A jump is one client that asks in a loop, or strangers.",
        queries: [{ expr: rate("instance", queries()), legend }],
      },
      errors: {
        description: "Share of answers that is SERVFAIL. Many at once: its way out, its clock, or the servers that it asks.",
        queries: [{ expr: byServer(failed), legend }],
        asks: ["ResolverFailing"],
      },
      duration: {
        description: "Of what is not in its cache: the average, what half and what 99 of 100 take at most.",
        queries: [
          { expr: mean, legend: "{{instance}} average" },
          { expr: `histogram_quantile(0.5, sum by (le) (rate(${took.bucket()}[$__rate_interval])))`, legend: "half" },
          { expr: `histogram_quantile(0.99, sum by (le) (rate(${took.bucket()}[$__rate_interval])))`, legend: "99 of 100" },
        ],
        asks: ["ResolverSlow"],
      },
    }),
    {
      title: "The resolver: cache, queue and abuse",
      panels: [
        graph({
          title: "What share comes from the cache?",
          description: "Of all queries. A fall after a restart is usual; one that stays makes everything slower.",
          unit: "ratio",
          min: 0,
          max: 1,
          width: 8,
          queries: [{ expr: `${rate("instance", hits())} / (${rate("instance", hits())} + ${rate("instance", misses())} > 0)`, legend }],
        }),
        graph({
          title: "How many queries wait, and how many are dropped?",
          description: "Waiting now, and dropped in ten minutes because too many wait: the servers it asks don't answer, or it is flooded.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [
            { expr: `sum by (instance) (${waiting()})`, legend: "{{instance}} wait" },
            { expr: increase(exceeded(), "10m"), legend: "{{instance}} dropped" },
          ],
          asks: ["ResolverQueueFull"],
        }),
        graph({
          title: "What share of signed answers is rejected?",
          description: "Of half an hour. A few domains are always signed wrongly; many at once are its clock or its trust anchor.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [
            {
              expr: byServer(
                `sum by (instance) (increase(${bogus()}[30m])) / (sum by (instance) (increase(${bogus()}[30m]) + increase(${secure()}[30m])) > 0)`,
              ),
              legend,
            },
          ],
          asks: ["ResolverBogus"],
        }),
        graph({
          title: "Who asks that may not?",
          description: "Queries in a quarter of an hour from clients that may not ask. Many: its port is open to the outside.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [{ expr: increase(unwanted(), "15m"), legend }],
          asks: ["ResolverExposed"],
        }),
        graph({
          title: "What tells of a fault or an attack?",
          description:
            "In five minutes: answers served after their end, since fresh ones did not come, and answers that nobody had asked for.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [
            { expr: increase(expired(), "5m"), legend: "{{instance}} served after their end" },
            { expr: increase(unwantedReplies(), "5m"), legend: "{{instance}} not asked for" },
          ],
        }),
        graph({
          title: "How do clients ask?",
          description:
            "Queries a second over IPv6 and over TLS, of all. A way that falls to nought is a listener or a certificate that is gone.",
          unit: "per second",
          min: 0,
          width: 8,
          queries: [
            { expr: `sum(rate(${overIPv6()}[$__rate_interval]))`, legend: "over IPv6" },
            { expr: `sum(rate(${overTls()}[$__rate_interval]))`, legend: "over TLS" },
            { expr: `sum(rate(${queries()}[$__rate_interval]))`, legend: "all" },
          ],
        }),
        bars({
          title: "What are they asked for?",
          description: "The resolvers' queries of an hour by type. Many TXT or ANY of one client are often a tunnel or an attack.",
          unit: "count",
          width: 24,
          height: 6,
          min: 0,
          queries: [{ expr: `topk(12, sum by (type) (increase(${types()}[1h])))`, legend: "{{type}}" }],
        }),
      ],
    },
    {
      title: "The name servers: own zones",
      panels: [
        table({
          title: "Which version of each zone is served?",
          description: "The highest and the lowest serial of all name servers. Apart for an hour: a change did not reach one of them.",
          by: { zone_name: "Zone", view: "View" },
          width: 12,
          columns: [
            {
              title: "Apart",
              unit: "count",
              decimals: 0,
              expr: `max by (view, zone_name) (${serial()}) - min by (view, zone_name) (${serial()})`,
              asks: ["ZoneSerialsDiffer"],
            },
            { title: "Serial", unit: "state", decimals: 0, expr: `max by (view, zone_name) (${serial()})` },
            { title: "Served by", unit: "count", decimals: 0, expr: `count by (view, zone_name) (${serial()})` },
          ],
        }),
        graph({
          title: "How do they answer?",
          description:
            "Answers a second by code. SERVFAIL: a zone is not loaded. REFUSED: a zone is not served any more, or strangers ask.",
          unit: "per second",
          min: 0,
          width: 12,
          height: 9,
          queries: [{ expr: rate("rcode", codes()), legend: "{{rcode}}" }],
        }),
        graph({
          title: "What share fails?",
          description: "Of ten minutes, by server. A server that serves all of its zones fails at none.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [{ expr: byServer(ownFailed), legend }],
          asks: ["NameServerFailing"],
        }),
        graph({
          title: "What share is refused?",
          description:
            "Of ten minutes, by server. Strangers ask for other people's zones; as many as all others means one of ours is gone.",
          unit: "ratio",
          min: 0,
          width: 8,
          queries: [{ expr: byServer(ownRefused), legend }],
          asks: ["NameServerRefusing"],
        }),
        graph({
          title: "How many transfers of zones fail?",
          description: "Within an hour, with those that went well. Copies expire after some days: look at the other server, key and port.",
          unit: "count",
          min: 0,
          width: 8,
          queries: [
            { expr: increase(transfersFailed(), "1h"), legend: "{{instance}} failed" },
            { expr: increase(transfersRejected(), "1h"), legend: "{{instance}} refused to others" },
            { expr: increase(transfers(), "1h"), legend: "{{instance}} well" },
          ],
          asks: ["ZoneTransfersFailing"],
        }),
        graph({
          title: "How much are they asked?",
          description: "Requests a second by kind. Nought of all: port 53 from outside, or the delegation.",
          unit: "per second",
          width: 24,
          height: 6,
          min: 0,
          queries: [{ expr: rate("opcode", requests()), legend: "{{opcode}}" }],
        }),
      ],
    },
    {
      title: "Who answers",
      panels: [
        timeline({
          title: "Which name servers answer?",
          description: "Those of the own zones. Down while their exporter answers: the process itself.",
          unit: "flag",
          width: 12,
          queries: [{ expr: `max by (instance) (${ownUp()})`, legend }],
          means: isUp,
        }),
        timeline({
          title: "Which resolvers answer?",
          description: "A resolver that comes and goes is killed or restarted: look at its memory and its log.",
          unit: "flag",
          width: 12,
          queries: [{ expr: `max by (instance) (${resolverUp()})`, legend }],
          means: isUp,
        }),
      ],
    },
  ],
});
