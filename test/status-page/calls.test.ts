import { COMPONENTS } from "../../lib/site/component";
import { critical, firing, resolved, warning } from "./alerts";
import type { Ending } from "./virtual-page";
import { BURST_MS, HOLD_MS, INTERVAL_MS, idOf, World } from "./world";

describe("calls", () => {
  test("of a storm are one list and one per component, the worst first, one interval apart", async () => {
    const world = await World.started();
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
    const world = await World.started();
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS - 10);
    world.hear([firing({ component: "NTP", severity: "warning" })]);
    await world.time.pass(4 * INTERVAL_MS);
    expect(world.page.sets.slice(1)).toEqual(["c9 degraded_performance", "c0 operational"]);
  });

  test("carry the newest wish only", async () => {
    const world = await World.started();
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
    const world = await World.started();
    world.page.ending = () => ({ kind: "ok", latencyMs: 5000 });
    world.hear([firing({ component: "DNS" })]);
    await world.time.pass(1000);
    world.hear([firing(critical)]);
    world.hear([resolved(critical)]);
    await world.time.pass(HOLD_MS);
    expect(world.page.sets).toEqual(["c6 major_outage"]);
  });

  test("are not made twice for a repeated webhook", async () => {
    const world = await World.started();
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
    const world = await World.started();
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
    const world = await World.started();
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
    const world = await World.started();
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
    const world = await World.started();
    world.page.ending = (call) => (call.kind === "set" && call.level === "degraded_performance" ? { kind: "refused" } : { kind: "ok" });
    world.hear([firing(warning)]);
    await world.time.pass(BURST_MS);
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    expect(world.status("Mail")).toBe("major_outage");
  });

  test("stop at the shutdown, after the one in flight", async () => {
    const world = await World.started();
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
