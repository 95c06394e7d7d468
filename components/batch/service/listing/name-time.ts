import { zoneOf } from "../../../../lib/cron/zone";
import { isTimeZone } from "../../time-zone";

/**
 * The time that the name of a snapshot says, as those of ZFS, Btrfs, Samba's shadow copies and storage boxes do: `auto-2026-11-23_03-00`,
 * `GMT-2026.11.23-03.00.00`, `daily.2026-11-23_0010`, `20261123T030000Z`. The time of a snapshot's folder would be that of what is in it.
 */
const TIME =
  /(?<!\d)(20\d\d)([-._]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:[-_.T@ ]*([01]\d|2[0-3])[-:._h]?([0-5]\d)(?:[-:._m]?([0-5]\d))?)?(?!\d)/;
const UTC = /GMT|UTC|\dZ(?![A-Za-z])/;

/** Milliseconds since the epoch; a day alone is its beginning. Undefined for a name without a time, or with one that is none. */
export function timeInName(name: string, timeZone: string): number | undefined {
  const [, year, , month, day, hour = "0", minute = "0", second = "0"] = TIME.exec(name) ?? [];
  if (year === undefined) return undefined;
  return moment([year, month, day, hour, minute, second].map(Number), UTC.test(name) ? "UTC" : timeZone);
}

/** The moment at which clocks of the zone show year, month, day, hour, minute and second; of two the earlier one. */
export function moment(parts: readonly number[], timeZone: string): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const midnight = Date.UTC(year, month - 1, day);
  // 31 April is no day
  if (new Date(midnight).getUTCDate() !== day || !isTimeZone(timeZone)) return undefined;
  const moments = zoneOf(timeZone).momentsOf(midnight / 86_400_000, 60 * hour + minute);
  // a time that the clocks leave out is told by who has not put them forward
  const [at = midnight + (60 * hour + minute) * 60_000] = moments;
  return at + second * 1000;
}
