import { closeClouds, failureOf, PASSWORD, startClient, USERNAME } from "./cloud-client";

afterEach(closeClouds);

const slim = { zoneMode: 0, dhwMode: 1, dhwComfortTemp: 50, dhwReducedTemp: 40 };

test("the form login posts the fields and the cookie of the web page, in the zone's summer offset", async () => {
  const { simulator, cloud } = await startClient();
  await cloud.read("poll");
  const [login, read] = simulator.journal.entries;
  expect(login).toMatchObject({ method: "POST", path: "/R2/Account/Login?returnUrl=HTTP/2" });
  expect(Object.fromEntries(new URLSearchParams(String(login?.body)))).toEqual({
    Email: USERNAME,
    Password: PASSWORD,
    RememberMe: "false",
  });
  expect(login?.headers).toMatchObject({
    "content-type": "application/x-www-form-urlencoded",
    cookie: "browserUtcOffset=-120",
    "user-agent": "boiler-bridge-test",
  });
  expect(read).toMatchObject({ call: "GetData", isAuthenticated: true });
  expect(read?.headers).toMatchObject({
    accept: "application/json, text/javascript, */*; q=0.01",
    "ajax-request": "json",
    "x-requested-with": "XMLHttpRequest",
    "content-type": "application/json; charset=UTF-8",
  });
});

test("the antiforgery login reads the token of the login page and sends it as a cookie", async () => {
  const { simulator, cloud } = await startClient({ simulator: { login: "antiforgery" }, client: { login: "antiforgery" } });
  await cloud.read("poll");
  expect(simulator.journal.calls()).toEqual(["LoginPage", "Login", "GetData"]);
  expect(simulator.journal.of("Login")[0]).toMatchObject({
    body: { email: USERNAME, password: PASSWORD, rememberMe: false, language: "English_Gb" },
    headers: { cookie: "browserUtcOffset=-120; page=1; __formRequestVerificationToken=token-1+/&=" },
  });
});

test("a cloud that wants the token answers the form login with its page, and the message names the setting", async () => {
  const { cloud } = await startClient({ simulator: { login: "antiforgery" } });
  expect(await failureOf(cloud.read("poll"))).toMatchObject({
    failure: "auth",
    message: expect.stringContaining("BOILER_LOGIN=antiforgery"),
  });
});

test("one session serves both surfaces and all calls", async () => {
  const { simulator, cloud } = await startClient();
  await cloud.read("poll");
  await cloud.readHolidaySlots();
  await cloud.read("command");
  expect(simulator.journal.calls()).toEqual(["Login", "GetData", "GetHolidays", "GetData"]);
});

describe.each(["302", "401", "403", "html"] as const)("a session that ends with %s", (as) => {
  test("costs one login and one replay of a read", async () => {
    const { simulator, cloud, outcomes } = await startClient();
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "expire", as });
    await cloud.read("poll");
    expect(simulator.journal.calls()).toEqual(["Login", "GetData", "GetData", "Login", "GetData"]);
    expect(outcomes).toEqual(["Login ok", "GetData ok", "Login ok", "GetData ok"]);
  });

  test("costs one login and one replay of a write, which was never accepted", async () => {
    const { simulator, cloud } = await startClient();
    const { rawZone } = await cloud.read("command");
    simulator.fail("SetTemperature", { kind: "expire", as });
    await cloud.setTemperature({ comfort: 22, reduced: 18 }, rawZone);
    expect(simulator.journal.writes().map(({ hadEffect }) => hadEffect)).toEqual([false, true]);
    expect(simulator.settle().ch).toEqual({ comfort: 22, reduced: 18 });
  });

  test("and ends again right after its one login is a failure, after which nothing is asked for 30 s", async () => {
    const { simulator, cloud, clock } = await startClient();
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "expire", as }, 2);
    const refused = { failure: "auth", notBefore: clock.now() + 30_000 };
    expect(await failureOf(cloud.read("poll"))).toMatchObject(refused);
    clock.pass(29_999);
    expect(await failureOf(cloud.setData(slim))).toMatchObject(refused);
    expect(await failureOf(cloud.readHolidaySlots())).toMatchObject(refused);
    expect(simulator.journal.calls()).toEqual(["Login", "GetData", "GetData", "Login", "GetData"]);
    clock.pass(1);
    await cloud.read("poll");
    expect(simulator.journal.calls().slice(5)).toEqual(["Login", "GetData"]);
  });

  test("in the call that opened it costs no second login", async () => {
    const { simulator, cloud, clock } = await startClient();
    simulator.fail("SetData", { kind: "expire", as });
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "auth", notBefore: clock.now() + 30_000 });
    expect(simulator.journal.calls()).toEqual(["Login", "SetData"]);
  });
});

describe("a write that is turned away for ever while reads are served", () => {
  const forbidden = { kind: "answer", status: 403, body: "{}" } as const;

  test("is rejected each time after one login and one replay, and nothing waits", async () => {
    const { simulator, cloud } = await startClient();
    await cloud.read("poll");
    simulator.fail("SetData", forbidden, 100);
    for (let round = 0; round < 3; round++) {
      expect(await failureOf(cloud.setData(slim))).toMatchObject({
        failure: "rejected",
        message: expect.stringContaining("HTTP 403"),
        notBefore: undefined,
      });
      await cloud.read("poll");
    }
    expect(simulator.journal.calls().slice(2)).toEqual(Array(3).fill(["SetData", "Login", "SetData", "GetData"]).flat());
  });

  test.each(["302", "401", "403", "html"] as const)("is rejected in the form of %s, too", async (as) => {
    const { simulator, cloud } = await startClient();
    await cloud.read("poll");
    simulator.fail("SetData", { kind: "expire", as }, 2);
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "rejected", notBefore: undefined });
    await cloud.read("poll");
  });

  test("is no refusal of its own any more once reads are turned away", async () => {
    const { simulator, cloud, clock } = await startClient();
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "expire", as: "401" }, 2);
    await failureOf(cloud.read("poll"));
    clock.pass(30_000);
    simulator.fail("SetData", forbidden);
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "auth", notBefore: clock.now() + 60_000 });
  });
});

/** The waits of as many calls, each made as soon as the one before allows it. */
async function waitsOf(rounds: number, { cloud, clock }: Awaited<ReturnType<typeof startClient>>): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const { notBefore = clock.now() } = await failureOf(cloud.read("poll"));
    waits.push((notBefore - clock.now()) / 1000);
    clock.pass(notBefore - clock.now());
  }
  return waits;
}

test("a cloud that takes every login and turns every call away is asked less and less, like one that refuses the login", async () => {
  const client = await startClient();
  client.simulator.fail("GetData", { kind: "expire", as: "302" }, 7);
  expect(await waitsOf(7, client)).toEqual([30, 60, 120, 240, 480, 900, 900]);
  expect(client.simulator.journal.calls()).toEqual(Array(7).fill(["Login", "GetData"]).flat());
});

test("only a call that is served ends the growth: neither a good login nor an outage behind it does", async () => {
  const client = await startClient();
  const { simulator, cloud, clock } = client;
  const turnAway = (times: number) => simulator.fail("GetData", { kind: "expire", as: "401" }, times);
  turnAway(2);
  expect(await waitsOf(2, client)).toEqual([30, 60]);
  simulator.fail("GetData", { kind: "answer", status: 503, body: "" }, 2);
  expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable" });
  turnAway(2);
  expect(await waitsOf(1, client)).toEqual([120]);
  await cloud.read("poll");
  turnAway(2);
  expect((await failureOf(cloud.read("poll"))).notBefore).toBe(clock.now() + 30_000);
});

describe("holidays that are forbidden to a session that is good for all else are rejected, and it goes on", () => {
  const forbidden = { kind: "answer", status: 403, body: "{}" } as const;

  test("after a login that showed that it had not just expired", async () => {
    const { simulator, cloud } = await startClient();
    await cloud.read("poll");
    simulator.fail("GetHolidays", forbidden, 2);
    expect(await failureOf(cloud.readHolidaySlots())).toMatchObject({ failure: "rejected", notBefore: undefined });
    await cloud.read("poll");
    expect(simulator.journal.calls().slice(2)).toEqual(["GetHolidays", "Login", "GetHolidays", "GetData"]);
  });

  test("at once when it was opened for them", async () => {
    const { simulator, cloud } = await startClient();
    simulator.fail("GetHolidays", forbidden);
    expect(await failureOf(cloud.readHolidaySlots())).toMatchObject({ failure: "rejected", notBefore: undefined });
    await cloud.read("poll");
    expect(simulator.journal.calls()).toEqual(["Login", "GetHolidays", "GetData"]);
  });
});

test("a refused login has status 200; it is tried again after 30 s, doubling to 15 min, and calls in between ask nothing", async () => {
  const { simulator, cloud, clock } = await startClient();
  simulator.fail("Login", { kind: "reject" }, 100);
  const waits: number[] = [];
  for (let n = 0; n < 7; n++) {
    const began = clock.now();
    const { failure, notBefore = 0 } = await failureOf(cloud.read("poll"));
    expect(failure).toBe("auth");
    waits.push((notBefore - began) / 1000);
    clock.pass(notBefore - began - 1);
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "auth", notBefore });
    clock.pass(1);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  expect(simulator.journal.calls()).toEqual(Array(7).fill("Login"));
});

test("after a good login and a call the wait begins small again", async () => {
  const { simulator, cloud, clock } = await startClient();
  for (let round = 0; round < 2; round++) {
    simulator.fail("Login", { kind: "reject" });
    const { notBefore } = await failureOf(cloud.read("poll"));
    expect(notBefore).toBe(clock.now() + 30_000);
    clock.pass(30_000);
    await cloud.read("poll");
    simulator.endSessions();
  }
});

test("a login that gets no answer is no refusal: nothing waits, and a write behind it was never sent", async () => {
  const { simulator, cloud } = await startClient();
  simulator.fail("Login", { kind: "answer", status: 503, body: "busy" }, 2);
  expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "unreachable", notBefore: undefined });
  expect(simulator.journal.calls()).toEqual(["Login", "Login"]);
  await cloud.read("poll");
});

test("no secret and no cookie is ever written, not even when the cloud echoes them", async () => {
  const { simulator, cloud, clock, lines } = await startClient();
  const messages: string[] = [];
  simulator.fail("Login", { kind: "reject", message: `${USERNAME} with ${PASSWORD} is wrong` });
  messages.push((await failureOf(cloud.read("poll"))).message);
  clock.pass(30_000);
  await cloud.read("poll");
  const cookie = /ApplicationCookie=([^;]+)/.exec(String(simulator.journal.of("GetData")[0]?.headers.cookie))?.[1] ?? "missing";
  simulator.fail("GetData", { kind: "reject", message: `${cookie} and ${encodeURIComponent(USERNAME)} ${"x".repeat(5000)}` });
  messages.push((await failureOf(cloud.read("poll"))).message);
  simulator.fail("GetData", { kind: "expire", as: "html" });
  await cloud.read("poll");
  const text = messages.join("\n") + lines.join("");
  for (const secret of [USERNAME, PASSWORD, encodeURIComponent(USERNAME), cookie]) expect(text).not.toContain(secret);
  expect(messages.every(({ length }) => length < 300)).toBe(true);
  expect(messages[0]).toContain("*** with *** is wrong");
});
