import { days } from "../../../lib/duration";

/** A port without a link for longer is a spare one: long enough for somebody to come, short enough for every port's samples to be read at each evaluation. */
export const LINKED_WITHIN = days(7);
