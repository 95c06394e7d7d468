import { Turns } from "../../lib/service/turns";

test("a free turn is had at once, and no other", async () => {
  const turns = new Turns(1);
  const end = turns.takeFree();
  expect(turns.takeFree()).toBeUndefined();
  end?.();
  expect(turns.takeFree()).toBeDefined();
});

test("who gives up waiting is passed over", async () => {
  const turns = new Turns(1);
  const end = await turns.take();
  const patience = new AbortController();
  const [impatient, patient] = [turns.take(patience.signal), turns.take()];
  patience.abort(new Error("too late"));
  await expect(impatient).rejects.toThrow("too late");
  end();
  (await patient)();
  expect(turns.takeFree()).toBeDefined();
});

test("who has a turn keeps it when its patience ends", async () => {
  const turns = new Turns(1);
  const patience = new AbortController();
  const end = await turns.take();
  const waiting = turns.take(patience.signal);
  end();
  const endSecond = await waiting;
  patience.abort();
  expect(turns.takeFree()).toBeUndefined();
  endSecond();
  expect(turns.takeFree()).toBeDefined();
});
