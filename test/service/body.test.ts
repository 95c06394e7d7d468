import { BodyBudget } from "../../lib/service/body";
import { Semaphore } from "../../lib/service/semaphore";

/** Lets everything run that is ready to. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("BodyBudget", () => {
  test("lets the oldest go on over the bound, and the others when there is room", async () => {
    const budget = new BodyBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    expect(first.take(60)).toBe(true);
    expect(second.take(60)).toBe(false);
    expect(first.take(60)).toBe(true);
    let resumed = false;
    const waiting = second.whenFree().then(() => {
      resumed = true;
    });
    await settled();
    expect(resumed).toBe(false);
    first.release();
    await waiting;
    expect(budget.heldBytes).toBe(60);
    second.release();
    second.release();
    expect(budget.heldBytes).toBe(0);
  });

  test("lets the next oldest go on when the oldest is gone, however full it is", async () => {
    const budget = new BodyBudget(10);
    const [first, second, third] = [budget.open(), budget.open(), budget.open()];
    for (const holding of [first, second, third]) holding.take(20);
    const order: string[] = [];
    const waits = [second.whenFree().then(() => order.push("second")), third.whenFree().then(() => order.push("third"))];
    first.release();
    await settled();
    expect(order).toEqual(["second"]);
    second.release();
    await Promise.all(waits);
    expect(order).toEqual(["second", "third"]);
  });

  test("does not keep a request waiting that has ended", async () => {
    const budget = new BodyBudget(10);
    const [first, second] = [budget.open(), budget.open()];
    first.take(20);
    second.take(20);
    const waiting = second.whenFree();
    second.release();
    await waiting;
    expect(budget.heldBytes).toBe(20);
  });
});

test("turns are given in order, so many at once", async () => {
  const semaphore = new Semaphore(2);
  const order: number[] = [];
  const ends = [await semaphore.acquire(), await semaphore.acquire()];
  const waits = [3, 4].map(async (n) => {
    const end = await semaphore.acquire();
    order.push(n);
    return end;
  });
  await settled();
  expect(order).toEqual([]);
  ends[0]?.();
  await settled();
  expect(order).toEqual([3]);
  ends[1]?.();
  for (const wait of waits) (await wait)();
  expect(order).toEqual([3, 4]);
  // Both turns are free again.
  await semaphore.acquire();
  await semaphore.acquire();
});
