import { closeClouds, failureOf, startClient } from "./cloud-client";

afterEach(closeClouds);

const HOUR = 3_600_000;

describe.each([
  ["forward", 2 * HOUR],
  ["back", -2 * HOUR],
])("a clock that is set %s", (_direction, byMs) => {
  const set = ({ cloud, clock }: Awaited<ReturnType<typeof startClient>>) => {
    clock.pass(byMs);
    cloud.clockSet(byMs);
  };

  test("leaves the rest of a rate limit as it was", async () => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    simulator.fail("Login", { kind: "rateLimit", retryAfter: "3600" });
    await failureOf(cloud.read("poll"));
    clock.pass(HOUR / 2);
    set(client);
    const notBefore = clock.now() + HOUR / 2;
    expect(cloud.blockedUntil()).toBe(notBefore);
    clock.pass(HOUR / 2 - 1);
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "rate_limited", notBefore });
    expect(simulator.journal.calls()).toEqual(["Login"]);
    clock.pass(1);
    await cloud.read("poll");
  });

  test("leaves the rest of a refused login's pause as it was", async () => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    simulator.fail("Login", { kind: "reject", message: "Field Email is invalid" });
    await failureOf(cloud.read("poll"));
    clock.pass(10_000);
    set(client);
    const notBefore = clock.now() + 20_000;
    clock.pass(19_999);
    expect(await failureOf(cloud.read("poll"))).toMatchObject({
      failure: "auth",
      notBefore,
      message: expect.stringContaining("Field Email is invalid"),
    });
    expect(simulator.journal.calls()).toEqual(["Login"]);
    clock.pass(1);
    await cloud.read("poll");
  });

  test("brings back no pause that is over", async () => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    simulator.fail("Login", { kind: "reject" });
    await failureOf(cloud.read("poll"));
    clock.pass(30_000);
    simulator.fail("GetData", { kind: "rateLimit", retryAfter: "60" });
    await failureOf(cloud.read("poll"));
    clock.pass(60_000);
    set(client);
    simulator.endSessions();
    await cloud.read("poll");
  });
});

test("a clock that is set back between a read and its retry does not prolong their deadline", async () => {
  const client = await startClient({ client: { deadlinesMs: { read: 1200, other: 1200 } } });
  const { simulator, cloud, clock } = client;
  await cloud.read("poll");
  const sleep = clock.sleep;
  Object.assign(clock, { sleep: (milliseconds: number) => sleep(milliseconds - 2 * HOUR) });
  simulator.fail("GetData", { kind: "drop" });
  simulator.fail("GetData", { kind: "hang" });
  expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable" });
});
