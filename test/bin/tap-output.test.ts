import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Output, type OutputOptions } from "../../bin/tap/output";
import { TapWindow } from "../../lib/logs/tap/window";
import { VirtualTime } from "../virtual-time";

jest.setTimeout(60_000);

let folder: string, fd: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "belfry-tap-"));
  fd = openSync(join(folder, "out"), "w");
});
afterEach(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const printed = () => readFileSync(join(folder, "out"), "utf8");
const failed = jest.fn();

function outputOf(more: Partial<OutputOptions> = {}) {
  const time = new VirtualTime();
  const window = new TapWindow({ seconds: 2, maxWaiting: 1_000_000 }, time.now);
  const output = new Output(window, { fd, status: () => "", now: time.now, failed, ...more });
  return { time, window, output };
}

test("without a terminal there are lines alone", async () => {
  const { window, output } = outputOf();
  window.add("one");
  output.pump();
  window.add("two");
  output.pump();
  await output.end();
  expect(printed()).toBe("one\ntwo\n");
});

test("on a terminal the status stays below, cut to its width, and notices stand between the events", async () => {
  const { window, output } = outputOf({ columns: () => 12, status: () => `last 10 s: ${window.total.seen} events` });
  window.add("one");
  output.notice("a notice");
  await output.end();
  expect(printed()).toBe("a notice\none\nlast 10 s:…\r\x1b[K");
});

test("a status that is the same is not written again, and one that has changed is", async () => {
  let events = 1;
  const { output } = outputOf({ columns: () => 80, status: () => `${events}` });
  const pumpUntil = async (text: string) => {
    for (let times = 0; times < 5 || printed() !== text; times++) {
      output.pump();
      await new Promise(setImmediate);
    }
  };
  await pumpUntil("1");
  events++;
  await pumpUntil("1\r\x1b[K2");
  expect(printed()).toBe("1\r\x1b[K2");
  await output.end();
});

test("a reader that was too slow is told how many it did not get: at once, and then after a while or at the end", async () => {
  const { time, window, output } = outputOf({ columns: () => 80 });
  for (const [old, fresh] of [
    ["one", "two"],
    ["three", "four"],
  ]) {
    window.add(old);
    await time.pass(2_100);
    window.add(fresh);
    output.pump();
    while (!printed().includes(`${fresh}\n`)) await new Promise(setImmediate);
    // the text is in the file before the output knows that it is written
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const told = "1 event dropped: the reader is slower than they come\n";
  expect(printed()).toBe(`${told}two\nfour\n`);
  await output.end();
  expect(printed()).toBe(`${told}two\nfour\n${told}`);
});

test("what can't be written is told once, and nothing waits for it", async () => {
  const { window, output } = outputOf({ fd: openSync("/dev/full", "w") });
  window.add("one");
  output.pump();
  window.add("two");
  output.pump();
  await output.end();
  await output.end();
  expect(failed.mock.calls).toEqual([[expect.objectContaining({ code: "ENOSPC" })]]);
});
