import fc from "fast-check";
import { stringify } from "yaml";
import { importedFile } from "../../../bin/import-rules/declarations";
import { named } from "../../../bin/import-rules/file-names";
import { ownable, ownFile } from "../../../bin/import-rules/own-declarations";
import { readRules } from "../../../bin/import-rules/rule-objects";
import { typedNames } from "../../../bin/import-rules/typed-selectors";
import { anyCodePoint } from "../../any-text";
import { fullPlatform, ROOT } from "../../example";
import { runs } from "../../wide";
import { evaluated, wireGroups } from "./evaluated";

const RUNS = { numRuns: runs(600, 30) };

/** What sources and YAML treat in their own way. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: that is what is tried
const HOSTILE = ["`", "${x}", "\\", '"', "'", "\n", "\r\n", "\t", "*/", "\u2028", "\u202e", "é", "🔔", "#", ": ", "- ", "__proto__", " "];
const anyText = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string()), { maxLength: 8 }).map((parts) => parts.join("")),
);
// the library that writes them loses the blanks of a first line that has nothing else
const text = anyText.filter(
  (one) => !one.includes("{{") && !/^[ \t]+\n/.test(one) && !/[\ud800-\udfff\0]/.test(one.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")),
);
const someText = text.filter((one) => one.trim() !== "");
const quoted = text.map((one) => `${JSON.stringify(one.replaceAll("\\", "/"))}`).filter((one) => !/\\u|\n/.test(one));
const expr = fc.oneof(
  fc.constantFrom("up == 0", "sum by (a) (\n  rate(b[5m])\n)", "a{b=`$`}", "a{b='\\\\d'} # why\n> 1", "1", 'node_load1{job="x"} offset 5m'),
  quoted.map((value) => `up{a=${value}} > 0`),
);
const texts = (value: fc.Arbitrary<string>) => fc.dictionary(fc.constantFrom("a", "b_c", "severity", "__x"), value, { maxKeys: 3 });
const labels = fc.dictionary(fc.constantFrom("a", "b_c", "severity", "component"), text, { maxKeys: 3 });
const duration = fc.constantFrom("5m", "1h30m", "90s", "1d", "0s");
const some = <T extends object>(all: T) =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined && Object.keys(one).length > 0));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const alertRule = fc
  .record({
    alert: someText,
    expr,
    for: maybe(duration),
    keep_firing_for: maybe(duration),
    labels: maybe(labels),
    annotations: maybe(texts(text)),
  })
  .map(some);
const recordRule = fc.record({ record: fc.constantFrom("a:b:c", "a", "_x"), expr, labels: maybe(labels) }).map(some);
const rules = fc.uniqueArray(fc.oneof(alertRule, recordRule), {
  selector: (rule) => JSON.stringify([rule.alert, rule.record, String(rule.expr).trimEnd(), rule.labels]),
  maxLength: 5,
});
const groups = fc.uniqueArray(fc.record({ name: someText, interval: maybe(fc.constantFrom("30s", "5m", "2h")), rules }), {
  selector: ({ name }) => name,
  minLength: 1,
  maxLength: 3,
});

const came = (text: string, file: string) => {
  const found = readRules(text, file);
  expect(found.refused).toEqual([]);
  const [one] = named(found.sources, new Set());
  if (one === undefined) throw new Error("nothing was found");
  return one;
};
const where = { folder: "rules/imported", file: "rules/imported/a.ts" };

test("what is printed evaluates to the rules that were read", () => {
  fc.assert(
    fc.property(groups, text, fc.boolean(), (given, source, isJson) => {
      const written = isJson ? JSON.stringify({ groups: given }) : stringify({ groups: given });
      const one = came(written, "a.yml");
      const bundle = evaluated(importedFile(one, { source }, where), one.maker);
      const expected = given.map((group) => ({
        name: group.name,
        ...(group.interval && { interval: group.interval }),
        rules: group.rules.map((rule) => ({ labels: {}, annotations: {}, ...rule, expr: String(rule.expr).trimEnd() })),
      }));
      expect(JSON.parse(JSON.stringify(wireGroups(bundle)))).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
    RUNS,
  );
});

test("what is printed as ours asks the same, for as long, and its proof is a draft", () => {
  const names = typedNames(ROOT, fullPlatform().scrapes);
  fc.assert(
    fc.property(groups, (given) => {
      const { source, ...rest } = came(stringify({ groups: given }), "a.yml");
      const { sources, refused } = ownable([source], "Platform");
      expect(refused).toEqual([]);
      const [own = source] = sources;
      const bundle = evaluated(ownFile({ ...rest, source: own }, "Platform", names, where), rest.maker);
      const wire = wireGroups(bundle).flatMap(({ rules }) => rules as Record<string, unknown>[]);
      const expected = given.flatMap(({ rules }) => rules);
      // a selector is written as ours are: without blanks, its texts in double quotes
      const spelt = (one: unknown) => String(one).replace(/[\s`'"]/g, "");
      expect(wire.map((rule) => [rule.alert ?? rule.record, spelt(rule.expr)])).toEqual(
        expected.map((rule) => [rule.alert ?? rule.record, spelt(rule.expr)]),
      );
      for (const { rules } of bundle.groups)
        for (const rule of rules)
          if (rule.kind === "alert")
            expect(rule.proof.flaws?.map(({ what }) => what)).toEqual(['"fires" is still a draft', '"silent" is still a draft']);
    }),
    RUNS,
  );
});

describe("nothing makes it crash", () => {
  const sound =
    "groups:\n- name: g\n  interval: 1m\n  rules:\n  - alert: A\n    expr: up == 0\n    labels: {a: b}\n    annotations:\n      a: |\n        {{ $value }}\n";

  test("any text", () => {
    fc.assert(
      fc.property(anyText, (given) => void readRules(given, "a.yml")),
      RUNS,
    );
  });

  test("any value where rules are expected", () => {
    const any = fc.anything({ withObjectString: true, maxDepth: 4 }).map((value) => value ?? null);
    const shaped = fc.oneof(
      any,
      fc.record({
        groups: fc.oneof(
          any,
          fc.array(
            fc.record({
              name: any,
              rules: fc.oneof(any, fc.array(fc.oneof(any, fc.record({ alert: any, expr: any, labels: any, for: any })))),
            }),
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(shaped, (value) => void readRules(JSON.stringify(value) ?? "", "a.json")),
      RUNS,
    );
  });

  test("a rule file with a piece cut out, or put in", () => {
    const edit = fc.tuple(
      fc.nat(sound.length),
      fc.nat(20),
      fc.oneof(fc.constantFrom("\t", "&a ", "*a", "? ", "<<: *a", "- ", "---\n", "%", "!!x ", "{{"), fc.string()),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
        readRules(
          edits.reduce((so, [at, length, piece]) => so.slice(0, at) + piece + so.slice(at + length), sound),
          "a.yml",
        );
      }),
      RUNS,
    );
  });
});
