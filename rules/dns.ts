import { bindSeries } from "../components/dns/series/bind";
import { unboundSeries } from "../components/dns/series/unbound";
import { after, stillAfter } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { hours, minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES, overAfter } from "./comes-and-goes";
import { exporterDown } from "./exporter-down";
import { fallenSilent } from "./fallen-silent";
import { manyCounted } from "./many-counted";
import { stepping } from "./proof-counter";
import { ofWhole, shareOfCounts } from "./share-of-counts";

/** A server that serves all of its zones fails at none of them. */
const FAILED_SHARE = 0.05;
/** Strangers ask for other people's zones; as many as all others together means that one of ours is not served. */
const REFUSED_SHARE = 0.5;
/** Answers in ten minutes: of fewer, one broken client decides. */
const LEAST_ANSWERS = 50;
/** Per second: a query every ten seconds, so that half an hour without one is no chance. */
const USUAL = 0.1;
/** In an hour: one or two happen when the other side restarts, and are tried again. */
const FAILED_TRANSFERS = 2;
/** Some names in the world are always broken; whoever asks them asks again and again. */
const UNRESOLVED_SHARE = 0.2;
/** Recursion takes a tenth of it on a good line, and clients ask again from a few seconds on. */
const SLOW_SECONDS = 1;
/** Answers in ten minutes. */
const LEAST_RECURSIONS = 30;
/** In ten minutes; each is a client that waits for nothing. */
const DROPPED_QUERIES = 10;
/** Of the answers that are signed: a few domains are always signed wrongly. */
const BOGUS_SHARE = 0.3;
/** Signed answers in half an hour. */
const LEAST_SIGNED = 50;
/** In a quarter of an hour: one in a second, which no misconfigured neighbour makes. */
const STRANGERS_QUERIES = 1000;

/** Name servers of the own zones, and the resolver that asks others. */
export function dns({ job: ownJob }: Scraped, { job: resolverJob }: Scraped): RuleBundle {
  const [own, resolver] = [{ job: ownJob }, { job: resolverJob }];
  const {
    bind_incoming_requests_total: requests,
    bind_response_rcodes_total: codes,
    bind_up: ownUp,
    bind_zone_serial: serial,
    bind_zone_transfer_failure_total: failedTransfers,
  } = bindSeries;
  const {
    unbound_answer_rcodes_total: answers,
    unbound_answers_bogus: bogus,
    unbound_answers_secure_total: secure,
    unbound_request_list_exceeded_total: exceeded,
    unbound_response_time_seconds: took,
    unbound_unwanted_queries_total: unwanted,
    unbound_up: resolverUp,
  } = unboundSeries;

  // proofs: two servers of the same zone, and one resolver
  const [first, second] = [
    { ...own, instance: "10.42.1.41:9119" },
    { ...own, instance: "10.42.2.41:9119" },
  ];
  const atResolver = { ...resolver, instance: "192.168.10.10:9167" };
  const zone = { view: "_default", zone_name: "example.org" };
  const served = (at: typeof first, samples: string, up: string) => ({
    [serial({ ...at, ...zone })]: samples,
    [serial({ ...at, view: "_default", zone_name: "10.168.192.in-addr.arpa" })]: "2026030401x2000",
    [ownUp(at)]: up,
  });
  const serials = (one: number, other: string, view = zone.view) => ({
    [serial({ ...first, ...zone })]: `${one}x200`,
    [serial({ ...second, ...zone, view })]: other,
  });
  const says = (samples: string) => ({ [ownUp(first)]: samples });
  const tells = (samples: string) => ({ [resolverUp(atResolver)]: samples });
  const day = 24 * 60;

  return area("dns", { component: "DNS", severity: "warning", ...COMES_AND_GOES }, [
    exporterDown("NameServerExporterDown", own, {
      severity: "warning",
      summary: "Nobody watches the name servers: their exporter is down",
      description: "Whether the zones are served is not seen. Ask each server for its zones by hand, then look at the exporter.",
    }),
    alert("NameServerDown", {
      expr: `max by (instance) (${ownUp(own)}) == 0`,
      for: minutes(3),
      severity: "critical",
      summary: "The name server behind {{ $labels.instance }} does not answer its exporter",
      description: "It is down, or hangs: the own names are found by other servers alone, or not at all. Look at its process and its log.",
      inhibits: [{ alerts: ["NameServerSilent"] }],
      fires: says("0x60"),
      silent: [says("1x60"), says("0x1 1 0x60")],
    }),
    alert("NameServerFailing", {
      ...shareOfCounts({
        by: "instance",
        part: codes({ ...own, rcode: "SERVFAIL" }),
        whole: codes(own),
        window: minutes(10),
        share: FAILED_SHARE,
        least: LEAST_ANSWERS,
        for: minutes(5),
        given: ofWhole(codes({ ...first, rcode: "SERVFAIL" }), codes({ ...first, rcode: "NOERROR" })),
      }),
      severity: "critical",
      summary: "The name server behind {{ $labels.instance }} fails at its own zones",
      description: "{{ $value | humanize }} of its answers are SERVFAIL (1 is all). A zone has expired or is not loaded; its log names it.",
    }),
    alert("NameServerRefusing", {
      ...shareOfCounts({
        by: "instance",
        part: codes({ ...own, rcode: "REFUSED" }),
        whole: codes(own),
        window: minutes(10),
        share: REFUSED_SHARE,
        least: LEAST_ANSWERS,
        for: minutes(15),
        given: ofWhole(codes({ ...first, rcode: "REFUSED" }), codes({ ...first, rcode: "NOERROR" })),
      }),
      summary: "The name server behind {{ $labels.instance }} refuses most queries",
      description: "{{ $value | humanize }} of its answers (1 is all). A zone is not served any more, or strangers use it for an attack.",
    }),
    alert("ZoneNotLoaded", {
      expr: [
        `max by (instance, view, zone_name) (max_over_time(${serial(own)}[1d]))`,
        `unless max by (instance, view, zone_name) (${serial(own)})`,
        `and on (instance) max by (instance) (${ownUp(own)}) == 1`,
      ].join("\n"),
      for: minutes(5),
      severity: "critical",
      summary: "Zone {{ $labels.zone_name }} is not served any more at {{ $labels.instance }}",
      description: "It was there within a day. A mistake in its file, an expired copy, or a configuration without it; the log says which.",
      inhibits: [{ alerts: ["NameServerFailing", "NameServerRefusing"], sharing: ["instance"] }],
      fires: [
        stillAfter(minutes(60 + 20), served(first, "2026030401x60 stale", "1x2000")),
        // a name server that was down itself comes back without it
        after(minutes(200 + 5), served(first, "2026030401x60 stale", "1x60 0x138 1x2000")),
        after(minutes(1000 + 5), served(first, "2026030401x60 stale", "1x60 0x938 1x2000")),
      ],
      silent: [
        after(minutes(66), served(first, "2026030401x2000", "1x2000")),
        after(minutes(66), served(first, "2026030401x60 stale", "1x60 0x2000")),
        // gone for more than a day: somebody took it out
        overAfter(minutes(60 + day + 10), served(first, "2026030401x60 stale", "1x2000")),
      ],
    }),
    alert("ZoneSerialsDiffer", {
      // a zone that only one server knows differs from none
      expr: `max by (view, zone_name) (${serial(own)}) - min by (view, zone_name) (${serial(own)}) > 0`,
      for: hours(1),
      summary: "The name servers tell different versions of zone {{ $labels.zone_name }}",
      description:
        "They are {{ $value }} apart for an hour: a change did not reach one of them. Look at its transfers and the notifications.",
      fires: serials(2_026_030_402, "2026030401x200"),
      silent: [
        serials(2_026_030_401, "2026030401x200"),
        serials(2_026_030_402, "2026030401x50 2026030402 2026030401x120"),
        // another for those inside, on purpose
        serials(2_026_030_402, "2026030401x200", "internal"),
      ],
    }),
    alert("ZoneTransfersFailing", {
      ...manyCounted({
        by: "instance",
        counts: failedTransfers(own),
        window: hours(1),
        most: FAILED_TRANSFERS,
        given: (counter) => ({ [failedTransfers(first)]: counter }),
      }),
      keepFiringFor: hours(1),
      summary: "The name server behind {{ $labels.instance }} gets no copy of a zone",
      description:
        "{{ $value | humanize }} transfers failed within an hour. Copies expire after some days. Look at the other server, key and port.",
    }),
    alert("NameServerSilent", {
      ...fallenSilent({
        by: "job",
        counts: requests({ ...own, opcode: "QUERY" }),
        quiet: minutes(30),
        usual: USUAL,
        given: (counter) => ({ [requests({ ...first, opcode: "QUERY" })]: counter }),
      }),
      summary: "Nobody asks the name servers any more",
      description: "Not one query in half an hour, of which there were many. Look at port 53 from outside, and at the delegation.",
    }),
    exporterDown("ResolverExporterDown", resolver, {
      severity: "warning",
      summary: "Nobody watches the resolver: its exporter is down",
      description: "Whether names are found is not seen. Ask the resolver by hand, then look at its exporter.",
    }),
    alert("ResolverDown", {
      expr: `max by (instance) (${resolverUp(resolver)}) == 0`,
      for: minutes(3),
      severity: "critical",
      summary: "The resolver behind {{ $labels.instance }} does not answer its exporter",
      description: "It is down, or hangs: whoever asks it finds no name. Look at its process and its log.",
      fires: tells("0x60"),
      silent: [tells("1x60"), tells("0x1 1 0x60")],
    }),
    alert("ResolverFailing", {
      ...shareOfCounts({
        by: "instance",
        part: answers({ ...resolver, rcode: "SERVFAIL" }),
        whole: answers(resolver),
        window: minutes(10),
        share: UNRESOLVED_SHARE,
        least: LEAST_ANSWERS,
        for: minutes(5),
        given: ofWhole(answers({ ...atResolver, rcode: "SERVFAIL" }), answers({ ...atResolver, rcode: "NOERROR" })),
      }),
      severity: "critical",
      summary: "The resolver behind {{ $labels.instance }} does not find many names",
      description:
        "{{ $value | humanize }} of its answers are SERVFAIL (1 is all). Look at its way out, its clock, and the servers it asks.",
      inhibits: [{ alerts: ["ResolverSlow"], sharing: ["instance"] }],
    }),
    alert("ResolverSlow", {
      ...shareOfCounts({
        by: "instance",
        part: took.sum(resolver),
        whole: took.count(resolver),
        window: minutes(10),
        share: SLOW_SECONDS,
        least: LEAST_RECURSIONS,
        for: minutes(15),
        given: (time, count) => ({ [took.sum(atResolver)]: stepping(time), [took.count(atResolver)]: stepping(count) }),
      }),
      summary: "The resolver behind {{ $labels.instance }} takes long to find names",
      description:
        "{{ $value | humanizeDuration }} on the mean for what is not in its cache. Look at the line, at lost packets and at IPv6.",
    }),
    alert("ResolverQueueFull", {
      ...manyCounted({
        by: "instance",
        counts: exceeded(resolver),
        window: minutes(10),
        most: DROPPED_QUERIES,
        for: minutes(5),
        given: (counter) => ({ [exceeded({ ...atResolver, thread: "1" })]: counter }),
      }),
      summary: "The resolver behind {{ $labels.instance }} drops queries: too many wait",
      description: "{{ $value | humanize }} in ten minutes. The servers that it asks don't answer, or it is flooded.",
    }),
    alert("ResolverBogus", {
      expr: [
        `sum by (instance) (increase(${bogus(resolver)}[30m]))`,
        `/ (sum by (instance) (increase(${bogus(resolver)}[30m]) + increase(${secure(resolver)}[30m])) > ${LEAST_SIGNED}) > ${BOGUS_SHARE}`,
      ].join("\n"),
      for: minutes(15),
      ...bogusProof(),
      summary: "The resolver behind {{ $labels.instance }} rejects many signed answers",
      description: "{{ $value | humanize }} of them are said to be forged (1 is all). Look at its clock first, then at its trust anchor.",
    }),
    alert("ResolverExposed", {
      ...manyCounted({
        by: "instance",
        counts: unwanted(resolver),
        window: minutes(15),
        most: STRANGERS_QUERIES,
        given: (counter) => ({ [unwanted(atResolver)]: counter }),
      }),
      keepFiringFor: hours(1),
      summary: "Strangers ask the resolver behind {{ $labels.instance }}",
      description: "{{ $value | humanize }} queries of clients that may not ask, in a quarter of an hour. Close its port to the outside.",
    }),
  ]);

  function bogusProof() {
    const { fires, silent } = shareOfCounts({
      by: "instance",
      part: "",
      whole: "",
      window: minutes(30),
      share: BOGUS_SHARE,
      least: LEAST_SIGNED,
      for: minutes(15),
      given: ofWhole(bogus(atResolver), secure(atResolver)),
    });
    return { fires, silent };
  }
}
