import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { BodyBudget, readBody } from "../../lib/service/body";
import type { ServiceError } from "../../lib/service/errors";
import { Semaphore } from "../../lib/service/semaphore";

/** Lets everything run that is ready to. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("BodyBudget", () => {
  test("lets one go on over the bound, and the others when there is room", async () => {
    const budget = new BodyBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    expect(first.take(60)).toBe(true);
    expect(second.take(60)).toBe(true);
    expect(first.take(60)).toBe(false);
    expect([first.hasTurn(), second.hasTurn(), second.isInTheWay()]).toEqual([false, true, false]);
    let resumed = false;
    const waiting = first.whenFree().then(() => {
      resumed = true;
    });
    expect(second.isInTheWay()).toBe(true);
    await settled();
    expect(resumed).toBe(false);
    second.release();
    await waiting;
    expect(budget.heldBytes).toBe(120);
    first.release();
    first.release();
    expect(budget.heldBytes).toBe(0);
  });

  test("counts what has arrived, and nothing that is announced", () => {
    const budget = new BodyBudget(100);
    for (let n = 0; n < 1000; n++) budget.open();
    expect(budget.heldBytes).toBe(0);
    expect(budget.open().take(100)).toBe(true);
  });

  test("gives the next turn to the body that came last, however full it is", async () => {
    const budget = new BodyBudget(10);
    const bodies = Array.from({ length: 3 }, () => budget.open());
    expect(bodies.map(({ take }) => take(20))).toEqual([true, false, false]);
    const order: number[] = [];
    for (const n of [1, 2]) void bodies[n]?.whenFree().then(() => order.push(n));
    bodies[0]?.release();
    await settled();
    expect(order).toEqual([2]);
    bodies[2]?.release();
    await settled();
    expect(order).toEqual([2, 1]);
  });

  test("gives no turn over the bound while complete bodies will end by themselves", async () => {
    const budget = new BodyBudget(10);
    const [first, second] = [budget.open(), budget.open()];
    first.take(20);
    first.complete();
    expect(second.take(1)).toBe(false);
    let resumed = false;
    const waiting = second.whenFree().then(() => {
      resumed = true;
    });
    await settled();
    expect(resumed).toBe(false);
    first.release();
    await waiting;
    expect(second.hasTurn()).toBe(true);
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
    expect(first.isInTheWay()).toBe(false);
  });
});

describe("a body", () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  /** What became of each body, in the order of their ends: its length, or the code of the error. */
  async function receiver(maxBytes: number) {
    const ends: (number | string)[] = [];
    const budget = new BodyBudget(maxBytes);
    const server = createServer((request, response) => {
      const holding = budget.open();
      readBody(request, 10_000_000, holding)
        .then(
          ({ length }) => ends.push(length),
          ({ code }: ServiceError) => ends.push(code),
        )
        .finally(() => {
          holding.release();
          response.end();
        });
    }).listen(0, "127.0.0.1");
    servers.push(server);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const send = async (length: number, sent: Buffer) => {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      sockets.push(socket);
      await new Promise((resolve) => socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`, resolve));
      await new Promise((resolve) => socket.write(sent, resolve));
      return socket;
    };
    const ended = async (count: number) => {
      while (ends.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
      return ends;
    };
    return { send, ended, budget };
  }

  test("that stalls is ended, and nobody waits for it", async () => {
    const { send, ended, budget } = await receiver(1000);
    await send(5000, Buffer.alloc(10));
    await send(500, Buffer.alloc(500));
    expect(await ended(1)).toEqual([500]);
    expect(await ended(2)).toEqual([500, "request_timeout"]);
    expect(budget.heldBytes).toBe(0);
  });

  test("that comes at a modest pace is not", async () => {
    const { send, ended } = await receiver(100_000);
    const socket = await send(16_000, Buffer.alloc(1000));
    for (let n = 0; n < 15; n++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      socket.write(Buffer.alloc(1000));
    }
    expect(await ended(1)).toEqual([16_000]);
  });

  test("that has the turn and stalls is ended after a second when another waits", async () => {
    const { send, ended } = await receiver(100_000);
    const began = performance.now();
    await send(5_000_000, Buffer.alloc(1_000_000));
    await send(3_000_000, Buffer.alloc(3_000_000));
    expect(await ended(2)).toEqual(["request_timeout", 3_000_000]);
    expect(performance.now() - began).toBeLessThan(1900);
  });

  test("is not held slow for what the service itself was too busy to read", async () => {
    const { send, ended } = await receiver(100_000_000);
    const socket = await send(5000, Buffer.alloc(1));
    await settled();
    socket.write(Buffer.alloc(4999));
    // as busy as can be, at no cost
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200);
    expect(await ended(1)).toEqual([5000]);
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
