import { HEALTHY } from "../../components/healthy";
import { WATCHDOG } from "../../lib/alerts/labels";
import { minutes } from "../../lib/duration";
import { kept, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { judged } from "./judged-faults";
import { ordinaryEvents } from "./ordinary-events";
import { pushMessages } from "./push-messages";
import { startVictoriaMetrics } from "./victoria-metrics";
import { EVALUATION_SECONDS, plannedRules } from "./world";

/** On any day. */
const MOST_MESSAGES = 15;
/** What an event leads to is over by then. */
const WATCHED = minutes(90);
/** Seconds that pass in one while it is played to the alert manager. */
const SPEED = 90;

describeEngines(["victoria-metrics-1.150", "vmalert-1.150", "alertmanager"], "an ordinary month", () => {
  test(
    "nobody is told more than fifteen things on any day",
    async () => {
      const platform = fullPlatform();
      const world = kept(worldOf(platform, HEALTHY, 1));
      const events = ordinaryEvents(world);
      const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
      const faults = events.map(({ title, change }) => ({ title, change, expect: { nothingFor: WATCHED } }));
      const verdicts = await judged(faults, world, plannedRules(platform.manifests), store).finally(() => store.stop());
      const scenarios = verdicts.map(({ courses }) => courses.filter(({ labels }) => labels.alertname !== WATCHDOG));
      const told = await pushMessages({
        routing: platform.routing,
        scenarios,
        length: WATCHED.seconds,
        step: EVALUATION_SECONDS,
        speed: SPEED,
      });
      const days = Array.from({ length: 30 }, (_, index) => {
        const those = events.flatMap((event, at) =>
          event.days.filter((day) => day === index + 1).map(() => ({ title: event.title, messages: told[at] ?? [] })),
        );
        return { day: index + 1, count: those.reduce((sum, { messages }) => sum + messages.length, 0), those };
      });
      const total = days.reduce((sum, { count }) => sum + count, 0);
      console.log(`${total} messages in the month: ${days.map(({ count }) => count).join(" ")}`);
      expect(days.filter(({ count }) => count > MOST_MESSAGES)).toEqual([]);
      // a month of silence would be no trial
      expect(total).toBeGreaterThan(5);
    },
    15 * 60_000,
  );
});
