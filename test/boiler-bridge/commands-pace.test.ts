/** How soon a command is tried after others of its kind failed. */
import type { Field, HelperValue } from "../../components/boiler-bridge/watched-helpers";
import { createRig } from "./commands-rig";

const WRONG = 40;
const RIGHT = 23;

async function wrong(times: number) {
  const rig = createRig();
  const reads: number[] = [];
  rig.beforeRead = async () => void reads.push(rig.seconds());
  const mistake = async () => {
    const { length } = reads;
    rig.commands.submit("ch_comfort_temp_set", WRONG);
    while (reads.length === length) await rig.pass(1);
    expect(rig.last()).toMatchObject({ state: "refused" });
  };
  for (let time = 1; time <= times; time++) await mistake();
  const failedAt = rig.seconds();
  return {
    ...rig,
    mistake,
    /** Seconds from the last failure to the read that another wish costs. */
    pauseFor: async (field: Field, value: HelperValue) => {
      reads.length = 0;
      rig.commands.submit(field, value);
      await rig.pass(300);
      return Math.round((reads[0] ?? Number.NaN) - failedAt);
    },
  };
}

test.each([
  [0, 1],
  [1, 1],
  [2, 10],
  [3, 60],
  [4, 240],
  [7, 240],
])("after %d refusals in a row the next wish is looked at %d s later", async (times, seconds) => {
  const { pauseFor, writes } = await wrong(times);
  expect(await pauseFor("ch_comfort_temp_set", RIGHT)).toBe(seconds);
  expect(writes).toMatchObject([{ wanted: { comfort: RIGHT } }]);
});

test("it is pending meanwhile, and says until when", async () => {
  const { commands, pass, last } = await wrong(4);
  commands.submit("ch_comfort_temp_set", RIGHT);
  await pass(200);
  expect(last()).toMatchObject({ state: "pending", wanted: RIGHT, reason: expect.stringMatching(/failed; the next attempt is in 239 s/) });
  expect(commands.isPending("ch_comfort_temp_set")).toBe(true);
});

test("the time that a person takes to correct it counts", async () => {
  const { pauseFor, pass } = await wrong(3);
  await pass(60);
  expect(await pauseFor("ch_comfort_temp_set", RIGHT)).toBe(61);
});

test("a kind waits for its own failures alone", async () => {
  const { pauseFor } = await wrong(4);
  expect(await pauseFor("zone_mode_set", "Comfort")).toBe(1);
});

test("a success ends the row", async () => {
  const { commands, pass, mistake, last, seconds } = await wrong(3);
  commands.submit("ch_comfort_temp_set", 21);
  await pass(61);
  expect(last()).toMatchObject({ state: "confirmed" });
  const before = seconds();
  await mistake();
  await mistake();
  expect(seconds() - before).toBeLessThan(5);
});

test("so does a quiet hour", async () => {
  const { pass, mistake, seconds } = await wrong(4);
  await pass(3600);
  const before = seconds();
  await mistake();
  await mistake();
  expect(seconds() - before).toBeLessThan(5);
});

test("what ends unconfirmed fails too: its helper is put back as well, and each attempt is a write", async () => {
  const { commands, pass, writes, last } = createRig();
  commands.submit("zone_mode_set", "Comfort");
  for (let second = 0; second < 3600; second++) {
    await pass(1);
    if (last()?.state === "unconfirmed") commands.submit("zone_mode_set", "Comfort");
  }
  expect(writes.filter(({ at }) => at > 1800).length).toBeLessThan(8);
});
