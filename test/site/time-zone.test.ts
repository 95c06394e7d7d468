import { timeZoneFlaw } from "../../lib/site/time-zone";

test.each(["Europe/Zurich", "UTC", "Etc/UTC", "America/Port_of_Spain", "Etc/GMT+1", "America/North_Dakota/New_Salem"])(
  "%s is a time zone",
  (text) => {
    expect(timeZoneFlaw(text)).toBeUndefined();
  },
);

test.each(["", "zurich", "europe/zurich", "+01:00", "Europe/", "Europe/Atlantis", "../etc/passwd"])("%j is not a time zone", (text) => {
  expect(timeZoneFlaw(text)?.wrong).toBe("is not an IANA time zone");
});
