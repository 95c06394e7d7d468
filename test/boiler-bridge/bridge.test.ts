import { newEnergy } from "../../components/boiler-bridge/model/energy";
import type { BridgeState } from "../../components/boiler-bridge/service/bridge-state";
import { CloudError } from "../../components/boiler-bridge/service/cloud/cloud";
import { createRig, started } from "./bridge-rig";

const MINUTE = 60_000;
const STATUS = "sensor.boiler_bridge_status";
const ENERGY = "sensor.boiler_heating_energy_total";
const unreachable = () => new CloudError("unreachable", "GetData: no answer");

describe("polls", () => {
  test("come every five minutes", async () => {
    const { reads, pass } = await started();
    await pass(21 * MINUTE);
    expect(reads).toEqual([0, 5, 10, 15, 20]);
  });

  test("back off by 1, 5 and 15 minutes when reads fail, and then keep their interval", async () => {
    const rig = await started();
    rig.failure = unreachable;
    await rig.pass(34 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 6, 11, 26, 31]);
    rig.failure = undefined;
    await rig.pass(10 * MINUTE);
    rig.failure = unreachable;
    await rig.pass(5 * MINUTE);
    expect(rig.reads.slice(6)).toEqual([36, 41, 46, 47]);
  });

  test("do not come sooner because the cloud allows them sooner", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("rate_limited", "GetData: wait", rig.time.now() + 1000);
    await rig.pass(13 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 6, 11]);
  });

  test("wait as long as the cloud asks for", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("rate_limited", "GetData: wait", rig.time.now() + 40 * MINUTE);
    await rig.pass(90 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 45, 85]);
  });

  test("follow a refused login's own pace, and never a tight loop", async () => {
    const rig = await started();
    rig.failure = () => new CloudError("auth", "Login: refused", rig.time.now() + 30_000);
    await rig.pass(7 * MINUTE);
    expect(rig.reads).toEqual([0, 5, 5.5, 6, 6.5, 7]);
    rig.failure = () => new CloudError("auth", "GetData: turned away");
    await rig.pass(30 * MINUTE);
    expect(rig.reads.length).toBeLessThan(14);
  });

  test("leave one out that a command has made a moment ago", async () => {
    const rig = await started();
    await rig.pass(4.5 * MINUTE);
    rig.change("zone_mode_set", "Comfort");
    await rig.pass(5 * MINUTE);
    // before the write, twice after it, and then five minutes after the last of them
    expect(rig.reads.filter((at) => at > 4.9)).toEqual([]);
    await rig.pass(2 * MINUTE);
    expect(rig.reads.at(-1)).toBeGreaterThan(9.5);
  });
});

describe("the values on show", () => {
  test.each([
    { pollSeconds: 300, limit: 15 },
    { pollSeconds: 60, limit: 10 },
  ])(
    "stay through one failed read, and go $limit minutes after the last good one, with a poll of $pollSeconds s",
    async ({ pollSeconds, limit }) => {
      const rig = await started(undefined, pollSeconds);
      await rig.pass(1000);
      rig.failure = unreachable;
      const poll = pollSeconds * 1000;
      await rig.pass(poll);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["ok", "21"]);
      await rig.pass((limit - 0.1) * MINUTE - poll);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["offline", "21"]);
      await rig.pass(0.2 * MINUTE);
      expect([rig.state(STATUS), rig.state("sensor.boiler_ch_comfort_temp")]).toEqual(["offline", "unavailable"]);
    },
  );

  test("are unavailable before the boiler was read", async () => {
    const rig = createRig();
    rig.failure = unreachable;
    await rig.bridge.start();
    await rig.pass(5_000);
    expect(rig.state("sensor.boiler_ch_comfort_temp")).toBe("unavailable");
  });
});

describe("energy", () => {
  const KNOWN: BridgeState = { energy: { ...newEnergy(Date.parse("2026-11-21T11:59:00Z"), "Europe/Zurich"), energyTotal: 100 } };

  test("is not shown before Home Assistant said what it has seen, and never below that", async () => {
    const rig = createRig(KNOWN);
    rig.lastNumber = () => Promise.reject(new Error("starting"));
    await rig.bridge.start();
    await rig.pass(MINUTE);
    expect(rig.state("sensor.boiler_ch_comfort_temp")).toBe("21");
    expect(rig.state(ENERGY)).toBeUndefined();
    rig.lastNumber = async () => 250;
    await rig.pass(MINUTE);
    expect(rig.state(ENERGY)).toBe("250.000");
    expect(rig.told.filter((line) => line.startsWith(`publish ${ENERGY}`))).toEqual([`publish ${ENERGY} 250.000`]);
  });

  test("goes on from the file where Home Assistant knows less", async () => {
    const rig = createRig(KNOWN);
    rig.lastNumber = async () => 99;
    await rig.bridge.start();
    await rig.pass(MINUTE);
    expect(rig.state(ENERGY)).toBe("100.000");
  });

  test("is saved before it is shown", async () => {
    const rig = await started(KNOWN);
    rig.flame = true;
    await rig.pass(11 * MINUTE);
    // 14 kW for five minutes: the flame was seen at the fifth
    const [saved, shown] = [rig.told.indexOf("save 101.17"), rig.told.indexOf(`publish ${ENERGY} 101.167`)];
    expect(saved).toBeGreaterThan(-1);
    expect(shown).toBeGreaterThan(saved);
  });

  test("is counted over a clock that is set: the last reading stays as long ago as it was", async () => {
    const rig = await started(KNOWN);
    await rig.pass(0);
    const readAt = rig.time.now();
    await rig.pass(2 * MINUTE);
    const saved: (number | undefined)[] = [];
    rig.write = async ({ energy }) => void saved.push(energy?.lastAt);
    // as if a minute of these two had been none
    rig.bridge.clockSet(MINUTE);
    await rig.bridge.close();
    expect(saved).toEqual([readAt + MINUTE]);
  });

  test("is written once for each reading, and again when the disk was full", async () => {
    const rig = await started(KNOWN);
    await rig.pass(MINUTE);
    let writes = 0;
    rig.write = async () => {
      writes++;
    };
    await rig.pass(10 * MINUTE);
    expect(writes).toBe(2);
    rig.write = async () => {
      writes++;
      throw new Error("no space");
    };
    await rig.pass(5 * MINUTE);
    rig.write = async () => {};
    rig.told.length = 0;
    await rig.pass(5_000);
    expect(rig.told).toEqual(["save 100.00"]);
  });
});

test("a command that was seen pending was saved as pending: a kill in between must not leave the one before it", async () => {
  const rig = await started();
  await rig.pass(0);
  const saved: (string | undefined)[] = [];
  const seen: (string | undefined)[] = [];
  rig.write = async ({ lastCommand }) => {
    seen.push(rig.state("sensor.boiler_last_command"));
    saved.push(lastCommand?.state);
  };
  rig.change("zone_mode_set", "Comfort");
  await rig.pass(2_000);
  const first = saved.indexOf("pending");
  expect(first).toBeGreaterThanOrEqual(0);
  expect(seen[first]).not.toBe("pending");
  expect(rig.told.join()).toContain("publish sensor.boiler_last_command pending");
});
