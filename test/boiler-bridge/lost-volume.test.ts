/** The totals of a bridge whose volume is gone: Home Assistant is all that remembers. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type EntityId, STATISTICS } from "../../components/boiler-bridge/entities";
import { wideTest } from "../wide";
import { inWorld } from "./played-world";
import type { World } from "./world";

const ENERGY = "sensor.boiler_heating_energy_total";
const FAST = { bridge: { pollSeconds: 10, pricePerKwh: 5 } };

const numbersOf = ({ home }: World, id: EntityId) =>
  home.posts.filter(({ entityId, body }) => entityId === id && Number.isFinite(Number(body.state))).map(({ body }) => Number(body.state));
const lose = ({ folder }: World) => rmSync(join(folder, "bridge-state.json"));

/** Stopped in order while it burns, and started again without its volume. */
async function restartWithout(world: World, meanwhile = () => {}): Promise<void> {
  const { home, cloud, until, restartBridge } = world;
  cloud.boiler.flame = true;
  await until("energy", () => Number(home.state(ENERGY)) > 0.1);
  await restartBridge(() => {
    lose(world);
    // what the recorder compiled minutes ago
    for (const id of STATISTICS) home.statistics[id] = [{ start: world.clock.now() - 300_000, state: 0.01 }];
    meanwhile();
  });
  const counts = () => STATISTICS.map((id) => numbersOf(world, id).length);
  const before = counts();
  await until("the totals again", () => counts().every((count, n) => count > (before[n] ?? 0)));
}

function expectNoFall(world: World): void {
  for (const id of STATISTICS) {
    const numbers = numbersOf(world, id);
    expect(numbers.length).toBeGreaterThan(2);
    expect([id, ...numbers]).toEqual([id, ...numbers.toSorted((a, b) => a - b)]);
  }
}

test("no total and no period falls after an orderly stop", () =>
  inWorld(FAST, async (world) => {
    await restartWithout(world);
    expectNoFall(world);
  }));

wideTest("nor where Home Assistant was restarted meanwhile, which forgets the states", () =>
  inWorld(FAST, async (world) => {
    await restartWithout(world, () => world.home.restart());
    expectNoFall(world);
  }),
);

test("nor where the recorder has yet to write what was shown last", () =>
  inWorld(FAST, async (world) => {
    const { home, cloud, until } = world;
    cloud.boiler.flame = true;
    await until("energy", () => Number(home.state(ENERGY)) > 0);
    home.isRecorderBehind = true;
    await restartWithout(world, () => setTimeout(home.catchUp, 15_000));
    expectNoFall(world);
  }));
