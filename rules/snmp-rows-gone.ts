import { days, toPrometheus } from "../lib/duration";

/** A day is long enough to be told, and for what was removed on purpose to be forgotten. */
export const SEEN_WITHIN = toPrometheus(days(1));

/**
 * What a device told of within a day and tells no more, though it tells of others: a member of a stack that is lost takes its rows along.
 * A start anew numbers rows anew, and a release names them anew: what is there by either is not gone. A device that tells of none at all is
 * told by SnmpDeviceUnreachable or SnmpDeviceTellsNothing.
 *
 * @param was what it told, of each row
 * @param rows what it tells now
 * @param calledBy what a row is known by: a label, and the rows that have it
 */
export function rowsGone(was: string, rows: string, calledBy: readonly (readonly [label: string, rows: string])[]): string {
  const isThere = calledBy.map(([label, named]) => `unless on (instance, ${label}) ${named}`);
  return [was, ...isThere, `and on (instance) ${rows}`].join("\n");
}
