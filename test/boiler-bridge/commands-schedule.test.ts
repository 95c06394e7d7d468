/** The weekly schedule, played by the whole bridge: what somebody else does to it, and what the boiler makes of it. */

import { wideTest } from "../wide";
import { inWorld, world } from "./played-world";
import type { WirePlan } from "./simulated-boiler";

beforeEach(() => inWorld({}, async () => {}));

type Plans = WirePlan["plans"];
type Slices = Plans[number]["slices"];
const everyDay = (...slices: Slices): Plans => [{ days: [0, 1, 2, 3, 4, 5, 6], slices }];
const WANTED = everyDay({ from: 0, temp: 0 }, { from: 300, temp: 1 });
const SOMEBODYS = [everyDay({ from: 0, temp: 1 }), everyDay({ from: 0, temp: 1 }, { from: 600, temp: 0 })];

const ask = (plans: Plans) => world.home.fire("boiler_set_schedule", { plans });
const writes = () => world.cloud.journal.of("SetTimeProg");
/** What somebody else sets right before the cloud takes the next writes. */
const meanwhile = (...plans: Plans[]) => {
  world.cloud.chance = (call) => {
    const next = call === "SetTimeProg" ? plans.shift() : undefined;
    if (next) world.cloud.boiler.plan.plans = next;
    return undefined;
  };
};

test("a schedule that somebody changes between read and write is read again and written once more, on what stands there then", async () => {
  meanwhile(...SOMEBODYS.slice(0, 1));
  ask(WANTED);
  await world.commandIs("confirmed");
  expect(world.cloud.boiler.plan.plans).toEqual(WANTED);
  expect(writes().map(({ hadEffect }) => hadEffect)).toEqual([false, true]);
});

wideTest("one that changes a second time meanwhile is somebody else's: refused, never forced", async () => {
  meanwhile(...SOMEBODYS);
  ask(WANTED);
  await world.commandIs("refused");
  expect(String(world.command().reason)).toContain("changed meanwhile");
  expect(world.cloud.boiler.plan.plans).toEqual(SOMEBODYS[1]);
  expect(writes()).toHaveLength(2);
});

wideTest("one that is refused while nobody changed it is not written again", async () => {
  world.cloud.fail("SetTimeProg", { kind: "reject", message: "No rights" });
  ask(WANTED);
  await world.commandIs("refused");
  expect(String(world.command().reason)).toContain("No rights");
  expect(writes()).toHaveLength(1);
});

test("one that took effect although it was refused is confirmed and not written again", async () => {
  world.cloud.fail("SetTimeProg", { kind: "answer", status: 200, body: '{"ok":false,"message":"Busy"}', hasEffect: true });
  ask(WANTED);
  await world.commandIs("confirmed");
  expect(writes()).toHaveLength(1);
});

test("one that the boiler keeps in fewer slices is confirmed", async () => {
  world.cloud.tamper = (_call, answer) => {
    const told = structuredClone(answer) as { data: { timeProgs: ({ weeklyPlan: { plans: (Plans[number] | null)[] } } | null)[] } };
    for (const plan of told.data.timeProgs.flatMap((prog) => prog?.weeklyPlan.plans ?? []))
      if (plan) plan.slices = plan.slices.filter(({ temp }, at) => temp !== plan.slices[at - 1]?.temp);
    return told;
  };
  ask(everyDay({ from: 0, temp: 0 }, { from: 200, temp: 0 }, { from: 300, temp: 1 }));
  await world.commandIs("confirmed");
  expect(writes()).toHaveLength(1);
});

test("one that heats as the boiler does already is not written", async () => {
  const [first, ...others] = world.cloud.boiler.plan.plans;
  const [night, ...rest] = first?.slices ?? [];
  ask([...others, { days: first?.days ?? [], slices: [...(night ? [night, { ...night, from: 120 }] : []), ...rest] }]);
  await world.commandIs("confirmed");
  expect(writes()).toEqual([]);
});
