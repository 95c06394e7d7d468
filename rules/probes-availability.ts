import { probeSeries } from "../components/probes/series";
import { area, type RuleBundle, record } from "../lib/alerts/rule";
import { minutes, toPrometheus } from "../lib/duration";

const { probe_success: success } = probeSeries;

/** A month of it is nine thousand samples for a component, and of what it is made from some millions. */
const EVERY = minutes(5);

/** How much of what users ask of each component was answered: what availability over days and months is read from. */
export function probesAvailability(): RuleBundle {
  const probe = (name: string, component: string) =>
    `${success()}{instance="https://${name}.example.org",component="${component}",probe="${name}",module="http_2xx"}`;
  return area("probes-availability", { interval: EVERY }, [
    record("component:probe_success:avg5m", {
      expr: `avg by (component) (avg_over_time(${success()}[${toPrometheus(EVERY)}]))`,
      unit: "ratio",
      help: "Share of the answers of a component's probes within five minutes that were right, each probe counting alike.",
      gives: [
        {
          after: minutes(20),
          series: { [probe("a", "Mail")]: "1x30", [probe("b", "Mail")]: "0x30", [probe("c", "DNS")]: "1x30" },
          gives: [
            [{ component: "Mail" }, 0.5],
            [{ component: "DNS" }, 1],
          ],
        },
        // what was before is in an earlier sample
        { after: minutes(20), series: { [probe("a", "Mail")]: "0x14 1x30" }, gives: [[{ component: "Mail" }, 1]] },
      ],
    }),
  ]);
}
