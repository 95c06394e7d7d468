import { deadManSeries } from "../components/dead-man/series";
import { statusPageSeries } from "../components/status-page/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES, overAfter } from "./comes-and-goes";
import { serviceDown } from "./service-down";

const { dead_man_pings_total } = deadManSeries;
const { status_page_component_missing, status_page_last_success_timestamp_seconds, status_page_queue_length } = statusPageSeries;

/**
 * The services that alerts go through. Where there is a push service, each of these reaches the operator by it, whatever is wrong with
 * the service it is about.
 *
 * @param page nothing where a site has no status page
 */
export function alertReceivers(page: Scraped | undefined, pinger: Scraped): RuleBundle {
  return area("alert-receivers", { component: "Platform", ...COMES_AND_GOES }, [
    ...(page ? statusPageRules(page) : []),
    ...deadManRules(pinger),
  ]);
}

function statusPageRules({ job: page }: Scraped) {
  const stuck = (queue: string, lastSuccess: string) => ({
    [status_page_queue_length({ job: page, instance: "10.42.0.21:8080" })]: queue,
    [status_page_last_success_timestamp_seconds({ job: page, instance: "10.42.0.21:8080" })]: lastSuccess,
  });
  const missing = (flag: string) => ({
    [status_page_component_missing({ job: page, instance: "10.42.0.21:8080", component: "NTP" })]: flag,
    [status_page_component_missing({ job: page, instance: "10.42.0.21:8080", component: "Mail" })]: "0x20",
  });
  return [
    serviceDown(
      "StatusPageAdapterDown",
      { job: page },
      {
        severity: "warning",
        summary: "The status-page adapter is down",
        description: "The public page keeps what it shows, however wrong. Set components by hand if something is down.",
      },
    ),
    alert("StatusPageStuck", {
      expr: `${status_page_queue_length()} > 0 and on (job, instance) time() - ${status_page_last_success_timestamp_seconds()} > 600`,
      for: minutes(5),
      severity: "warning",
      summary: "The status page does not take what the adapter sends",
      description:
        "{{ $value | humanize }} components wait for ten minutes and more. Look at the adapter's calls by outcome and at its log.",
      fires: after(minutes(16), stuck("1x20", "1x20")),
      silent: [stuck("0x20", "1x20"), stuck("1x20", "60x20")],
    }),
    alert("StatusPageComponentMissing", {
      // `component` is the alert's own label; the one on the page gets a name beside it
      expr: `label_replace(${status_page_component_missing()} == 1, "page_component", "$1", "component", "(.+)")`,
      for: minutes(10),
      severity: "warning",
      summary: "Component {{ $labels.page_component }} is not on the status page",
      description: "Its id in site.yaml names no component of the page: its outages are shown nowhere.",
      fires: missing("1x20"),
      silent: missing("0x20"),
    }),
  ];
}

function deadManRules({ job: pinger }: Scraped) {
  const pings = (failed: string, ok: string) => ({
    [dead_man_pings_total({ job: pinger, instance: "10.42.0.22:8080", outcome: "failed" })]: failed,
    [dead_man_pings_total({ job: pinger, instance: "10.42.0.22:8080", outcome: "ok" })]: ok,
  });
  const pinged = (outcome: string) => `sum(increase(${dead_man_pings_total({ outcome })}[10m])) > 0`;
  return [
    serviceDown(
      "DeadManDown",
      { job: pinger },
      {
        severity: "critical",
        summary: "The dead-man switch gets no heartbeat: its service is down",
        description: "No ping goes out, and the outside service will raise its own alarm. Look at the pods of dead-man.",
      },
    ),
    alert("DeadManPingFailing", {
      expr: `${pinged("failed")} unless ${pinged("ok")}`,
      for: minutes(5),
      severity: "critical",
      summary: "The dead-man switch does not take the heartbeat",
      description:
        "No ping succeeded for ten minutes, and the outside service will raise its own alarm. Look at the reason in dead-man's log.",
      fires: [
        after(minutes(11), pings("0x5 1x30", "0x30")),
        // one that succeeded in the sixth minute counts until the fifteenth
        after(minutes(21), pings("0+1x30", "0x5 1x30")),
      ],
      silent: [pings("0+1x30", "0+1x30"), pings("0x30", "0x30"), overAfter(minutes(17), pings("0x5 1x40", "0x40"))],
    }),
  ];
}
