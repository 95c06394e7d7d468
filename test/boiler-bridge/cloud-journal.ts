/** Every request that the simulated cloud got, and what no client may ever send. */
import type { CallName } from "./cloud-faults";

export interface Entry {
  readonly at: number;
  readonly call: CallName | "unknown";
  readonly method: string;
  readonly path: string;
  /** Parsed when it is JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly isAuthenticated: boolean;
  /** Another request was under way when this one came. */
  readonly isOverlapping: boolean;
  /** Whether it changed, or will change, the boiler. */
  hadEffect: boolean;
  /** 0 when it was never answered. */
  status: number;
}

const WRITES: ReadonlySet<string> = new Set<CallName>(["SetData", "SetTemperature", "SetTimeProg", "SetHoliday", "WriteDataPoints"]);

export class Journal {
  readonly entries: Entry[] = [];

  calls(): string[] {
    return this.entries.map(({ call }) => call);
  }

  of(call: CallName): Entry[] {
    return this.entries.filter((entry) => entry.call === call);
  }

  writes(): Entry[] {
    return this.entries.filter(({ call }) => WRITES.has(call));
  }

  /** Writes that reached the boiler more than once in a row with the same body. */
  doubleWrites(): Entry[] {
    const effective = this.writes().filter(({ hadEffect }) => hadEffect);
    const text = ({ call, body }: Entry) => call + JSON.stringify(body);
    return effective.filter((entry, n) => {
      const before = effective[n - 1];
      return before !== undefined && text(before) === text(entry);
    });
  }

  /** Breaches of the rules that hold for every client; empty for a good one. */
  violations(): string[] {
    return this.entries.flatMap((entry) => {
      const text = JSON.stringify(entry.body ?? null);
      const breaches = [
        entry.isOverlapping && "overlaps another request",
        /"useCache":true/.test(text) && "reads the cache",
        /PlantMetering|PlantLog/i.test(entry.path) && "calls a dead endpoint",
        entry.call === "unknown" && "calls an endpoint that does not exist",
        entry.call === "SetData" && /chComfortTemp|chReducedTemp/.test(text) && "writes CH temperatures through SetData",
        entry.call === "SetData" && /holidays/i.test(text) && "writes holidays through SetData",
        entry.call === "SetData" && /"cool/.test(text) && "echoes cooling fields",
      ];
      return breaches.filter((breach) => breach !== false).map((breach) => `${entry.method} ${entry.path} ${breach}`);
    });
  }
}
