/** The files that a person puts into Home Assistant's configuration. */
import { stringify } from "yaml";
import type { BoilerSite } from "../../../lib/site/schema";
import { FIELDS, HELPERS, type Helper, helperId } from "../watched-helpers";
import { climate, climateScripts } from "./climate";
import { dashboard } from "./dashboard";
import { holidayAutomations, holidayScripts } from "./holiday";
import { installNotes } from "./install-notes";

/** File name -> text, made when it is read: the same site gives the same bytes. */
export function homeAssistantPackage({
  holiday_calendar: calendar,
}: Pick<BoilerSite, "holiday_calendar">): Readonly<Record<string, string>> {
  return {
    get "README.md"() {
      return installNotes(calendar);
    },
    get "boiler.yaml"() {
      return yaml("A Home Assistant package: the helpers, the thermostat and the calendar automation of the boiler bridge.", {
        ...helpers(),
        climate: [climate()],
        script: { ...climateScripts(), ...holidayScripts() },
        automation: holidayAutomations(calendar),
      });
    },
    get "dashboard.yaml"() {
      return yaml("A Lovelace dashboard in YAML mode for the boiler bridge.", dashboard());
    },
  };
}

/** The sections input_number, input_select and so on. */
function helpers(): Record<string, Record<string, object>> {
  const sections: Record<string, Record<string, object>> = {};
  for (const field of FIELDS) {
    const [domain = "", name = ""] = helperId(field).split(".");
    sections[domain] = { ...sections[domain], [name]: settings(HELPERS[field]) };
  }
  return sections;
}

/** Never with `initial`: it would beat the value that Home Assistant restores. */
function settings(helper: Helper): object {
  const { name, icon } = helper;
  switch (helper.kind) {
    case "input_number":
      return { name, icon, min: helper.min, max: helper.max, step: helper.step, mode: "slider", unit_of_measurement: "°C" };
    case "input_select":
      return { name, icon, options: helper.options };
    case "input_boolean":
      return { name, icon };
    case "input_datetime":
      return { name, icon, has_date: true, has_time: false };
  }
}

/** Home Assistant reads YAML 1.1, where a bare off is false. */
function yaml(title: string, content: object): string {
  const head = `# ${title}\n`;
  return head + stringify(content, { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false });
}
