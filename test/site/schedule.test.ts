import { scheduleFlaw } from "../../lib/site/schedule";

test.each(["17 * * * *", "*/15 0-6/2 1,15 jan-mar MON", "5/15 * ? * 0", "0 0 29 2 *", "0 0 31 2 1", "@daily", "*/90 * * * *"])(
  "%s is a schedule as Kubernetes reads it",
  (text) => {
    expect(scheduleFlaw(text)).toBeUndefined();
  },
);

// each was refused by a real API server
test.each([
  "0 0 * * 7",
  "0 0 L * *",
  "0 0 * * 1#2",
  "TZ=UTC 0 0 * * *",
  "@reboot",
  "0 0 0 * * *",
  "0 22-2 * * *",
  "60 * * * *",
  "0 24 * * *",
  "0 0 0 * *",
  "*/0 * * * *",
  "1- * * * *",
  "a * * * *",
  "",
  "17  * * * *",
])("%s is none", (text) => {
  expect(scheduleFlaw(text)?.wrong).toMatch(/^is not a schedule as Kubernetes reads it: /);
});

test("@every 90m is one to Kubernetes, and none here", () => {
  expect(scheduleFlaw("@every 90m")?.wrong).toMatch(/; belfry wants five fields here, or a word such as @hourly$/);
});

test.each(["0 0 31 2 *", "0 0 30 feb ?", "0 0 31 4,6,9,11 *", ", * * * *"])("%s is never due", (text) => {
  expect(scheduleFlaw(text)).toEqual({ wrong: "is never due: no date fits it, as none fits 31 February" });
});
