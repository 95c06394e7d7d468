/** Minutes from a time zone's local time to UTC at an instant, as Date's getTimezoneOffset counts them: -120 in Zurich's summer. */
export function utcOffsetMinutes(timeZone: string, at: number): number {
  const zoneName = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(zoneName ?? "") ?? [];
  if (hours === undefined || minutes === undefined) return 0;
  const ahead = Number(hours) * 60 + Number(minutes);
  // Not a bare minus: -0 would be no plain 0.
  return sign === "-" ? ahead : 0 - ahead;
}
