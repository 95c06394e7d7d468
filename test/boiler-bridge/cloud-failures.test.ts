import type { CloudFailure } from "../../components/boiler-bridge/service/cloud/cloud";
import { closeClouds, failureOf, startClient } from "./cloud-client";
import type { Fault } from "./cloud-faults";

afterEach(closeClouds);

const slim = { zoneMode: 0, dhwMode: 1, dhwComfortTemp: 50, dhwReducedTemp: 40 };
const answer = (status: number, body = ""): Fault => ({ kind: "answer", status, body });
const QUICK = { read: 150, other: 150 };

describe("a read that fails", () => {
  test.each<[string, Fault, CloudFailure, number]>([
    ["408", answer(408), "unreachable", 2],
    ["500", answer(500), "unreachable", 2],
    ["502", answer(502), "unreachable", 2],
    ["503", answer(503), "unreachable", 2],
    ["504", answer(504), "unreachable", 2],
    ["a broken connection", { kind: "drop" }, "unreachable", 2],
    ["Communication error", { kind: "communicationError" }, "gateway", 2],
    ["M2M 502", answer(502, "M2M 502"), "gateway", 2],
    ["a JSON text of the platform", answer(500, JSON.stringify(":-( M2M platform error from F0 (Http status: 0 - Timeout)")), "gateway", 2],
    ["a JSON text with status 200", answer(200, JSON.stringify(":-( M2M platform error")), "gateway", 1],
    ["599", answer(599, ":-( Bsb parameters read/write error from GW F0: 1"), "gateway", 1],
    ["a missing hardware", answer(404), "rejected", 1],
    ["a refusal", { kind: "reject", message: "Unknown gateway" }, "rejected", 1],
    ["an HTML page", answer(200, "<html><h1>Maintenance</h1></html>"), "shape", 1],
    ["a JSON number", answer(200, "7"), "shape", 1],
  ])("with %s is %s", async (_name, fault, failure, requests) => {
    const { simulator, cloud, clock } = await startClient();
    simulator.fail("GetData", fault, 2);
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure });
    expect(simulator.journal.of("GetData")).toHaveLength(requests);
    expect(clock.slept).toEqual(requests === 2 ? [1000] : []);
  });

  test("once is a good read", async () => {
    const { simulator, cloud } = await startClient();
    simulator.fail("GetData", { kind: "drop" });
    expect(await cloud.read("poll")).toMatchObject({ zoneMode: 1 });
  });

  test("by its deadline is not repeated", async () => {
    // Longer than the pause before a repetition: the test's clock stands still meanwhile.
    const { simulator, cloud } = await startClient({ client: { deadlinesMs: { read: 1100, other: 1100 } } });
    simulator.fail("GetData", { kind: "hang" });
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable", message: expect.stringContaining("ETIMEDOUT") });
    expect(simulator.journal.of("GetData")).toHaveLength(1);
  });

  test("late leaves its repetition only the rest of the deadline", async () => {
    const { simulator, cloud, clock } = await startClient({ client: { deadlinesMs: { read: 1100, other: 1000 } } });
    await cloud.read("poll");
    simulator.fail("GetData", answer(503));
    simulator.fail("GetData", { kind: "hang" });
    const began = Date.now();
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable" });
    expect(Date.now() - began).toBeLessThan(900);
    expect(clock.slept).toEqual([1000]);
  });

  test("in the TLS handshake is not repeated", async () => {
    const { simulator } = await startClient();
    const { cloud, clock } = await startClient({ client: { url: simulator.url.replace("http:", "https:") } });
    expect(await failureOf(cloud.read("poll"))).toMatchObject({ failure: "unreachable", message: expect.stringContaining("securing") });
    expect(clock.slept).toEqual([]);
  });
});

describe("a write that fails is never repeated", () => {
  test.each<[string, Fault, CloudFailure]>([
    ["a deadline before the effect", { kind: "hang" }, "uncertain"],
    ["a deadline after the effect", { kind: "hang", hasEffect: true }, "uncertain"],
    ["a broken connection before the effect", { kind: "drop" }, "uncertain"],
    ["a broken connection after the effect", { kind: "drop", hasEffect: true }, "uncertain"],
    ["408", answer(408), "uncertain"],
    ["500", answer(500), "uncertain"],
    ["503", answer(503), "uncertain"],
    ["599", answer(599, ":-( Bsb parameters read/write error from GW F0: 1"), "uncertain"],
    ["no JSON", answer(200, "<html>Maintenance</html>"), "uncertain"],
    ["a JSON text", answer(200, JSON.stringify(":-( M2M platform error")), "uncertain"],
    ["no ok", answer(200, "{}"), "uncertain"],
    ["Communication error", { kind: "communicationError", hasEffect: true }, "uncertain"],
    ["a refusal", { kind: "reject" }, "rejected"],
    ["400", answer(400, "{}"), "rejected"],
  ])("with %s", async (_name, fault, failure) => {
    // A short deadline leaves no time for a repetition, so only what has to wait for it gets one.
    const { simulator, cloud, clock } = await startClient(fault.kind === "hang" ? { client: { deadlinesMs: QUICK } } : {});
    await cloud.read("command");
    simulator.fail("SetData", fault);
    expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure });
    expect(simulator.journal.writes()).toHaveLength(1);
    expect(clock.slept).toEqual([]);
    expect(simulator.journal.violations()).toEqual([]);
  });

  test("with a refused connection, before anything was sent, is unreachable", async () => {
    const { simulator, cloud } = await startClient();
    await cloud.read("command");
    await simulator.close();
    expect(await failureOf(cloud.setData(slim))).toMatchObject({
      failure: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("the queue", () => {
  test("holds one request at a time, and commands go before polls that wait", async () => {
    const { simulator, cloud } = await startClient();
    simulator.fail("any", { kind: "slow", ms: 20 }, 20);
    const ended: string[] = [];
    const note = (name: string) => () => ended.push(name);
    await Promise.all([
      cloud.read("poll").then(note("poll 1")),
      cloud.read("poll").then(note("poll 2")),
      cloud.setData(slim).then(note("command 1")),
      cloud.readHolidaySlots().then(note("command 2")),
    ]);
    expect(ended).toEqual(["poll 1", "command 1", "command 2", "poll 2"]);
    expect(simulator.journal.violations()).toEqual([]);
  });

  test("of calls that find the session ended logs in once", async () => {
    const { simulator, cloud } = await startClient();
    await cloud.read("poll");
    simulator.endSessions();
    await Promise.all([cloud.read("poll"), cloud.readHolidaySlots(), cloud.setData(slim)]);
    expect(simulator.journal.of("Login")).toHaveLength(2);
    expect(simulator.journal.violations()).toEqual([]);
  });

  test("ends with the bridge: what is under way and what waits", async () => {
    const { simulator, cloud } = await startClient();
    await cloud.read("poll");
    simulator.fail("GetData", { kind: "hang" });
    const calls = [failureOf(cloud.read("poll")), failureOf(cloud.setData(slim))];
    while (simulator.journal.of("GetData").length < 2) await new Promise((resolve) => setTimeout(resolve, 2));
    cloud.close();
    expect((await Promise.all(calls)).map(({ failure }) => failure)).toEqual(["unreachable", "unreachable"]);
    expect(simulator.journal.writes()).toEqual([]);
  });
});
