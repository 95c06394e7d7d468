/** Writes that the cloud refuses unless they name what stands there. Somebody else's change in between costs one more round; nothing is forced. */
import { isDeepStrictEqual } from "node:util";
import { type DateRange, isSameRange, OWN_SLOT } from "../../model/holiday";
import { type DayPlan, type WeeklyPlan, weekText } from "../../model/schedule";
import { type Cloud, CloudError, type HolidaySlot } from "../cloud/cloud";

interface Conditional<T> {
  readonly write: (old: T) => Promise<void>;
  /** What stands there now; undefined: nothing that could be written over. */
  readonly read: () => Promise<T | undefined>;
  readonly isDone: (now: T) => boolean;
}

async function writeOver<T>(old: T, { write, read, isDone }: Conditional<T>): Promise<void> {
  try {
    await write(old);
  } catch (error) {
    if (!(error instanceof CloudError) || error.failure !== "rejected") throw error;
    const now = await read();
    // An answer that is no success may belong to a write that took effect.
    if (now !== undefined && isDone(now)) return;
    // Nobody changed anything: it was refused for another reason.
    if (now === undefined || isDeepStrictEqual(now, old)) throw error;
    await write(now);
  }
}

/** The slot is read first: GetData does not tell what `old` has to say. */
export async function writeSlot(cloud: Cloud, range: DateRange, zoneMode: number): Promise<void> {
  const read = async (): Promise<HolidaySlot> => {
    const found = (await cloud.readHolidaySlots()).find(({ index }) => index === OWN_SLOT);
    if (!found) throw new CloudError("shape", `the holiday list has no slot ${OWN_SLOT}`);
    return found;
  };
  await writeOver(await read(), {
    write: (old) => cloud.writeHolidaySlot(range, old, zoneMode),
    read,
    isDone: (now) => isSameRange(now, range),
  });
}

export async function writePlans(cloud: Cloud, plans: readonly DayPlan[], previous: WeeklyPlan): Promise<void> {
  await writeOver(previous, {
    write: (old) => cloud.setTimeProg(plans, old),
    read: async () => (await cloud.read("command")).plan,
    isDone: (now) => weekText(now.plans) === weekText(plans),
  });
}
