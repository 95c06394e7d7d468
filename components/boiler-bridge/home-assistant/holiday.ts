/**
 * Events of a calendar as holidays of the boiler. The boiler keeps month and day only, so a holiday ends on 31 December
 * at the latest and is continued on 1 January; one that ends on 1 January can't be told from an unused slot.
 */
import { helperId } from "../watched-helpers";

const ACTIVE = helperId("holiday_active");
const UNTIL = helperId("holiday_until");
const SCRIPT = "boiler_start_holiday";

/** The last day of an event: its end is exclusive, a date for whole days and else a time. */
const lastDay = (end: string): string => `((as_datetime(${end}) | as_local) - timedelta(seconds=1)).strftime('%Y-%m-%d')`;

export function holidayScripts(): Readonly<Record<string, object>> {
  return {
    [SCRIPT]: {
      alias: "Boiler: start or continue a holiday",
      description: "Until the last day before the given end, or 31 December when that comes first.",
      mode: "queued",
      fields: { end: { description: "When the event ends, as the calendar says it", example: "2026-12-28" } },
      sequence: [
        { variables: { until: `{{ [${lastDay("end")}, now().year ~ '-12-31'] | min }}` } },
        // a holiday of 1 January alone looks like no holiday: that day is heated
        { condition: "template", value_template: "{{ until[5:] != '01-01' }}" },
        { service: "input_datetime.set_datetime", target: { entity_id: UNTIL }, data: { date: "{{ until }}" } },
        { service: "input_boolean.turn_on", target: { entity_id: ACTIVE } },
      ],
    },
  };
}

export function holidayAutomations(calendar: string): readonly object[] {
  const start = (end: string) => [{ service: `script.${SCRIPT}`, data: { end } }];
  return [
    {
      id: "boiler_holiday_start",
      alias: "Boiler: a holiday begins",
      mode: "queued",
      trigger: [{ platform: "calendar", event: "start", entity_id: calendar }],
      action: start("{{ trigger.calendar_event.end }}"),
    },
    {
      id: "boiler_holiday_new_year",
      alias: "Boiler: a holiday goes on in the new year",
      // twice, in case Home Assistant or the cloud is away the first time; the second changes nothing after a first that worked
      trigger: [{ platform: "time", at: ["00:05:00", "06:05:00"] }],
      condition: [
        { condition: "template", value_template: "{{ now().month == 1 and now().day == 1 }}" },
        { condition: "state", entity_id: calendar, state: "on" },
      ],
      action: start(`{{ state_attr('${calendar}', 'end_time') }}`),
    },
    {
      id: "boiler_holiday_end",
      alias: "Boiler: a holiday ends",
      mode: "queued",
      trigger: [{ platform: "calendar", event: "end", entity_id: calendar }],
      action: [
        // an event that follows at once begins at the same moment, and its holiday stays
        { delay: { minutes: 1 } },
        { condition: "state", entity_id: calendar, state: "off" },
        { service: "input_boolean.turn_off", target: { entity_id: ACTIVE } },
      ],
    },
  ];
}
