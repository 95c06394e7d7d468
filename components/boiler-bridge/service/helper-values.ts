import { slotZero } from "../model/holiday";
import { DHW_MODES, optionOf, ZONE_MODES } from "../model/modes";
import type { Reading } from "../model/reading";
import { isSentinel } from "../model/setpoints";
import type { Field, HelperValue } from "../watched-helpers";

/** What the helpers have to show when nobody asked for anything else. A field that the boiler says nothing about is absent: its helper stays as it is. */
export function helperValues(reading: Reading, today: string): Map<Field, HelperValue> {
  const { ch, dhw, holidays } = reading;
  const hasCh = !isSentinel(ch);
  const holiday = holidays && slotZero(holidays, today);
  const values: Readonly<Record<Field, HelperValue | undefined>> = {
    ch_comfort_temp_set: hasCh ? ch.comfort.value : undefined,
    ch_reduced_temp_set: hasCh ? ch.reduced.value : undefined,
    dhw_comfort_temp_set: dhw?.comfort.value,
    dhw_reduced_temp_set: dhw?.reduced.value,
    zone_mode_set: optionOf(ZONE_MODES, reading.zoneMode),
    dhw_mode_set: reading.dhwMode === undefined ? undefined : optionOf(DHW_MODES, reading.dhwMode),
    holiday_active: holidays && holiday !== undefined,
    // without a holiday the date is the person's, for the next one
    holiday_until: holiday?.to,
    holiday_use_reduced: reading.useReducedOnHoliday,
  };
  const known = Object.entries(values).filter((entry): entry is [Field, HelperValue] => entry[1] !== undefined);
  return new Map(known);
}
