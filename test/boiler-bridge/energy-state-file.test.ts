import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { newEnergy } from "../../components/boiler-bridge/model/energy";
import { bridgeStateFile } from "../../components/boiler-bridge/service/bridge-state";
import { StateFile } from "../../components/boiler-bridge/service/state-file";

const NOW = Date.parse("2026-11-10T12:00:00.000Z");
let folder: string;
let lines: string[];
const log = { error: (_: unknown, line?: string) => void lines.push(line ?? "") };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bridge-state-"));
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function store(path = join(folder, "state.json")): StateFile<{ n: number }> {
  return new StateFile(path, z.object({ n: z.number() }), log, () => NOW);
}

test("what was written is read, by the next process too", async () => {
  await store().write({ n: 1 });
  await store().write({ n: 2 });
  expect(await store().read()).toEqual({ n: 2 });
  expect(readdirSync(folder)).toEqual(["state.json"]);
  expect(lines).toEqual([]);
});

test("a missing file is no state and no mistake", async () => {
  expect(await store().read()).toBeUndefined();
  expect(lines).toEqual([]);
});

test("the folder is made", async () => {
  await store(join(folder, "deep", "state.json")).write({ n: 1 });
  expect(await store(join(folder, "deep", "state.json")).read()).toEqual({ n: 1 });
});

test.each([
  ["cut off", '{"n":', "it is not JSON"],
  ["empty", "", "it is not JSON"],
  ["of another shape", '{"n":"1"}', 'its field "n" is not as it must be'],
])("a file that is %s is moved aside, with one line", async (_, content, reason) => {
  writeFileSync(join(folder, "state.json"), content);
  const aside = "state.json.corrupt-2026-11-10T12-00-00.000Z";
  expect(await store().read()).toBeUndefined();
  expect(readdirSync(folder)).toEqual([aside]);
  expect(readFileSync(join(folder, aside), "utf8")).toBe(content);
  expect(lines).toEqual([`state file is unusable: ${reason}; moved to "${join(folder, aside)}", starting without it`]);
});

test("what can't be read at all is moved aside as well", async () => {
  mkdirSync(join(folder, "state.json"));
  expect(await store().read()).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining("it can't be read (EISDIR); moved to")]);
});

test("the half-written file of a killed process harms nothing", async () => {
  await store().write({ n: 1 });
  writeFileSync(join(folder, "state.json.tmp"), '{"n":');
  expect(await store().read()).toEqual({ n: 1 });
  await store().write({ n: 2 });
  expect(await store().read()).toEqual({ n: 2 });
});

test("writes at the same time come one after the other; the last stays", async () => {
  const file = store();
  await Promise.all(Array.from({ length: 20 }, (_, n) => file.write({ n })));
  expect(await file.read()).toEqual({ n: 19 });
});

test("a failed write says where and what to do, keeps the old content and blocks no later write", async () => {
  const file = store();
  await file.write({ n: 1 });
  mkdirSync(join(folder, "state.json.tmp"));
  await expect(file.write({ n: 2 })).rejects.toThrow(
    `state file "${join(folder, "state.json")}" can't be saved (EISDIR); free space on its volume or make it writable`,
  );
  expect(await file.read()).toEqual({ n: 1 });
  rmSync(join(folder, "state.json.tmp"), { recursive: true });
  await file.write({ n: 3 });
  expect(await file.read()).toEqual({ n: 3 });
});

// A full device without needing a volume of one's own: Linux has one ready.
(existsSync("/dev/full") ? test : test.skip)("a full volume is a failed write", async () => {
  const file = store();
  await file.write({ n: 1 });
  symlinkSync("/dev/full", join(folder, "state.json.tmp"));
  await expect(file.write({ n: 2 })).rejects.toThrow("(ENOSPC)");
  expect(await file.read()).toEqual({ n: 1 });
});

describe("the bridge's state", () => {
  const energy = { ...newEnergy(NOW, "Europe/Zurich"), energyTotal: 12.3456789 };
  const lastCommand = { state: "confirmed" as const, field: "ch_comfort_temp_set", wanted: 21, at: NOW };
  const path = () => join(folder, "bridge-state.json");

  test("holds energy, the last command, the last good pair and whether it was used for a repair", async () => {
    const state = { energy, lastCommand, goodPair: { comfort: 21, reduced: 16.5 }, repair: { hasTried: true, goodReads: 1 } };
    await bridgeStateFile(folder, log).write(state);
    expect(await bridgeStateFile(folder, log).read()).toEqual(state);
  });

  test.each([
    ["a pair with the sentinel's value", { goodPair: { comfort: 4, reduced: 4 } }],
    ["a pair the wrong way round", { goodPair: { comfort: 16, reduced: 21 } }],
    ["a command at a time that no calendar has", { lastCommand: { ...lastCommand, at: 9e15 } }],
    ["a repair that is none", { repair: { hasTried: "yes", goodReads: 0 } }],
    ["a command in a state that is none", { lastCommand: { ...lastCommand, state: "done" } }],
  ])("forgets %s and keeps the totals", async (_, rest) => {
    writeFileSync(path(), JSON.stringify({ energy, ...rest }));
    expect((await bridgeStateFile(folder, log).read())?.energy).toEqual(energy);
    expect(Object.values((await bridgeStateFile(folder, log).read()) ?? {}).filter((value) => value !== undefined)).toEqual([energy]);
  });

  test("with totals that are none is moved aside", async () => {
    writeFileSync(path(), JSON.stringify({ energy: { ...energy, energyTotal: -1 } }));
    expect(await bridgeStateFile(folder, log).read()).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('its field "energy.energyTotal" is not as it must be')]);
  });
});
