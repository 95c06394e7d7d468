/** The quirks of the cloud that the bridge has to live with, as the simulator has them. */
import { closeClouds, failureOf, startClient } from "./cloud-client";

afterEach(closeClouds);

const slim = { zoneMode: 2, dhwMode: 1, dhwComfortTemp: 50, dhwReducedTemp: 40 };
const QUICK = { simulator: { visibleAfterMs: 5000 } };

test("a write is visible some seconds later", async () => {
  const { cloud, clock } = await startClient(QUICK);
  await cloud.setData(slim);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 1 });
  clock.pass(5000);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 2 });
});

test("an accepted write may be dropped, or reverted", async () => {
  const { simulator, cloud, clock } = await startClient();
  simulator.fail("SetData", { kind: "silentDrop" });
  await cloud.setData(slim);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 1 });
  simulator.fail("SetData", { kind: "revert", afterMs: 30_000 });
  await cloud.setData(slim);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 2 });
  clock.pass(30_000);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 1 });
});

test("a pair with reduced above comfort is accepted, and the boiler keeps what it had", async () => {
  const { cloud } = await startClient();
  const { rawZone } = await cloud.read("command");
  await cloud.setTemperature({ comfort: 16, reduced: 18 }, rawZone);
  await cloud.setData({ ...slim, dhwComfortTemp: 40, dhwReducedTemp: 50 });
  expect(await cloud.read("command")).toMatchObject({ ch: { comfort: { value: 21 } }, dhw: { comfort: { value: 55 } }, zoneMode: 2 });
});

test("a stale read shows what was before the last write", async () => {
  const { simulator, cloud } = await startClient();
  await cloud.setData(slim);
  simulator.fail("GetData", { kind: "stale" });
  expect((await cloud.read("command")).zoneMode).toBe(1);
  expect((await cloud.read("command")).zoneMode).toBe(2);
});

test("an effect may come without its answer", async () => {
  const { simulator, cloud } = await startClient();
  simulator.fail("SetData", { kind: "drop", hasEffect: true });
  expect(await failureOf(cloud.setData(slim))).toMatchObject({ failure: "uncertain" });
  expect(simulator.settle().zoneMode).toBe(2);
});

test("a gateway that is away fails reads, or holds writes until it is back", async () => {
  const { simulator, cloud } = await startClient();
  simulator.connection = "offline";
  expect(await failureOf(cloud.read("command"))).toMatchObject({ failure: "gateway" });
  simulator.connection = "queueing";
  await cloud.setData(slim);
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 1 });
  simulator.connection = "online";
  expect(await cloud.read("command")).toMatchObject({ zoneMode: 2 });
});

test("a date of another year is stored with the current one", async () => {
  const { simulator, cloud } = await startClient();
  const [old] = await cloud.readHolidaySlots();
  if (!old) throw new Error("the simulator has eight slots");
  await cloud.writeHolidaySlot({ from: "2030-07-19", to: "2030-07-20" }, old, 1);
  expect((await cloud.readHolidaySlots())[0]).toMatchObject({ from: "2026-07-19", to: "2026-07-20" });
  expect(simulator.boiler.slots[0]).toEqual({ from: "07-19", to: "07-20", osv: false });
});

/** Requests that our client can't make. */
async function post(url: string, path: string, cookie: string, body: unknown) {
  const response = await fetch(url + path, { method: "POST", headers: { cookie }, body: JSON.stringify(body), redirect: "manual" });
  return { status: response.status, text: await response.text() };
}

test("what our client can't do is answered as the cloud does, and stands in the journal", async () => {
  const { simulator, cloud } = await startClient();
  await cloud.read("poll");
  const cookie = String(simulator.journal.of("GetData")[0]?.headers.cookie);
  const setData = `/R2/PlantHomeBsb/SetData/${simulator.gateway}`;
  const body = { plantData: {}, zoneData: { zone: 1, mode: { value: 1 } }, viewModel: { zoneNumber: 1 } };
  const temperature = { chComfortTemp: { value: 20 } };

  expect((await post(simulator.url, setData, "", body)).status).toBe(302);
  expect(
    (await post(simulator.url, setData, cookie, { ...body, zoneData: { ...body.zoneData, coolComfortTemp: { value: 0 } } })).status,
  ).toBe(599);
  expect((await post(simulator.url, setData, cookie, { ...body, plantData: undefined })).text).toContain('"ok":false');
  expect((await post(simulator.url, setData, cookie, { ...body, viewModel: { zoneNumber: 1, holidays: [] } })).text).toContain('"ok":true');
  expect(simulator.sentinels.size).toBe(0);
  expect((await post(simulator.url, setData, cookie, { ...body, zoneData: { ...body.zoneData, ...temperature } })).text).toContain(
    '"ok":true',
  );
  expect([...simulator.sentinels]).toEqual(["comfort", "reduced"]);
  await post(simulator.url, `/R2/PlantHomeBsb/GetData/${simulator.gateway}`, cookie, { useCache: true, zone: 1 });
  expect((await post(simulator.url, `/R2/PlantMetering/x`, cookie, {})).status).toBe(404);
  simulator.fail("GetData", { kind: "slow", ms: 50 });
  simulator.fail("LoginPage", { kind: "slow", ms: 50 });
  await Promise.all([cloud.read("poll"), fetch(`${simulator.url}/R2/Account/Login`)]);

  const breaches = simulator.journal.violations().join("\n");
  for (const breach of [
    "holidays through",
    "CH temperatures",
    "cooling fields",
    "reads the cache",
    "dead endpoint",
    "does not exist",
    "overlaps",
  ])
    expect(breaches).toContain(breach);
});
