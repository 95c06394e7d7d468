import { logStoreSettings as job } from "../../../../components/batch/jobs/log-store-settings/job";
import { logStoreSettingsSettings as settings } from "../../../../components/batch/jobs/log-store-settings/settings";
import { cadenceSeconds } from "../../../../lib/cron/cadence";
import { readValue } from "../../../../lib/service/environment";
import { logStoreSettings as rules } from "../../../../rules/log-store-settings";

test("three runs in a row are within the time for which the store has to be found otherwise", () => {
  const [held = 0] = rules()
    .groups.flatMap((group) => group.rules)
    .flatMap((rule) => (rule.kind === "alert" && rule.name === "LogStoreDriftReturning" && rule.for ? [rule.for.seconds] : []));
  const cadence = cadenceSeconds(job.schedule, "Europe/Helsinki", Date.parse("2026-01-01T00:00:00Z")) ?? 0;
  expect(cadence).toBe(3600);
  expect([held > 2 * cadence, held < 3 * cadence]).toEqual([true, true]);
});

test.each(["0", "2"])("a global retention of %s is the check's to refuse, which says where it stands", (days) => {
  expect(readValue(settings.GLOBAL_RETENTION_DAYS, days)).toEqual({ value: Number(days) });
});
