import { COMPONENTS, type Component } from "../../lib/site/component";
import { critical, firing, listed, resolved, warning } from "./alerts";
import type { Ending } from "./virtual-page";
import { BURST_MS, HOLD_MS, INTERVAL_MS, idOf, ids, RESYNC_MS, World } from "./world";

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
      const world = await World.started();
      world.page.statuses.set(idOf("Mail"), status);
      world.hear([firing(status === "degraded_performance" ? critical : warning)]);
      await world.time.pass(BURST_MS);
      expect([hasHeld(world, "Mail"), world.status("Mail")]).toEqual([true, status]);
      expect(world.notices).toContainEqual({ kind: "held by a person", component: "Mail" });
    },
  );

  test("a person's status stays until the page shows operational, and then what fires shows", async () => {
    const world = await World.started();
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
    const world = await World.started();
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
    const world = await World.started();
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

describe("whose status it is after the page's list lacked the component", () => {
  /** The page's list lacks Mail once, and then has it again with this status. */
  async function missedOnce(world: World, status: string): Promise<void> {
    world.page.statuses.delete(idOf("Mail"));
    await world.time.pass(RESYNC_MS + BURST_MS);
    expect(world.core.reconciler.state("Mail")).toMatchObject({ isMissing: true, isOurs: false, shown: undefined });
    world.page.statuses.set(idOf("Mail"), status);
    await world.time.pass(RESYNC_MS + BURST_MS);
  }

  const isHeld = (world: World) => world.core.reconciler.state("Mail").isHeld;

  test.each(["under_maintenance", "degraded_performance", "major_outage"])(
    "a person's stays a person's, also as %p, until the page shows operational",
    async (status) => {
      const world = await World.started();
      world.page.statuses.set(idOf("Mail"), "under_maintenance");
      await world.time.pass(RESYNC_MS + BURST_MS);
      await missedOnce(world, status);
      expect([world.status("Mail"), isHeld(world)]).toEqual([status, true]);
      expect(world.notices.map(({ kind }) => kind)).toEqual(["held by a person", "missing", "found"]);
      world.page.statuses.set(idOf("Mail"), "operational");
      world.hear([firing(critical)]);
      await world.time.pass(RESYNC_MS + BURST_MS);
      expect(isHeld(world)).toBe(false);
    },
  );

  test.each<[string, boolean]>([
    ["major_outage", false],
    ["operational", false],
    ["degraded_performance", true],
    ["under_maintenance", true],
  ])("ours, major_outage before, is a person's when it comes back as %p: %p", async (status, expected) => {
    const world = await World.started();
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.alertmanager.listed = [listed(critical)];
    await missedOnce(world, status);
    expect([world.status("Mail"), isHeld(world)]).toEqual([expected ? status : "major_outage", expected]);
  });

  test("what a call may have set whose answer was lost is ours", async () => {
    const world = await World.started();
    world.page.ending = ({ kind }) => (kind === "set" ? { kind: "failed", isApplied: false } : { kind: "ok" });
    world.hear([firing(critical)]);
    await world.time.pass(BURST_MS);
    world.page.ending = () => ({ kind: "ok" });
    world.page.statuses.delete(idOf("Mail"));
    await world.time.pass(60_000);
    world.page.statuses.set(idOf("Mail"), "major_outage");
    world.hear([resolved(critical)]);
    await world.time.pass(RESYNC_MS + HOLD_MS);
    expect([world.status("Mail"), isHeld(world)]).toEqual(["operational", false]);
  });

  test("a person's costs no more readings of the page while it is missing", async () => {
    const world = await World.started();
    world.page.statuses.set(idOf("Mail"), "under_maintenance");
    await world.time.pass(RESYNC_MS + BURST_MS);
    world.page.statuses.delete(idOf("Mail"));
    await world.time.pass(RESYNC_MS);
    const before = world.page.made.length;
    await world.time.pass(2 * RESYNC_MS);
    expect(world.page.made.length - before).toBe(2);
  });

  test("one that was never listed before is judged as at the start", async () => {
    const world = new World();
    world.page.statuses.delete(idOf("Mail"));
    await world.start();
    world.page.statuses.set(idOf("Mail"), "major_outage");
    await world.time.pass(RESYNC_MS + HOLD_MS + BURST_MS);
    expect([world.status("Mail"), isHeld(world)]).toEqual(["operational", false]);
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
    const world = await World.started({ components: new Map([...ids].slice(0, 2)) });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(5 * INTERVAL_MS);
    expect(world.page.sets).toEqual(["c0 major_outage", "c1 major_outage"]);
  });
});
