import type { Component } from "../../lib/site/component";
import { COMPONENTS } from "../../lib/site/component";
import { firing, listed, resolved, type TestAlert } from "./alerts";
import type { Ending } from "./virtual-page";
import { HOLD_MS, INTERVAL_MS, idOf, ids, RESYNC_MS, SETTLE_MS, World } from "./world";

const critical: TestAlert = { component: "Mail", severity: "critical" };
const warning: TestAlert = { name: "MailSlow", component: "Mail", severity: "warning" };
/** A list and a call. */
const BURST_MS = 2 * INTERVAL_MS + 50;

async function started(options: ConstructorParameters<typeof World>[0] = {}): Promise<World> {
  const world = new World(options);
  await world.start();
  return world;
}

describe("what a component shows", () => {
  test.each<[string, readonly unknown[], string]>([
    ["major_outage while a critical alert fires", [firing(critical)], "major_outage"],
    ["degraded_performance while a warning fires", [firing(warning)], "degraded_performance"],
    ["the worst, whatever the order", [firing(critical), firing(warning)], "major_outage"],
    ["the worst, in the other order", [firing(warning), firing(critical)], "major_outage"],
    ["the worst of what fires, though a resolved one comes last", [firing(warning), resolved(critical)], "degraded_performance"],
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
    const world = await started();
    world.hear(alerts);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe(expected);
  });

  test("is raised again when an alert fires again after it resolved", async () => {
    const world = await started();
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
    const world = await started();
    world.hear([firing({ ...critical, startsAt: "2026-08-20T12:00:00Z" })]);
    world.hear([resolved({ ...critical, startsAt: "2026-08-20T11:00:00Z", endsAt: "2026-08-20T11:30:00Z" })]);
    await world.time.pass(RESYNC_MS - 10_000);
    expect(world.status("Mail")).toBe("major_outage");
  });
});

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
    const world = await started();
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
    const world = await started();
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

  test("that becomes old enough is asked then, not a whole interval later", async () => {
    const world = new World();
    world.alertmanager.startedAt = world.time.now() - SETTLE_MS + 20_000;
    world.page.statuses.set(idOf("Mail"), "major_outage");
    await world.start();
    await world.time.pass(20_000 + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("operational");
  });

  test("does not end what a webhook brought while it was asked", async () => {
    const world = await started();
    world.alertmanager.latencyMs = 5000;
    world.hear([], true);
    await world.time.pass(1000);
    world.hear([firing(critical)]);
    await world.time.pass(5000 + HOLD_MS + BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("does not bring back what resolved while it was asked", async () => {
    const world = await started();
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
    const world = await started();
    world.alertmanager.listed = [listed(critical)];
    const { asked } = world.alertmanager;
    world.hear([firing({ component: "DNS" })], true);
    await world.time.pass(3 * INTERVAL_MS);
    expect(world.alertmanager.asked).toBe(asked + 1);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("is asked once a second at most, however many webhooks are truncated", async () => {
    const world = await started();
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

describe("calls", () => {
  test("of a storm are one list and one per component, the worst first, one interval apart", async () => {
    const world = await started();
    const before = world.page.made.length;
    world.hear(COMPONENTS.map((component, n) => firing({ component, severity: n % 2 === 0 ? "warning" : "critical" })));
    await world.time.pass(11 * INTERVAL_MS);
    const calls = world.page.made.slice(before);
    expect(calls.map(({ call }) => (call.kind === "set" ? call.level : call.kind))).toEqual([
      "components",
      ...Array(5).fill("major_outage"),
      ...Array(5).fill("degraded_performance"),
    ]);
    expect(Math.max(...calls.slice(1).map(({ at }, n) => at - (calls[n]?.at ?? 0)))).toBe(INTERVAL_MS);
    expect(world.page.mostOpen).toBe(1);
  });

  test("raise before they lower", async () => {
    const world = await started();
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS - 10);
    world.hear([firing({ component: "NTP", severity: "warning" })]);
    await world.time.pass(4 * INTERVAL_MS);
    expect(world.page.sets.slice(1)).toEqual(["c9 degraded_performance", "c0 operational"]);
  });

  test("carry the newest wish only", async () => {
    const world = await started();
    world.page.ending = () => ({ kind: "ok", latencyMs: 5000 });
    world.hear([firing({ component: "DNS" })]);
    await world.time.pass(1000);
    world.hear([firing(warning)]);
    world.hear([firing(critical)]);
    world.hear([resolved(critical), resolved(warning)]);
    world.hear([firing(warning)]);
    await world.time.pass(20_000);
    expect(world.page.sets).toEqual(["c6 major_outage", "c0 degraded_performance"]);
  });

  test("are not made for what was over before its turn", async () => {
    const world = await started();
    world.page.ending = () => ({ kind: "ok", latencyMs: 5000 });
    world.hear([firing({ component: "DNS" })]);
    await world.time.pass(1000);
    world.hear([firing(critical)]);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS);
    expect(world.page.sets).toEqual(["c6 major_outage"]);
  });

  test("are not made twice for a repeated webhook", async () => {
    const world = await started();
    for (let n = 0; n < 5; n++) {
      world.hear([firing(critical)]);
      await world.time.pass(10_000);
    }
    expect(world.page.sets).toEqual(["c0 major_outage"]);
  });

  test("read every page of the list, each in its turn, until all components are found", async () => {
    const world = new World();
    world.page.pageSize = 4;
    await world.start();
    await world.time.pass(2 * INTERVAL_MS);
    expect(world.page.made.map(({ call }) => (call.kind === "components" ? call.page : 0))).toEqual([1, 2, 3]);
    world.hear([firing({ component: "NTP" })]);
    await world.time.pass(4 * INTERVAL_MS);
    expect(world.status("NTP")).toBe("major_outage");
  });

  test("wait an interval after the start: the process before may just have made one", async () => {
    const world = new World();
    const begun = world.time.now();
    await world.start();
    expect(world.page.made[0]?.at).toBe(begun + INTERVAL_MS);
  });

  /** The gaps between the first calls of a storm over one component, in seconds. */
  async function gaps(ending: Ending, count: number): Promise<number[]> {
    const world = await started();
    const before = world.page.made.length;
    world.page.ending = ({ kind }) => (kind === "set" ? ending : { kind: "ok" });
    world.hear([firing(critical)]);
    await world.time.pass(600_000);
    const sets = world.page.made.slice(before).filter(({ call }) => call.kind === "set");
    return sets.slice(1, count + 1).map(({ at }, n) => Math.round((at - (sets[n]?.at ?? 0)) / 10) / 100);
  }

  test.each<[string, Ending, readonly number[]]>([
    ["what Retry-After says", { kind: "rate_limited", retryAfterMs: 7000 }, [7.02, 7.02]],
    [
      "a second, doubling to a minute, without Retry-After",
      { kind: "rate_limited", retryAfterMs: undefined },
      [1.1, 2.02, 4.02, 8.02, 16.02],
    ],
    ["no less than the interval", { kind: "rate_limited", retryAfterMs: 0 }, [1.1, 1.1]],
    ["half a second, doubling, after a 5xx", { kind: "failed", isApplied: false }, [1.1, 1.1, 2.02, 4.02, 8.02, 16.02]],
    ["a minute after 401 and 403", { kind: "unauthorized" }, [60, 60]],
    ["a minute after a refusal", { kind: "refused" }, [60, 60]],
  ])("wait %s", async (_name, ending, expected) => {
    const actual = await gaps(ending, expected.length);
    // A pause may be followed by a list, which takes a turn of its own.
    for (const [n, gap] of actual.entries()) {
      expect(gap).toBeGreaterThanOrEqual((expected[n] ?? 0) - 0.02);
      expect(gap).toBeLessThanOrEqual((expected[n] ?? 0) + 1.2);
    }
    expect(actual).toHaveLength(expected.length);
  });

  test("are at most thirty seconds apart while the page fails", async () => {
    const world = await started();
    world.alertmanager.isDown = true;
    world.page.ending = () => ({ kind: "failed", isApplied: false });
    world.hear([firing(critical)]);
    await world.time.pass(600_000);
    const times = world.page.made.map(({ at }) => at);
    expect(Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0)))).toBeLessThanOrEqual(30_100);
    world.page.ending = () => ({ kind: "ok" });
    await world.time.pass(35_000);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test.each(["refused", "failed"] as const)("for one component that are %s for ever don't block the others", async (kind) => {
    const world = await started();
    world.page.ending = (call) => (call.kind === "set" && call.id === idOf("Mail") ? { kind, isApplied: false } : { kind: "ok" });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(20 * INTERVAL_MS);
    expect(COMPONENTS.filter((component) => world.status(component) !== "major_outage")).toEqual(["Mail"]);
    expect(world.core.reconciler.queueLength(world.time.now())).toBe(1);
    world.page.ending = () => ({ kind: "ok" });
    await world.time.pass(61_000);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("for another level are made at once, though the page refused one", async () => {
    const world = await started();
    world.page.ending = (call) => (call.kind === "set" && call.level === "degraded_performance" ? { kind: "refused" } : { kind: "ok" });
    world.hear([firing(warning)]);
    await world.time.pass(BURST_MS);
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("stop at the shutdown, after the one in flight", async () => {
    const world = await started();
    world.page.ending = () => ({ kind: "ok", latencyMs: 2000 });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(1000);
    const made = world.page.made.length;
    let isStopped = false;
    void world.core.stop().then(() => {
      isStopped = true;
    });
    await world.time.pass(500);
    expect(isStopped).toBe(false);
    await world.time.pass(60_000);
    expect([isStopped, world.page.made.length]).toEqual([true, made]);
  });
});

describe("lowering", () => {
  test.each<[string, readonly unknown[], readonly unknown[], string]>([
    ["to operational", [firing(critical)], [resolved(critical)], "operational"],
    ["from major to degraded", [firing(critical), firing(warning)], [resolved(critical)], "degraded_performance"],
    ["from degraded", [firing(warning)], [resolved(warning)], "operational"],
  ])("%s waits for the hold, to the second", async (_name, first, then, lowered) => {
    const world = await started();
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
    const world = await started();
    for (let n = 0; n < 10; n++) {
      world.hear([firing(critical)]);
      await world.time.pass(HOLD_MS / 2);
      world.hear([resolved(critical)]);
      await world.time.pass(HOLD_MS / 2);
    }
    expect(world.page.sets).toEqual(["c0 major_outage"]);
  });

  test("goes step by step when the worse alert ends first", async () => {
    const world = await started();
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
    const world = await started();
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

describe("whose status it is", () => {
  const hasHeld = (world: World, component: Component) => world.core.reconciler.state(component).isHeld;

  test.each<[string, boolean]>([
    ["operational", false],
    ["degraded_performance", false],
    ["major_outage", false],
    ["", false],
    ["under_maintenance", true],
    ["partial_outage", true],
    ["something_new", true],
  ])("%p at the start is a person's: %p", async (status, expected) => {
    const world = new World();
    world.page.statuses.set(idOf("Mail"), status);
    await world.start();
    expect(hasHeld(world, "Mail")).toBe(expected);
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe(expected ? status : "major_outage");
  });

  test.each(["under_maintenance", "partial_outage", "degraded_performance", "major_outage"])(
    "%p that we did not send is a person's",
    async (status) => {
      const world = await started();
      world.page.statuses.set(idOf("Mail"), status);
      world.hear([firing(status === "degraded_performance" ? critical : warning)]);
      await world.time.pass(BURST_MS);
      expect([hasHeld(world, "Mail"), world.status("Mail")]).toEqual([true, status]);
      expect(world.notices).toContainEqual({ kind: "held by a person", component: "Mail" });
    },
  );

  test("a person's status stays until the page shows operational, and then what fires shows", async () => {
    const world = await started();
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.alertmanager.listed = [listed(critical)];
    world.page.statuses.set(idOf("Mail"), "under_maintenance");
    await world.time.pass(3 * RESYNC_MS);
    world.page.statuses.set(idOf("Mail"), "degraded_performance");
    await world.time.pass(3 * RESYNC_MS);
    expect([world.status("Mail"), hasHeld(world, "Mail")]).toEqual(["degraded_performance", true]);
    world.page.statuses.set(idOf("Mail"), "operational");
    await world.time.pass(35_000);
    expect([world.status("Mail"), hasHeld(world, "Mail")]).toEqual(["major_outage", false]);
  });

  test("a person's change shows although nothing is sent", async () => {
    const world = await started();
    world.page.statuses.set(idOf("Mail"), "under_maintenance");
    await world.time.pass(RESYNC_MS + INTERVAL_MS);
    expect(hasHeld(world, "Mail")).toBe(true);
  });

  test.each<[string, Ending, number]>([
    ["applied, though it answered 500", { kind: "failed", isApplied: true }, 0],
    ["not applied", { kind: "failed", isApplied: false }, 0],
    ["applied after the time was up", { kind: "timeout", appliedAfterMs: 12_000 }, 0],
    ["applied long after the time was up", { kind: "timeout", appliedAfterMs: 40_000 }, 40_000],
  ])("a call whose answer was lost and that was %s leaves the status ours", async (_name, ending, wait) => {
    const world = await started();
    let isFirst = true;
    world.page.ending = ({ kind }) => {
      if (kind !== "set" || !isFirst) return { kind: "ok" };
      isFirst = false;
      return ending;
    };
    world.hear([firing(warning)]);
    await world.time.pass(INTERVAL_MS + 500);
    world.hear([firing(critical)]);
    world.alertmanager.listed = [listed(critical), listed(warning)];
    await world.time.pass(60_000 + wait);
    expect([world.status("Mail"), hasHeld(world, "Mail")]).toEqual(["major_outage", false]);
  });
});

describe("a component that the page lacks", () => {
  test("is told once, costs no call, and the others go on; found later, it is set", async () => {
    const world = new World();
    world.page.statuses.delete(idOf("Mail"));
    await world.start();
    world.alertmanager.listed = [listed(critical), listed({ component: "DNS" })];
    world.hear([firing(critical), firing({ component: "DNS" })]);
    await world.time.pass(2 * RESYNC_MS);
    expect(world.notices.filter(({ kind }) => kind === "missing")).toEqual([{ kind: "missing", component: "Mail" }]);
    expect(world.page.sets).toEqual(["c6 major_outage"]);
    expect(world.core.reconciler.state("Mail").isMissing).toBe(true);
    world.page.statuses.set(idOf("Mail"), "operational");
    await world.time.pass(RESYNC_MS + BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
    expect(world.core.reconciler.state("Mail").isMissing).toBe(false);
  });

  test("of the map is left out without harm when the map has fewer than ten", async () => {
    const world = await started({ components: new Map([...ids].slice(0, 2)) });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(5 * INTERVAL_MS);
    expect(world.page.sets).toEqual(["c0 major_outage", "c1 major_outage"]);
  });
});

describe("incidents", () => {
  const open = (world: World) =>
    world.page.incidents.filter(({ isResolved }) => !isResolved).map(({ component, level }) => `${component} ${level}`);

  test("are not made unless asked for", async () => {
    const world = await started();
    world.hear([firing(critical)]);
    await world.time.pass(60_000);
    expect(world.page.kinds.filter((kind) => kind.includes("incident"))).toEqual([]);
  });

  test("are one per component while it is down, updated and resolved with it", async () => {
    const world = await started({ incidents: true });
    world.alertmanager.isDown = true;
    world.hear([firing(warning)]);
    await world.time.pass(4 * INTERVAL_MS);
    expect(open(world)).toEqual(["Mail degraded_performance"]);
    world.hear([firing(critical)]);
    await world.time.pass(4 * INTERVAL_MS);
    expect(open(world)).toEqual(["Mail major_outage"]);
    world.hear([resolved(critical), resolved(warning)]);
    await world.time.pass(HOLD_MS + 4 * INTERVAL_MS);
    expect(open(world)).toEqual([]);
    expect(world.page.incidents).toHaveLength(1);
  });

  test("of ours are known again after a restart", async () => {
    const world = await started({ incidents: true });
    world.hear([firing(critical)]);
    await world.time.pass(4 * INTERVAL_MS);
    await world.restart();
    await world.time.pass(HOLD_MS + 6 * INTERVAL_MS);
    expect([open(world), world.page.incidents.length]).toEqual([[], 1]);
  });

  test("are not doubled by a lost answer", async () => {
    const world = await started({ incidents: true });
    let isFirst = true;
    world.page.ending = ({ kind }) => {
      if (kind !== "open incident" || !isFirst) return { kind: "ok" };
      isFirst = false;
      return { kind: "failed", isApplied: true };
    };
    world.hear([firing(critical)]);
    await world.time.pass(60_000);
    expect(world.page.incidents).toHaveLength(1);
  });

  test("that a person resolved are not opened again before the component was up", async () => {
    const world = await started({ incidents: true });
    world.alertmanager.isDown = true;
    world.hear([firing(warning)]);
    await world.time.pass(4 * INTERVAL_MS);
    for (const incident of world.page.incidents) incident.isResolved = true;
    world.hear([firing(critical)]);
    await world.time.pass(30_000);
    expect(open(world)).toEqual([]);
    world.hear([resolved(critical), resolved(warning)]);
    await world.time.pass(HOLD_MS + BURST_MS);
    world.hear([firing(critical)]);
    await world.time.pass(6 * INTERVAL_MS);
    expect(open(world)).toEqual(["Mail major_outage"]);
  });

  test("of a person are not touched", async () => {
    const world = await started({ incidents: true });
    world.page.incidents.push({ id: "theirs", component: "Mail", level: "major_outage", isResolved: false, isOurs: false });
    world.hear([firing(critical)]);
    await world.time.pass(4 * INTERVAL_MS);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS + 6 * INTERVAL_MS);
    expect(world.page.incidents.map(({ id, isResolved }) => [id, isResolved])).toEqual([
      ["theirs", false],
      ["i1", true],
    ]);
  });

  test("wait for the statuses", async () => {
    const world = await started({ incidents: true });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(40 * INTERVAL_MS);
    expect(world.page.kinds.lastIndexOf("set")).toBeLessThan(world.page.kinds.indexOf("open incident"));
    expect(open(world)).toHaveLength(10);
  });

  test("that the page refuses don't block anything", async () => {
    const world = await started({ incidents: true });
    world.page.ending = ({ kind }) => (kind.includes("incident") ? { kind: "refused" } : { kind: "ok" });
    world.hear([firing(critical)]);
    await world.time.pass(10 * INTERVAL_MS);
    world.hear([firing({ component: "DNS" })]);
    await world.time.pass(BURST_MS);
    expect(world.status("DNS")).toBe("major_outage");
    expect(world.page.made.length).toBeLessThan(12);
  });
});
