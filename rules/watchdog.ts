import { WATCHDOG } from "../lib/alerts/labels";
import { ALWAYS_FIRES } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { seconds } from "../lib/duration";

/** The heartbeat: it always fires, and its absence is noticed outside. */
export function watchdog(): RuleBundle {
  // at most a minute: the evaluator renews an alert for four intervals, and the ping goes out every four minutes
  return area("watchdog", { interval: seconds(30) }, [
    alert(WATCHDOG, {
      expr: "vector(1)",
      severity: "info",
      component: "Platform",
      summary: "The alert path is alive",
      description: "Always firing. The dead-man switch raises its own alert when this one stops arriving.",
      fires: { up: "1x5" },
      silent: ALWAYS_FIRES,
    }),
  ]);
}
