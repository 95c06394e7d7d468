import { critical, firing, listed, resolved, warning } from "./alerts";
import { BURST_MS, HOLD_MS, INTERVAL_MS, idOf, RESYNC_MS, SETTLE_MS, World } from "./world";

describe("Alertmanager", () => {
  test("is asked at the start, and what fires shows without a webhook", async () => {
    const world = new World();
    world.alertmanager.listed = [
      listed(critical),
      listed({ component: "DNS", severity: "warning" }),
      listed({ component: "NTP" }, "suppressed"),
    ];
    await world.start();
    await world.time.pass(3 * INTERVAL_MS);
    expect([world.status("Mail"), world.status("DNS"), world.status("NTP")]).toEqual([
      "major_outage",
      "degraded_performance",
      "operational",
    ]);
  });

  test("ends what it does not list, when it is settled", async () => {
    const world = await World.started();
    world.hear([firing(critical)]);
    await world.time.pass(RESYNC_MS + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test.each<[string, (world: World) => void]>([
    ["does not answer", (world) => (world.alertmanager.isDown = true)],
    ["runs for less than the settling time", (world) => (world.alertmanager.startedAt = world.time.now() + 10 * RESYNC_MS)],
    ["does not say since when it runs", (world) => (world.alertmanager.startedAt = undefined)],
    ["lists what can't be read", (world) => (world.alertmanager.listed = [{ labels: {} }])],
  ])("that %s ends nothing; a resolved element does", async (_name, make) => {
    const world = await World.started();
    make(world);
    world.hear([firing(critical), firing(warning)]);
    await world.time.pass(3 * RESYNC_MS);
    expect(world.status("Mail")).toBe("major_outage");
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("degraded_performance");
  });

  test.each<[string, (world: World) => void]>([
    ["does not answer", (world) => (world.alertmanager.isDown = true)],
    ["is young", (world) => (world.alertmanager.startedAt = world.time.now() + 2 * RESYNC_MS)],
  ])("that %s at the start leaves the page as it is, until the alert resolves by name", async (_name, make) => {
    const world = new World();
    make(world);
    world.page.statuses.set(idOf("Mail"), "major_outage").set(idOf("DNS"), "degraded_performance");
    await world.start();
    world.hear([resolved(warning)]);
    await world.time.pass(2 * RESYNC_MS);
    expect([world.status("Mail"), world.status("DNS")]).toEqual(["major_outage", "degraded_performance"]);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS + BURST_MS);
    expect([world.status("Mail"), world.status("DNS")]).toEqual(["operational", "degraded_performance"]);
  });

  test("that is young does not become old by a clock that is set forward", async () => {
    const world = await World.started();
    world.alertmanager.startedAt = world.time.now();
    world.hear([firing(critical)]);
    world.core.resync();
    await world.time.pass(BURST_MS);
    world.clockOffMs = 10 * SETTLE_MS;
    world.core.resync();
    await world.time.pass(HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
    await world.time.pass(SETTLE_MS + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("that is old does not become young by a clock that is set back", async () => {
    const world = await World.started();
    world.hear([firing(critical)]);
    world.clockOffMs = -10 * SETTLE_MS;
    await world.time.pass(RESYNC_MS + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("that becomes old enough is asked then, not a whole interval later", async () => {
    const world = new World();
    world.alertmanager.startedAt = world.time.now() - SETTLE_MS + 20_000;
    world.page.statuses.set(idOf("Mail"), "major_outage");
    await world.start();
    await world.time.pass(20_000 + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("does not end what a webhook brought while it was asked", async () => {
    const world = await World.started();
    world.alertmanager.latencyMs = 5000;
    world.hear([], true);
    await world.time.pass(1000);
    world.hear([firing(critical)]);
    await world.time.pass(5000 + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("does not bring back what resolved while it was asked", async () => {
    const world = await World.started();
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.alertmanager.listed = [listed(critical)];
    world.alertmanager.latencyMs = 5000;
    world.hear([], true);
    await world.time.pass(1000);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("is asked when a webhook was truncated, and what was cut off shows", async () => {
    const world = await World.started();
    world.alertmanager.listed = [listed(critical)];
    const { asked } = world.alertmanager;
    world.hear([firing({ component: "DNS" })], true);
    await world.time.pass(3 * INTERVAL_MS);
    expect(world.alertmanager.asked).toBe(asked + 1);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("is asked once a second at most, however many webhooks are truncated", async () => {
    const world = await World.started();
    const { asked } = world.alertmanager;
    for (let n = 0; n < 100; n++) {
      world.hear([], true);
      await world.time.pass(50);
    }
    expect(world.alertmanager.asked - asked).toBeLessThanOrEqual(6);
  });

  test("is not waited for by a raise", async () => {
    const world = new World();
    world.alertmanager.latencyMs = 10_000;
    void world.core.start();
    world.hear([firing(critical)]);
    await world.time.pass(2 * INTERVAL_MS + 50);
    expect(world.status("Mail")).toBe("major_outage");
  });
});
