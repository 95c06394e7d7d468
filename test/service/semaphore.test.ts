import { Semaphore } from "../../lib/service/semaphore";

test("a free permit is had at once, and no other", async () => {
  const semaphore = new Semaphore(1);
  const end = semaphore.tryAcquire();
  expect(semaphore.tryAcquire()).toBeUndefined();
  end?.();
  expect(semaphore.tryAcquire()).toBeDefined();
});

test("who gives up waiting is passed over", async () => {
  const semaphore = new Semaphore(1);
  const end = await semaphore.acquire();
  const patience = new AbortController();
  const [impatient, patient] = [semaphore.acquire(patience.signal), semaphore.acquire()];
  patience.abort(new Error("too late"));
  await expect(impatient).rejects.toThrow("too late");
  end();
  (await patient)();
  expect(semaphore.tryAcquire()).toBeDefined();
});

test("who has a permit keeps it when its patience ends", async () => {
  const semaphore = new Semaphore(1);
  const patience = new AbortController();
  const end = await semaphore.acquire();
  const waiting = semaphore.acquire(patience.signal);
  end();
  const endSecond = await waiting;
  patience.abort();
  expect(semaphore.tryAcquire()).toBeUndefined();
  endSecond();
  expect(semaphore.tryAcquire()).toBeDefined();
});
