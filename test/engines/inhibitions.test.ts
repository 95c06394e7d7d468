import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { alertmanagerConfig } from "../../lib/alerts/alertmanager-config";
import { TEAM } from "../../lib/alerts/labels";
import { componentsOf } from "../../lib/alerts/owner";
import { ownAlerts } from "../../lib/alerts/rule";
import { fullPlatform } from "../example";
import { type Alertmanager, type PostedAlert, startAlertmanager } from "./alertmanager";
import { describeEngines, temporaryFolder, waitUntil } from "./engine";

const { routing, rules } = fullPlatform();
const alerts = ownAlerts(rules).map(({ rule }) => rule);

/** Every cause with each of its consequences, in a component that both can be of. */
const pairs = alerts.flatMap((cause) =>
  (cause.inhibits ?? []).flatMap(({ alerts: names, sharing = [] }) =>
    names.flatMap((name) => {
      const told = alerts.find((one) => one.name === name);
      const component = told && componentsOf(told.component).find((one) => componentsOf(cause.component).includes(one));
      return told === undefined || component === undefined ? [] : [{ cause, told, component, sharing }];
    }),
  ),
);

type Pair = (typeof pairs)[number];

/** The cause, its consequence, and the same elsewhere where a place makes a difference. */
function sent({ cause, told, component, sharing }: Pair): PostedAlert[] {
  const of = ({ name, severity }: Pair["cause"], place: string) => ({
    labels: { alertname: name, severity, component, team: TEAM, ...Object.fromEntries(sharing.map((label) => [label, place])) },
  });
  return [of(cause, "here"), of(told, "here"), ...(sharing.length > 0 ? [of(told, "elsewhere")] : [])];
}

describeEngines(["alertmanager"], "a cause and what comes of it, in the real alert manager", () => {
  let alertmanager: Alertmanager;

  beforeAll(async () => {
    const file = join(temporaryFolder(), "alertmanager.yml");
    // whom it would tell says the routing
    writeFileSync(file, alertmanagerConfig({ ...routing, root: { receiver: "nobody" }, receivers: [{ name: "nobody" }] }));
    alertmanager = await startAlertmanager(file);
  });
  afterAll(() => alertmanager?.stop());

  test.each(pairs.map((pair) => [pair.cause.name, pair.told.name, pair] as const))(
    "%s is told, %s is not, but elsewhere",
    async (_cause, _told, pair) => {
      const posted = sent(pair);
      const expected = ["active", "suppressed", "active"].slice(0, posted.length);
      await alertmanager.postAlerts(posted);
      let states: readonly (string | undefined)[] = [];
      // it takes a cause over a moment after it was sent one
      await waitUntil(
        async () => {
          const found = await alertmanager.alerts();
          states = posted.map(({ labels }) => found.find((one) => isDeepStrictEqual(one.labels, labels))?.state);
          return isDeepStrictEqual(states, expected);
        },
        () => `they are ${states.join(", ")}, not ${expected.join(", ")}`,
        10_000,
      );
      await alertmanager.postAlerts(posted.map((one) => ({ ...one, endsAt: new Date(Date.now() - 1000).toISOString() })));
    },
  );
});
