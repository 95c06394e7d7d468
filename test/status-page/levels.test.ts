import { critical, firing, resolved, warning } from "./alerts";
import { BURST_MS, HOLD_MS, INTERVAL_MS, idOf, RESYNC_MS, World } from "./world";

const timeless = ({ startsAt: _start, endsAt: _end, ...rest }: ReturnType<typeof firing>) => rest;

describe("what a component shows", () => {
  test.each<[string, readonly unknown[], string]>([
    ["major_outage while a critical alert fires", [firing(critical)], "major_outage"],
    ["degraded_performance while a warning fires", [firing(warning)], "degraded_performance"],
    ["the worst, whatever the order", [firing(critical), firing(warning)], "major_outage"],
    ["the worst, in the other order", [firing(warning), firing(critical)], "major_outage"],
    ["the worst of what fires, though a resolved one comes last", [firing(warning), resolved(critical)], "degraded_performance"],
    ["major_outage for an alert whose times can't be read", [{ ...firing(critical), startsAt: 5, endsAt: "soon" }], "major_outage"],
    ["major_outage for an alert without times", [timeless(firing(critical))], "major_outage"],
    ["operational for info", [firing({ ...critical, severity: "info" })], "operational"],
    ["operational for a severity that nobody knows", [firing({ ...critical, severity: "page" })], "operational"],
    ["operational for another team's alert", [firing({ ...critical, team: "upstream" })], "operational"],
    ["operational for the watchdog", [firing({ ...critical, name: "WatchdogOps" })], "operational"],
    ["operational for an alert that fired and resolved in one webhook", [firing(critical), resolved(critical)], "operational"],
    [
      "the rest's worst, with broken elements between",
      [null, 5, {}, firing(warning), { ...firing(critical), labels: 1 }],
      "degraded_performance",
    ],
  ])("is %s", async (_name, alerts, expected) => {
    const world = await World.started();
    world.hear(alerts);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe(expected);
  });

  test("is raised again when an alert fires again after it resolved", async () => {
    const world = await World.started();
    for (const [elements, wait] of [
      [[firing(critical)], BURST_MS],
      [[resolved(critical)], HOLD_MS + BURST_MS],
      [[firing(critical)], BURST_MS],
    ] as const) {
      world.hear(elements);
      await world.time.pass(wait);
    }
    expect(world.page.sets).toEqual(["c0 major_outage", "c0 operational", "c0 major_outage"]);
  });

  test("stands when a late copy says that an earlier occurrence resolved", async () => {
    const world = await World.started();
    world.hear([firing({ ...critical, startsAt: "2026-08-20T12:00:00Z" })]);
    world.hear([resolved({ ...critical, startsAt: "2026-08-20T11:00:00Z", endsAt: "2026-08-20T11:30:00Z" })]);
    await world.time.pass(RESYNC_MS - 10_000);
    expect(world.status("Mail")).toBe("major_outage");
  });
});

describe("lowering", () => {
  test.each<[string, readonly unknown[], readonly unknown[], string]>([
    ["to operational", [firing(critical)], [resolved(critical)], "operational"],
    ["from major to degraded", [firing(critical), firing(warning)], [resolved(critical)], "degraded_performance"],
    ["from degraded", [firing(warning)], [resolved(warning)], "operational"],
  ])("%s waits for the hold, to the second", async (_name, first, then, lowered) => {
    const world = await World.started();
    world.hear(first);
    await world.time.pass(BURST_MS);
    const before = world.status("Mail");
    world.alertmanager.isDown = true;
    world.hear(then);
    await world.time.pass(HOLD_MS - 1);
    expect(world.status("Mail")).toBe(before);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe(lowered);
  });

  test("begins to wait anew when an alert flaps", async () => {
    const world = await World.started();
    for (let n = 0; n < 10; n++) {
      world.hear([firing(critical)]);
      await world.time.pass(HOLD_MS / 2);
      world.hear([resolved(critical)]);
      await world.time.pass(HOLD_MS / 2);
    }
    expect(world.page.sets).toEqual(["c0 major_outage"]);
  });

  test("goes step by step when the worse alert ends first", async () => {
    const world = await World.started();
    world.alertmanager.isDown = true;
    world.hear([firing(critical), firing(warning)]);
    await world.time.pass(BURST_MS);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS / 2);
    world.hear([resolved(warning)]);
    await world.time.pass(HOLD_MS + BURST_MS);
    expect(world.page.sets).toEqual(["c0 major_outage", "c0 degraded_performance", "c0 operational"]);
  });

  test("waits for the hold after a restart too: nobody knows when it last fired", async () => {
    const world = new World();
    world.page.statuses.set(idOf("Mail"), "major_outage");
    await world.start();
    await world.time.pass(HOLD_MS - 3000);
    expect(world.status("Mail")).toBe("major_outage");
    await world.time.pass(3000 + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("after a lost answer looks first what the page shows", async () => {
    const world = await World.started();
    world.page.ending = ({ kind }) => (kind === "set" ? { kind: "failed", isApplied: true } : { kind: "ok" });
    world.hear([firing(critical)]);
    await world.time.pass(INTERVAL_MS + 500);
    world.page.ending = () => ({ kind: "ok" });
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS - BURST_MS);
    expect(world.page.sets).toEqual(["c0 major_outage"]);
    await world.time.pass(2 * BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });
});
