/** A gateway that is away, answers that never come, and what the person is told, played by the whole bridge. */

import { telling } from "../wide";
import { inWorld, world } from "./played-world";

const helper = () => world.home.state("input_select.boiler_zone_mode_set");

test("what the cloud keeps for a gateway that is away ends unconfirmed, and is confirmed by a poll after its return", () =>
  inWorld({ bridge: { pollSeconds: 60 } }, async ({ home, cloud, commandIs, until }) => {
    cloud.connection = "queueing";
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs("unconfirmed");
    await until("the helper follows the boiler", () => helper() === "Automatic");
    cloud.connection = "online";
    await commandIs("confirmed");
    await until("the helper follows the boiler", () => helper() === "Comfort");
    expect(cloud.journal.writes()).toHaveLength(1);
  }));

test.each(
  telling([
    [true, "confirmed", "Comfort"],
    [false, "unconfirmed", "Automatic"],
  ]),
)("a write that hangs (effect: %s) is settled by the next reads as %s", (hasEffect, state, shown) =>
  inWorld({}, async ({ home, cloud, commandIs, until }) => {
    cloud.fail("SetData", { kind: "hang", hasEffect });
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs(state);
    await until("the helper", () => helper() === shown);
    expect(cloud.journal.of("SetData")).toHaveLength(1);
  }),
);

test("a write without an answer, in an outage that asks for quiet, is unknown, left alone and confirmed by a later poll", () =>
  inWorld({ bridge: { pollSeconds: 60 } }, async ({ home, cloud, commandIs, until }) => {
    cloud.fail("SetData", { kind: "answer", status: 503, body: "", hasEffect: true, headers: { "retry-after": "90" } });
    home.changeAsUser("zone_mode_set", "Comfort");
    await commandIs("unknown");
    await commandIs("confirmed");
    await until("the helper", () => helper() === "Comfort");
    const [write, next] = cloud.journal.entries.slice(cloud.journal.entries.findIndex(({ call }) => call === "SetData"));
    expect((next?.at ?? 0) - (write?.at ?? 0)).toBeGreaterThanOrEqual(89_000);
    expect(cloud.journal.writes()).toHaveLength(1);
  }));

test("a person is told of a refusal until a command for the same field succeeds", () =>
  inWorld({}, async ({ home, commandIs, until }) => {
    const notifications = () =>
      home.messages
        .filter(({ domain }) => domain === "persistent_notification")
        .map(({ service, service_data }) => [service, service_data]);
    const id = { notification_id: "boiler_bridge_ch_comfort_temp_set" };
    home.changeAsUser("ch_comfort_temp_set", "16");
    await commandIs("refused");
    await until("the notification", () => notifications().length === 1);
    expect(notifications()).toMatchObject([["create", { ...id, message: expect.stringContaining("above comfort 16") }]]);
    await until("the helper", () => Number(home.state("input_number.boiler_ch_comfort_temp_set")) === 21);
    home.changeAsUser("ch_comfort_temp_set", "23");
    await commandIs("confirmed");
    await until("its end", () => notifications().length === 2);
    expect(notifications()[1]).toMatchObject(["dismiss", id]);
  }));
