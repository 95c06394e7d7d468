import fc from "fast-check";
import { expositionOf } from "../../../components/batch/service/exposition";
import { gaugeOf } from "../../../components/batch/service/gauge";
import { declareSeries, gauge } from "../../../lib/series";
import { anyCodePoint } from "../../any-text";
import { parseExposition } from "../../exposition";
import { runs } from "../../wide";

const series = declareSeries({
  backup_age_days: gauge("days", "Days, a\\b.", "job", "volume"),
  backups: gauge("count", "Backups.", "job"),
});

test("families with help and type, and a newline at the end", () => {
  const text = expositionOf([
    gaugeOf(series.backup_age_days, { volume: "a" }, 1.5),
    gaugeOf(series.backups, {}, 2),
    gaugeOf(series.backup_age_days, { volume: 'b"\\\n' }, -1),
  ]);
  expect(text).toBe(
    [
      "# HELP backup_age_days Days, a\\\\b.",
      "# TYPE backup_age_days gauge",
      'backup_age_days{volume="a"} 1.5',
      'backup_age_days{volume="b\\"\\\\\\n"} -1',
      "# HELP backups Backups.",
      "# TYPE backups gauge",
      "backups 2",
      "",
    ].join("\n"),
  );
});

test.each([
  ["one series twice", [1, 1], 'backup_age_days{volume="a"} was found twice'],
  ["no figure", [Number.NaN], 'backup_age_days{volume="a"} is NaN'],
  ["infinity", [Number.POSITIVE_INFINITY], 'backup_age_days{volume="a"} is Infinity'],
])("%s is refused", (_, values, message) => {
  expect(() => expositionOf(values.map((value) => gaugeOf(series.backup_age_days, { volume: "a" }, value)))).toThrow(message);
});

test("any label stays one line that a parser reads", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCodePoint }), (volume) => {
      const text = expositionOf([gaugeOf(series.backup_age_days, { volume }, 1)]);
      expect(text.split("\n")).toHaveLength(4);
      expect(() => parseExposition(text)).not.toThrow();
    }),
    { numRuns: runs(300) },
  );
});
