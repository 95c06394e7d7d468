import { deadManSeries } from "../../../components/dead-man/series";
import { aggregatorSeries } from "../../../components/logging/series";
import { relaySeries } from "../../../components/relay/series";
import { statusPageSeries } from "../../../components/status-page/series";
import { minutes } from "../../../lib/duration";
import { counts } from "../../../lib/world/course";
import {
  appears,
  becomes,
  countsFaster,
  freezes,
  moves,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

/** Relay, status page and dead-man switch: what alerts go through. */
export const alertPathFaults: Faults = ({ targets: all }) => {
  const [oneRelay] = all.filter(({ labels }) => labels.job === "relay");
  return [
    { title: "no relay answers", change: targetFails(targets({ job: "relay" })), expect: platform("RelayDown", "critical", 6) },
    { title: "the relay was removed", change: targetGoes(targets({ job: "relay" })), expect: platform("RelayDown", "critical", 6) },
    {
      title: "one of two relays does not answer",
      change: targetFails((target) => target === oneRelay),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "relay and dead-man switch were rolled out anew, and count from zero",
      change: together(startsAgain(relaySeries.relay_alertmanager_posts_total()), startsAgain(deadManSeries.dead_man_pings_total())),
      expect: { nothingFor: minutes(30) },
    },
    {
      title: "the aggregator sends the relay chunks that it takes for too large",
      change: appears("relay", relaySeries.relay_ingest_requests_total({ code: "413" }), counts(0.1)),
      expect: platform("RelayRefusing", "critical", 17),
    },
    {
      title: "the relay does not reach Alertmanager",
      change: countsFaster(relaySeries.relay_alertmanager_posts_total({ outcome: "failed" }), 0.02),
      expect: platform("RelayPostFailing", "critical", 18),
    },
    {
      title: "Alertmanager refuses what the relay posts",
      change: countsFaster(relaySeries.relay_alertmanager_posts_total({ outcome: "rejected" }), 0.02),
      expect: platform("RelayAlertsRejected", "critical", 3),
    },
    {
      title: "the aggregator's buffer for the relay fills up",
      change: moves(aggregatorSeries.fluentd_output_status_buffer_available_space_ratio(), 0, minutes(20)),
      expect: platform("RelayBufferOverflow", "warning", 20),
    },
    {
      title: "the adapter of the status page does not answer",
      change: targetFails(targets({ job: "status-page" })),
      expect: platform("StatusPageAdapterDown", "warning", 6),
    },
    {
      title: "the page takes nothing more",
      change: becomes(statusPageSeries.status_page_queue_length(), 2),
      expect: platform("StatusPageStuck", "warning", 6),
    },
    {
      title: "somebody deleted a component of the page",
      change: becomes(statusPageSeries.status_page_component_missing({ component: "NTP" }), 1),
      expect: platform("StatusPageComponentMissing", "warning", 11),
    },
    {
      title: "no dead-man switch answers",
      change: targetFails(targets({ job: "dead-man" })),
      expect: platform("DeadManDown", "critical", 6),
    },
    {
      title: "the outside service takes no ping",
      change: together(
        freezes(deadManSeries.dead_man_pings_total({ outcome: "ok" })),
        countsFaster(deadManSeries.dead_man_pings_total({ outcome: "failed" }), 1 / 240),
      ),
      expect: platform("DeadManPingFailing", "critical", 20),
    },
  ];
};
