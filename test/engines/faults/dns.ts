import { bindSeries as bind } from "../../../components/dns/series/bind";
import { unboundSeries as unbound } from "../../../components/dns/series/unbound";
import { minutes } from "../../../lib/duration";
import { matches } from "../../../lib/series";
import { becomes, countsFaster, freezes, goes, startsAgain, targetFails, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("DNS");

export const dnsFaults: Faults = ({ cluster: { site }, targets: all }) => {
  const [first, second] = all.filter(({ scrape }) => scrape === "dns-authoritative").map(({ labels }) => labels.instance);
  if (first === undefined || second === undefined) throw new Error("the world has two name servers");
  const zone = { zone_name: site.domain };
  return [
    {
      title: "one of the name servers ended with a mistake in its configuration",
      change: together(becomes(bind.bind_up({ instance: first }), 0), goes(`{__name__=~"bind_[^u].*",instance="${first}"}`)),
      expect: { ...of("NameServerDown", "critical", 4), never: ["ZoneNotLoaded"] },
    },
    {
      title: "the exporters of the name servers have ended",
      change: targetFails(targets({ job: "dns-authoritative" })),
      expect: of("NameServerExporterDown", "warning", 6),
    },
    {
      title: "a zone has expired on one of the name servers",
      change: together(
        goes(bind.bind_zone_serial({ instance: second, ...zone })),
        countsFaster(bind.bind_response_rcodes_total({ instance: second, rcode: "SERVFAIL" }), 1),
        countsFaster(bind.bind_responses_total({ instance: second, result: "SERVFAIL" }), 1),
      ),
      expect: [of("ZoneNotLoaded", "critical", 6), of("NameServerFailing", "critical", 8)],
    },
    {
      title: "somebody floods others by way of the name servers, which refuse",
      change: together(
        countsFaster(bind.bind_response_rcodes_total({ rcode: "REFUSED" }), 8),
        countsFaster(bind.bind_incoming_requests_total({ opcode: "QUERY" }), 8),
      ),
      expect: of("NameServerRefusing", "warning", 24),
    },
    {
      title: "a name server's key for transfers was changed on one side, and then a record",
      change: together(
        becomes(bind.bind_zone_serial({ instance: first, ...zone }), 2_026_030_405),
        freezes(bind.bind_zone_transfer_success_total({ instance: second })),
        countsFaster(bind.bind_zone_transfer_failure_total({ instance: second }), 1 / 300),
      ),
      expect: [of("ZoneTransfersFailing", "warning", 20), of("ZoneSerialsDiffer", "warning", 62)],
    },
    {
      title: "the domain's delegation leads elsewhere",
      change: together(
        freezes(bind.bind_incoming_requests_total()),
        freezes(bind.bind_incoming_queries_total()),
        freezes(bind.bind_response_rcodes_total()),
      ),
      expect: of("NameServerSilent", "warning", 32),
    },
    {
      title: "the exporter of the resolver has ended",
      change: targetFails(targets({ job: "dns-recursive" })),
      expect: of("ResolverExporterDown", "warning", 6),
    },
    {
      title: "the resolver has ended",
      change: together(becomes(unbound.unbound_up(), 0), goes('{__name__=~"unbound_[^u].*|unbound_un.*"}')),
      expect: of("ResolverDown", "critical", 4),
    },
    {
      title: "the resolver was updated and counts from zero, with an empty cache",
      change: together(
        startsAgain(unbound.unbound_queries_total()),
        startsAgain(unbound.unbound_cache_hits_total()),
        startsAgain(unbound.unbound_cache_misses_total()),
        startsAgain(unbound.unbound_answer_rcodes_total()),
      ),
      expect: { nothingFor: minutes(60) },
    },
    {
      title: "the servers that the resolver asks don't answer",
      change: together(
        freezes(unbound.unbound_answer_rcodes_total({ rcode: matches("NOERROR|NXDOMAIN") })),
        countsFaster(unbound.unbound_answer_rcodes_total({ rcode: "SERVFAIL" }), 5),
      ),
      expect: of("ResolverFailing", "critical", 9),
    },
    {
      title: "every second packet on the resolver's way out is lost",
      change: together(
        countsFaster(unbound.unbound_response_time_seconds.sum(), 3),
        becomes(unbound.unbound_recursion_time_seconds_avg(), 1.9),
        becomes(unbound.unbound_recursion_time_seconds_median(), 0.8),
      ),
      expect: of("ResolverSlow", "warning", 24),
    },
    {
      title: "the servers of a busy domain hang, and queries wait",
      change: together(
        becomes(unbound.unbound_request_list_current_user(), 1024),
        countsFaster(unbound.unbound_request_list_exceeded_total(), 0.5),
      ),
      expect: of("ResolverQueueFull", "warning", 7),
    },
    {
      title: "the resolver's host has the wrong date",
      change: together(
        freezes(unbound.unbound_answers_secure_total()),
        countsFaster(unbound.unbound_answers_bogus(), 0.5),
        countsFaster(unbound.unbound_answer_rcodes_total({ rcode: "SERVFAIL" }), 0.5),
      ),
      expect: of("ResolverBogus", "warning", 28),
    },
    {
      title: "the resolver's port was opened to the outside",
      change: countsFaster(unbound.unbound_unwanted_queries_total(), 3),
      expect: of("ResolverExposed", "warning", 7),
    },
  ];
};
