/** The bridge's side of a stand-in for Home Assistant, with what it is told written down. */
import type { HomeEvents } from "../../components/boiler-bridge/service/home/home";
import { createHome } from "../../components/boiler-bridge/service/home/home-assistant";
import { createLog } from "../../lib/service/log";
import { startFakeHomeAssistant } from "./fake-home-assistant";

/** A hundred times as fast, so that heartbeats and pauses take no time. */
const SPEED = 100;
export const clock = {
  now: () => Date.now() * SPEED,
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds / SPEED)),
};

export type HomeWorld = Awaited<ReturnType<typeof createHomeWorld>>;

export async function createHomeWorld() {
  const fake = await startFakeHomeAssistant({ now: clock.now });
  /** A line each. */
  const told: string[] = [];
  const events: HomeEvents = {
    onReady: (helpers) => told.push(`ready ${helpers.get("ch_comfort_temp_set")}`),
    onLost: () => told.push("lost"),
    onCommand: (field, value) => told.push(`command ${field} ${value}`),
    onHelper: (field, value) => told.push(`helper ${field} ${value}`),
    onSchedule: (data) => told.push(`schedule ${JSON.stringify(data)}`),
  };
  const until = async (condition: () => boolean, what: string) => {
    for (const end = Date.now() + 4_000; !condition(); ) {
      if (Date.now() > end) throw new Error(`not in time: ${what}; told: ${told.join(", ")}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const isTold = (line: string, count = 1) => until(() => told.filter((each) => each === line).length >= count, line);
  const login = { token: "good-token" };
  const home = createHome({ url: fake.url, token: () => login.token, clock, log: createLog("test", "silent") });
  return {
    fake,
    home,
    login,
    told,
    until,
    isTold,
    toldOfHelpers: () => told.filter((line) => /^(command|helper)/.test(line)),
    /** All that was sent before is told when this is. */
    settle: async () => {
      const count = told.filter((line) => line.startsWith("schedule")).length;
      fake.fire("boiler_set_schedule", "settled");
      await isTold('schedule "settled"', count + 1);
    },
    connect: () => home.start(events),
    /** Connected, with the boiler read. */
    start: async () => {
      home.start(events);
      await isTold("ready 20");
      home.accept();
    },
    close: async () => {
      await home.close();
      await fake.close();
    },
  };
}
