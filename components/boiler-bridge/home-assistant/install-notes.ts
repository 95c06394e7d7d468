/** What a person does in Home Assistant, once. */
export function installNotes(calendar: string): string {
  return `# The boiler in Home Assistant

Home Assistant 2025.9 or later. Do the steps in this order.

1. **User and token.** Settings, People, Users: add "Boiler bridge", an administrator (publishing states, listening and
   resetting statistics need one), used by nothing else: the logbook then tells its changes from yours. Log in as it;
   in its profile under Security create a long-lived access token, and put it into the secret store
   (\`boiler-bridge\`, property \`home-assistant-token\`; beside it \`username\` and \`password\` of the vendor's account).
2. **Custom component.** Install \`jcwillox/hass-template-climate\` (HACS, custom repository), and restart. Without it everything
   but the thermostat works.
3. **Package.** Copy \`boiler.yaml\` to \`packages/boiler.yaml\` and name the folder in \`configuration.yaml\`:

   \`\`\`yaml
   homeassistant:
     packages: !include_dir_named packages
   \`\`\`

   Check the configuration (Developer tools) and restart. Remove helpers of the same names first: a second one would be called \`..._2\`.
4. **Calendar.** The holiday automations follow \`${calendar}\`. Make it with Local Calendar, or name another one in
   \`boiler.holiday_calendar\` of \`site.yaml\`, run the synth and copy the file again.
5. **Dashboard.** Copy \`dashboard.yaml\` beside \`configuration.yaml\`:

   \`\`\`yaml
   lovelace:
     dashboards:
       boiler-heating:
         mode: yaml
         title: Boiler
         icon: mdi:radiator
         show_in_sidebar: true
         filename: dashboard.yaml
   \`\`\`
6. **Phone and voice.** Expose \`climate.boiler_heating\`, and it alone: Settings, Voice assistants, Expose; for a phone's home app
   list it in the \`homekit\` filter. The helpers stay behind it.

## The thermostat

| Thermostat | Boiler |
|---|---|
| off | Protection: frost protection of the heating; **hot water is not touched** |
| auto | Automatic: the weekly schedule; preset none |
| heat, preset comfort | Comfort, day and night |
| heat, preset eco | Reduced, day and night |
| set temperature | the reduced temperature in eco, else the comfort temperature; right after "eco" it is eco's |
| action heating | the flame burns, for hot water too; off while in Protection |

- The current temperature is unknown without a room sensor at the boiler. The boiler's own target at this moment is the attribute
  \`desired_room_temp\`.
- "Turn on" means heat to Home Assistant, so Comfort. Say "auto" to go back to the schedule.
- The mode changes when the boiler has it, some seconds later. \`sensor.boiler_last_command\` says what became of a command;
  one that is refused puts its helper back, and a notification says why.
- Switch hot water with \`input_select.boiler_dhw_mode_set\`.

## Holidays

An event begins: the holiday is on until its last day. It ends next year: the boiler keeps no year, so the holiday ends on
31 December and goes on by itself on 1 January at 00:05 (again at 06:05). 1 January alone can't be a holiday and is heated.
It ends: the holiday is off, a minute later, unless another event runs. Home Assistant must run at these moments, and an event
that is changed while it runs changes nothing: set the date by hand.

## Energy

Energy panel, Gas consumption, add: \`sensor.boiler_heating_energy_total\`, with "an entity tracking the total costs":
\`sensor.boiler_heating_cost_total\`. All gas sources must be in kWh. The numbers are 14 kW for as long as the flame burns:
they show the pattern, not the meter.

To begin anew, in the bridge's pod: \`node /app/server.cjs reset-statistics\`. The history of the four energy and cost sensors is dropped, their
present values stay, and the panel shows them again after the next full hour. A \`timeout\` that it prints means that Home Assistant is still at it.
`;
}
