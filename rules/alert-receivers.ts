import { after } from "../lib/alerts/proof";
import { alert, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { serviceDown } from "./service-down";

/** The services that alerts go through. Each of these reaches the operator by push, whatever is wrong with the service it is about. */
export function alertReceivers(page: Scraped, pinger: Scraped): RuleBundle {
  const stuck = (queue: string, lastSuccess: string) => ({
    [`status_page_queue_length{job="${page.job}"}`]: queue,
    [`status_page_last_success_timestamp_seconds{job="${page.job}"}`]: lastSuccess,
  });
  const pings = (outcome: string, values: string) => ({ [`dead_man_pings_total{job="${pinger.job}",outcome="${outcome}"}`]: values });
  const missing = `status_page_component_missing{job="${page.job}",component="NTP"}`;
  return {
    area: "alert-receivers",
    groups: [
      {
        name: "alert-receivers",
        rules: [
          serviceDown("StatusPageAdapterDown", page, {
            severity: "warning",
            component: "Platform",
            summary: "The status-page adapter is down",
            description: "The public page keeps what it shows, however wrong. Set components by hand if something is down.",
          }),
          alert("StatusPageStuck", {
            expr: "status_page_queue_length > 0 and on (job, instance) time() - status_page_last_success_timestamp_seconds > 600",
            for: minutes(5),
            severity: "warning",
            component: "Platform",
            summary: "The status page does not take what the adapter sends",
            description:
              "{{ $value | humanize }} components wait for ten minutes and more. Look at the adapter's calls by outcome and at its log.",
            fires: after(minutes(20), stuck("2x20", "60x20")),
            silent: [
              after(minutes(20), stuck("0x20", "60x20")),
              after(minutes(20), stuck("2x20", "660x20")),
              after(minutes(14), stuck("2x20", "0x20")),
            ],
          }),
          alert("StatusPageComponentMissing", {
            // `component` is the alert's own label; the one on the page gets a name beside it
            expr: 'label_replace(status_page_component_missing == 1, "page_component", "$1", "component", "(.+)")',
            for: minutes(10),
            severity: "warning",
            component: "Platform",
            summary: "Component {{ $labels.page_component }} is not on the status page",
            description: "Its id in site.yaml names no component of the page: its outages are shown nowhere.",
            fires: { [missing]: "1x20" },
            silent: [{ [missing]: "0x20" }, after(minutes(9), { [missing]: "1x20" })],
          }),
          serviceDown("DeadManDown", pinger, {
            severity: "critical",
            component: "Platform",
            summary: "The dead-man switch gets no heartbeat: its service is down",
            description: "No ping goes out, and the outside service will raise its own alarm. Look at the pods of dead-man.",
          }),
          alert("DeadManPingFailing", {
            expr: 'sum(increase(dead_man_pings_total{outcome="failed"}[10m])) > 0 unless sum(increase(dead_man_pings_total{outcome="ok"}[10m])) > 0',
            for: minutes(5),
            severity: "critical",
            component: "Platform",
            summary: "The dead-man switch does not take the heartbeat",
            description:
              "No ping succeeded for ten minutes, and the outside service will raise its own alarm. Look at the reason in dead-man's log.",
            fires: after(minutes(20), { ...pings("failed", "0+1x30"), ...pings("ok", "0x30") }),
            silent: [
              after(minutes(20), { ...pings("failed", "0+1x30"), ...pings("ok", "0+1x30") }),
              after(minutes(20), { ...pings("failed", "0x30"), ...pings("ok", "0+1x30") }),
            ],
          }),
        ],
      },
    ],
  };
}
