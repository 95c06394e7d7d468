import { heartbeatGrace, heartbeatPeriod, heartbeatRoutes, pingTiming } from "../../lib/alerts/heartbeat";
import { minutes, seconds } from "../../lib/duration";
import { EXAMPLE } from "../checks/example";

// measured in Alertmanager 0.31: group interval, repeat interval, gap
test.each([
  [minutes(1), seconds(210), minutes(4)],
  [minutes(4), minutes(3), minutes(4)],
  [minutes(2), minutes(3), minutes(4)],
  [minutes(1), minutes(4), minutes(5)],
  [undefined, minutes(4), minutes(5)],
  [minutes(1), undefined, minutes(241)],
])("every %j, again after %j: a ping every %j", (groupInterval, repeatInterval, gap) => {
  expect(pingTiming({ groupInterval, repeatInterval }).gap).toEqual(gap);
});

test("a check waits for a ping that is lost and for the next, with room for a reload", () => {
  const period = heartbeatPeriod(EXAMPLE.routing);
  expect(period.seconds + heartbeatGrace(period).seconds).toBeGreaterThan(2 * period.seconds + 60);
});

test("without a route for the heartbeat nobody knows its period", () => {
  const routing = { root: { ...EXAMPLE.routing.root, routes: [] } };
  expect(heartbeatRoutes(routing)).toEqual([]);
  expect(() => heartbeatPeriod(routing)).toThrow("no route takes WatchdogOps; declare one (components/alert-manager/routing.ts)");
});
