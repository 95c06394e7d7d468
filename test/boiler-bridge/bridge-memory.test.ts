import pino from "pino";
import { BridgeMemory } from "../../components/boiler-bridge/service/bridge-memory";
import type { BridgeState } from "../../components/boiler-bridge/service/bridge-state";

const PAIR = { comfort: 21, reduced: 17 };
const REPAIR = { hasTried: true, goodReads: 0 };

/** A disk whose writes end when the test says so. */
function createDisk(content?: BridgeState) {
  const disk = {
    written: [] as BridgeState[],
    isFull: false,
    pending: [] as (() => void)[],
    read: async () => content,
    write: async (state: BridgeState) => {
      await new Promise<void>((resolve) => disk.pending.push(resolve));
      if (disk.isFull) throw new Error("no space");
      disk.written.push(state);
    },
    /** Ends the write under way. */
    end: async () => {
      await new Promise(setImmediate);
      disk.pending.shift()?.();
      await new Promise(setImmediate);
    },
  };
  return disk;
}
const memoryOn = (disk: ReturnType<typeof createDisk>) => new BridgeMemory(disk, pino({ level: "silent" }));

test("a change holds at once, and changes of the same moment are one write", async () => {
  const disk = createDisk({ goodPair: PAIR });
  const memory = memoryOn(disk);
  await memory.load();
  void memory.save({ repair: REPAIR });
  const saved = memory.save({ goodPair: { comfort: 22, reduced: 17 } });
  expect(memory.state).toEqual({ goodPair: { comfort: 22, reduced: 17 }, repair: REPAIR });
  await disk.end();
  await saved;
  expect(disk.written).toEqual([{ goodPair: { comfort: 22, reduced: 17 }, repair: REPAIR }]);
});

test("what is saved during a write is on the disk when its own save settles", async () => {
  const disk = createDisk();
  const memory = memoryOn(disk);
  void memory.save({ goodPair: PAIR });
  await new Promise(setImmediate);
  let isSaved = false;
  void memory.save({ repair: REPAIR }).then(() => {
    isSaved = true;
  });
  await disk.end();
  expect([isSaved, disk.written]).toEqual([false, [{ goodPair: PAIR }]]);
  await disk.end();
  expect([isSaved, disk.written[1]]).toEqual([true, { goodPair: PAIR, repair: REPAIR }]);
});

test("a failed write harms nothing, is said once, and is made up for", async () => {
  const disk = createDisk();
  const said: string[] = [];
  const memory = new BridgeMemory(disk, {
    error: (_: unknown, line: string) => said.push(`error ${line}`),
    info: (line: string) => said.push(`info ${line}`),
  });
  disk.isFull = true;
  for (const comfort of [21, 22, 23]) {
    const failed = memory.save({ goodPair: { comfort, reduced: 17 } });
    await disk.end();
    await failed;
    expect(memory.isSaved).toBe(false);
  }
  expect(said).toEqual([expect.stringMatching(/^error .* can't be saved/)]);
  disk.isFull = false;
  const again = memory.saveAgain();
  await disk.end();
  await again;
  expect(disk.written).toEqual([{ goodPair: { comfort: 23, reduced: 17 } }]);
  expect([memory.isSaved, ...said.slice(1)]).toEqual([true, "info the bridge's state is saved again"]);
  await memory.saveAgain();
  expect(disk.pending).toEqual([]);
});

test("nothing is written after the end: the file may be another bridge's", async () => {
  const disk = createDisk();
  const memory = memoryOn(disk);
  void memory.save({ goodPair: PAIR });
  const closed = memory.close();
  await memory.save({ repair: REPAIR });
  await disk.end();
  await closed;
  await new Promise(setImmediate);
  expect([disk.written, disk.pending]).toEqual([[{ goodPair: PAIR }], []]);
});
