import { closeClouds, failureOf, startClient } from "./cloud-client";
import type { Fault } from "./cloud-faults";

afterEach(closeClouds);

type Client = Awaited<ReturnType<typeof startClient>>;

const slim = { zoneMode: 0, dhwMode: 1, dhwComfortTemp: 50, dhwReducedTemp: 40 };

/** That no call asks the cloud anything for so many seconds, and that the first one after them does. */
async function expectQuiet({ simulator, cloud, clock }: Client, seconds: number, failure: string): Promise<void> {
  const before = simulator.journal.entries.length;
  const notBefore = clock.now() + seconds * 1000;
  // Logins keep quiet too.
  simulator.endSessions();
  clock.pass(seconds * 1000 - 1);
  for (const call of [cloud.setData(slim), cloud.readHolidaySlots(), cloud.read("poll")])
    expect(await failureOf(call)).toMatchObject({ failure, notBefore });
  expect(simulator.journal.entries).toHaveLength(before);
  clock.pass(1);
  await cloud.read("poll");
}

/** The waits of as many polls, each made as soon as the one before allows it. */
async function waitsOf(polls: number, { cloud, clock }: Client, between = () => {}): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < polls; n++) {
    const { failure, notBefore = 0 } = await failureOf(cloud.read("poll"));
    expect(failure).toBe("rate_limited");
    waits.push((notBefore - clock.now()) / 1000);
    clock.pass(notBefore - clock.now());
    between();
  }
  return waits;
}

describe("a 429", () => {
  test.each<[string, { retryAfter?: string; body?: string }, number]>([
    ["seconds", { retryAfter: "120" }, 120],
    ["one second", { retryAfter: "1" }, 1],
    ["a date", { retryAfter: "Thu, 20 Aug 2026 12:05:00 GMT" }, 300],
    ["a date of the old form", { retryAfter: "Thursday, 20-Aug-26 12:05:00 GMT" }, 300],
    ["a date of C's form", { retryAfter: "Thu Aug 20 12:05:00 2026" }, 300],
    ["more than a day", { retryAfter: "9999999" }, 86_400],
    ["more than any number holds", { retryAfter: "9".repeat(400) }, 86_400],
    ["a time in its text", { body: "Requests are blocked for 40 seconds" }, 40],
    ["both: the header", { retryAfter: "120", body: "Requests are blocked for 40 seconds" }, 120],
    ["a header that says nothing: the text", { retryAfter: "soon", body: "Requests are blocked for 40 seconds" }, 40],
    ["nothing", {}, 60],
    ["a date that is past: as nothing", { retryAfter: "Thu, 20 Aug 2020 12:05:00 GMT" }, 60],
    ["0: as nothing", { retryAfter: "0" }, 60],
    ["a negative number: as nothing", { retryAfter: "-2050" }, 60],
    ["a fraction: as nothing", { retryAfter: "12.5" }, 60],
    ["words: as nothing", { retryAfter: "in 2099" }, 60],
    ["0 in its text: as nothing", { body: "Requests are blocked for 0 seconds" }, 60],
  ])("that names %s blocks every request for that long", async (_name, limit, seconds) => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "rateLimit", ...limit });
    const notBefore = clock.now() + seconds * 1000;
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "rate_limited", notBefore });
    expect(cloud.blockedUntil()).toBe(notBefore);
    await expectQuiet(client, seconds, "rate_limited");
    expect(cloud.blockedUntil()).toBeUndefined();
  });

  test("without a time doubles from 60 s to 2 h while it repeats, and starts again after a call that was served", async () => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    simulator.fail("Login", { kind: "rateLimit" }, 9);
    expect(await waitsOf(9, client)).toEqual([60, 120, 240, 480, 960, 1920, 3840, 7200, 7200]);
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "rateLimit" });
    expect((await failureOf(cloud.read("poll"))).notBefore).toBe(clock.now() + 60_000);
  });

  test("doubles also when the login page is served in between", async () => {
    const client = await startClient({ simulator: { login: "antiforgery" }, client: { login: "antiforgery" } });
    client.simulator.fail("Login", { kind: "rateLimit" }, 3);
    expect(await waitsOf(3, client)).toEqual([60, 120, 240]);
  });

  test("doubles also when logins are good in between", async () => {
    const client = await startClient();
    client.simulator.fail("GetData", { kind: "rateLimit" }, 3);
    expect(await waitsOf(3, client, () => client.simulator.endSessions())).toEqual([60, 120, 240]);
  });

  test("to a write means that it was not done, and it is not repeated", async () => {
    const { simulator, cloud } = await startClient();
    simulator.fail("SetData", { kind: "rateLimit", retryAfter: "5" });
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "rate_limited" });
    expect(simulator.journal.writes()).toHaveLength(1);
  });
});

describe("an outage that says when to come back", () => {
  const outage = (status: number, retryAfter: string): Fault => ({
    kind: "answer",
    status,
    body: "",
    headers: { "retry-after": retryAfter },
  });

  test.each([408, 500, 502, 503, 504, 599])("with %d to a read is not asked again until then", async (status) => {
    const client = await startClient();
    const { simulator, cloud, clock } = client;
    await cloud.read("poll");
    simulator.fail("GetData", outage(status, "120"));
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable", notBefore: clock.now() + 120_000 });
    expect(clock.slept).toEqual([]);
    await expectQuiet(client, 120, "unreachable");
  });

  test.each([408, 500, 502, 503, 504, 599])(
    "with %d to a write leaves its outcome open, and not even the read that would settle it is made",
    async (status) => {
      const client = await startClient();
      const { simulator, cloud, clock } = client;
      await cloud.read("command");
      simulator.fail("SetData", outage(status, "Thu, 20 Aug 2026 12:02:00 GMT"));
      expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "uncertain", notBefore: clock.now() + 120_000 });
      await expectQuiet(client, 120, "unreachable");
      expect(simulator.journal.writes()).toHaveLength(1);
    },
  );

  test.each(["LoginPage", "Login"] as const)("to a %s is not asked again until then", async (call) => {
    const client = await startClient({ simulator: { login: "antiforgery" }, client: { login: "antiforgery" } });
    const { simulator, cloud, clock } = client;
    simulator.fail(call, outage(503, "120"));
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable", notBefore: clock.now() + 120_000 });
    await expectQuiet(client, 120, "unreachable");
  });

  test("is no rate limit", async () => {
    const { simulator, cloud } = await startClient();
    simulator.fail("GetData", outage(503, "120"));
    await failureOf(cloud.read("poll"));
    expect(cloud.blockedUntil()).toBeUndefined();
  });

  test.each<[string, Fault]>([
    ["an outage without a time", { kind: "answer", status: 503, body: "" }],
    ["an outage whose time says nothing", outage(503, "0")],
    ["a refusal", outage(404, "120")],
  ])("is not %s", async (_name, fault) => {
    const { simulator, cloud } = await startClient();
    simulator.fail("GetData", fault, 2);
    expect((await failureOf(cloud.read("poll"))).notBefore).toBeUndefined();
    simulator.heal();
    await cloud.read("poll");
  });
});
