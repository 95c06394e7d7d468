/** Wall-clock times of a time zone as moments. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export class Zone {
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, readonly number[]>();

  /** @throws RangeError for a name that is no time zone's */
  constructor(name: string) {
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "iso8601",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  }

  /** What clocks there show before what UTC's show, in milliseconds. */
  offsetAt(at: number): number {
    const parts = Object.fromEntries(this.#format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  }

  /** The offsets that its clocks have on that day: two when they are put forward or back. */
  offsetsOn(day: number): readonly number[] {
    const known = this.#offsets.get(day);
    if (known) return known;
    // no zone is further from UTC than a day
    const offsets = [...new Set([day - 0.6, day + 0.5, day + 1.6].map((at) => this.offsetAt(at * DAY_MS)))];
    this.#offsets.set(day, offsets);
    return offsets;
  }

  /** When its clocks show that minute of that day: never where they are put forward over it, twice where they are put back. */
  momentsOf(day: number, minuteOfDay: number): readonly number[] {
    const shown = day * DAY_MS + minuteOfDay * MINUTE_MS;
    const offsets = this.offsetsOn(day);
    const moments = offsets.map((offset) => shown - offset);
    if (offsets.length === 1) return moments;
    return moments.filter((at) => this.offsetAt(at) === shown - at).sort((a, b) => a - b);
  }
}

const zones = new Map<string, Zone>();

/** Each zone once: its offsets are worth keeping. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = new Zone(name);
  zones.set(name, zone);
  return zone;
}
