import { COMPONENTS } from "../../lib/site/component";
import { critical, firing, resolved, warning } from "./alerts";
import { BURST_MS, HOLD_MS, INTERVAL_MS, World } from "./world";

describe("incidents", () => {
  const open = (world: World) =>
    world.page.incidents.filter(({ isResolved }) => !isResolved).map(({ component, level }) => `${component} ${level}`);

  test("are not made unless asked for", async () => {
    const world = await World.started();
    world.hear([firing(critical)]);
    await world.time.pass(60_000);
    expect(world.page.kinds.filter((kind) => kind.includes("incident"))).toEqual([]);
  });

  test("are one per component while it is down, updated and resolved with it", async () => {
    const world = await World.started({ incidents: true });
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
    const world = await World.started({ incidents: true });
    world.hear([firing(critical)]);
    await world.time.pass(4 * INTERVAL_MS);
    await world.restart();
    await world.time.pass(HOLD_MS + 6 * INTERVAL_MS);
    expect([open(world), world.page.incidents.length]).toEqual([[], 1]);
  });

  test("are not doubled by a lost answer", async () => {
    const world = await World.started({ incidents: true });
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
    const world = await World.started({ incidents: true });
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
    const world = await World.started({ incidents: true });
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
    const world = await World.started({ incidents: true });
    world.hear(COMPONENTS.map((component) => firing({ component })));
    await world.time.pass(40 * INTERVAL_MS);
    expect(world.page.kinds.lastIndexOf("set")).toBeLessThan(world.page.kinds.indexOf("open incident"));
    expect(open(world)).toHaveLength(10);
  });

  test("that the page refuses don't block anything", async () => {
    const world = await World.started({ incidents: true });
    world.page.ending = ({ kind }) => (kind.includes("incident") ? { kind: "refused" } : { kind: "ok" });
    world.hear([firing(critical)]);
    await world.time.pass(10 * INTERVAL_MS);
    world.hear([firing({ component: "DNS" })]);
    await world.time.pass(BURST_MS);
    expect(world.status("DNS")).toBe("major_outage");
    expect(world.page.made.length).toBeLessThan(12);
  });
});
