import { alertManagerSeries } from "../components/alert-manager/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { COMES_AND_GOES } from "./comes-and-goes";
import { burstProof } from "./proof-burst";
import { serviceDown } from "./service-down";

const { alertmanager_config_last_reload_successful: loaded, alertmanager_notifications_failed_total: failed } = alertManagerSeries;

/** In a quarter of an hour: each is tried again for minutes before it counts as failed, and the next is five minutes later. */
const FAILED = 1;

/** The alert manager itself. What keeps every alert from getting out, the dead-man switch tells. */
export function alertManager(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const at = { job, instance: "10.42.1.15:9093" };
  return area("alert-manager", { component: "Platform", severity: "warning", ...COMES_AND_GOES }, [
    // whoever reads this got it from one: none is scraped, or it was back when it was sent
    serviceDown("AlertManagerDown", scraped, {
      component: "Platform",
      severity: "warning",
      summary: "The alert manager is not seen by the scraper agent",
      description: "It was away, or can't be scraped. You read this, so alerts get out again. Look at its pods for a restart.",
    }),
    alert("AlertManagerConfigStale", {
      expr: `${loaded({ job })} == 0`,
      for: minutes(10),
      summary: "The alert manager goes on with old routes",
      description:
        "{{ $labels.instance }} could not load the new configuration, and has none at all when it starts next. Its log names the line.",
      fires: { [loaded(at)]: "0x30" },
      silent: [{ [loaded(at)]: "1x30" }, { [loaded(at)]: "0x8 1 0x30" }],
    }),
    alert("AlertManagerNotificationsFailing", {
      // not as a share: one receiver may fail beside others of its kind that get far more
      expr: `sum by (job, integration) (increase(${failed({ job })}[15m])) > ${FAILED}`,
      for: minutes(10),
      severity: "critical",
      summary: "Alerts do not get out by {{ $labels.integration }}",
      description: "{{ $value | humanize }} notifications failed in a quarter of an hour. What goes to that receiver alone reaches nobody.",
      ...burstProof((values) => ({ [failed({ ...at, integration: "webhook", reason: "serverError" })]: values }), {
        over: FAILED,
        range: 15,
        wait: 10,
      }),
    }),
  ]);
}
