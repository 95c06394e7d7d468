import { alertManagerSeries } from "../components/alert-manager/series";
import { after } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { growing } from "./proof-counter";
import { serviceDown } from "./service-down";

const {
  alertmanager_config_last_reload_successful: loaded,
  alertmanager_notifications_failed_total: failed,
  alertmanager_notifications_total: tried,
} = alertManagerSeries;

/** Each is repeated until it succeeds; where most fail, a page is late at least. */
const FAILED_SHARE = 0.5;

/** The alert manager itself. What keeps every alert from getting out, the dead-man switch tells. */
export function alertManager(scraped: Scraped): RuleBundle {
  const { job } = scraped;
  const at = { job, instance: "10.42.1.15:9093" };
  const notified = (all: string, lost: string) => ({
    [tried({ ...at, integration: "webhook" })]: all,
    [failed({ ...at, integration: "webhook", reason: "serverError" })]: lost,
  });
  return area("alert-manager", { component: "Platform", severity: "warning" }, [
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
      expr: [
        `sum by (job, integration) (rate(${failed({ job })}[15m]))`,
        `/ sum by (job, integration) (rate(${tried({ job })}[15m])) > ${FAILED_SHARE}`,
      ].join("\n"),
      for: minutes(10),
      severity: "critical",
      summary: "Alerts do not get out by {{ $labels.integration }}",
      description:
        "{{ $value | humanize }} of its notifications fail (1 is all). What goes by it alone reaches nobody: look at the receiver.",
      fires: [
        after(minutes(11), notified("0+100x60", "0+53x60")),
        // one of them every twelve minutes: half of the range holds none at times
        after(minutes(11), notified(growing(12), growing(12))),
      ],
      silent: [notified("0+100x60", "0+48x60"), notified("40x60", "20x60"), notified("0+1x60", "7x60")],
    }),
  ]);
}
