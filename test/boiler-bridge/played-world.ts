/** A world for each test of a file: it ends with the test, and everything that the bridge asked of the cloud was allowed. */
import { createWorld, type World, type WorldOptions } from "./world";

jest.setTimeout(20_000);

/** Of the test that is running. */
export let world: World;
let isOpen = false;

afterEach(async () => {
  if (!isOpen) return;
  isOpen = false;
  try {
    expect(world.cloud.journal.violations()).toEqual([]);
  } finally {
    await world.close();
  }
});

type Play = (world: World) => Promise<void>;

export async function inNewWorld(options: WorldOptions, play: Play): Promise<void> {
  world = await createWorld(options);
  isOpen = true;
  await play(world);
}

/** The bridge has read the boiler, and shows it. */
export function inWorld(options: WorldOptions, play: Play): Promise<void> {
  return inNewWorld(options, async (world) => {
    await world.ready();
    await play(world);
  });
}
