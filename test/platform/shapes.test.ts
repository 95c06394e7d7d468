import { PARTS, platform } from "../../charts/platform";
import { redisBgsaveFailure } from "../../components/relay/detectors/redis-bgsave-failure";
import { after, DRAFT } from "../../lib/alerts/proof";
import { type AlertProps, alert, area, importedFrom, type RecordingProps, type RuleBundle, record } from "../../lib/alerts/rule";
import { minutes } from "../../lib/duration";
import { detectorsAt } from "../../lib/logs/detector";
import type { Part } from "../../lib/platform/part";
import { DeclarationsRefused, requireShapes } from "../../lib/platform/shapes";
import { SAMPLE_ALERT, SAMPLE_RECORDING } from "../alerts/sample-rules";
import { SITE } from "../checks/example";

/** What a synth says of declarations that the compiler would have refused, had anybody asked it. */
function refused(rules: readonly RuleBundle[], detectors: readonly unknown[] = []): string[] {
  try {
    requireShapes({ rules, detectors: detectorsAt({}, detectors as Parameters<typeof detectorsAt>[1]) });
  } catch (error) {
    if (!(error instanceof DeclarationsRefused)) throw error;
    return error.findings.map(({ where, what, fix }) => `${where}: ${what}; ${fix}`);
  }
  return [];
}

const alertWith = (props: object) => area("x", {}, [alert("SampleDown", { ...SAMPLE_ALERT, ...props } as unknown as AlertProps)]);
const recordingWith = (props: object) => area("x", {}, [record("a:b", { ...SAMPLE_RECORDING, ...props } as unknown as RecordingProps)]);
const importedWith = (props: object) => area("x", {}, importedFrom({ source: "a pack" }, [{ alert: "Up", expr: "up", ...props }]));

test("what the compiler takes is right", () => {
  const moments = { for: minutes(5), fires: [after(minutes(9), { up: "0x10" })], silent: [{ up: "1x10" }, { after: "1x10" }] };
  expect(refused([alertWith(moments)])).toEqual([]);
  expect(refused([recordingWith({})])).toEqual([]);
  expect(refused([importedWith({ for: "1h30m", labels: { severity: "warning" } })])).toEqual([]);
  expect(refused([], [redisBgsaveFailure])).toEqual([]);
});

const KEYS =
  "use one of: name, expr, for, keepFiringFor, severity, component, inhibits, isOfEachSeverity, summary, description, reads, fires, silent";

test.each([
  ["a text for a duration", { for: "5m" }, ['"for" is "5m", not a duration; write for example for: minutes(5), from lib/duration.ts']],
  ["a number for a duration", { for: 300 }, ['"for" is 300, not a duration; write for example for: minutes(5), from lib/duration.ts']],
  [
    "half a duration",
    { for: { seconds: 1.5 } },
    ['"for" is a mapping, not a duration; write for example for: minutes(5), from lib/duration.ts'],
  ],
  [
    "a text to keep firing for",
    { keepFiringFor: "1h" },
    ['"keepFiringFor" is "1h", not a duration; write for example keepFiringFor: minutes(5), from lib/duration.ts'],
  ],
  ["no component", { component: undefined }, ['"component" is missing; write for example component: "Backups", here or in area(...)']],
  ["no severity", { severity: undefined }, ['"severity" is missing; write for example severity: "warning", here or in area(...)']],
  ["no expression", { expr: undefined }, ['"expr" is missing; write for example expr: "up == 0"']],
  ["an empty expression", { expr: " " }, ['"expr" is " ", not text; write for example expr: "up == 0"']],
  ["no summary", { summary: undefined }, ['"summary" is missing; write for example summary: "{{ $labels.instance }} is down"']],
  [
    "no description",
    { description: null },
    ['"description" is nothing, not text; write for example description: "What it means, and what to do first."'],
  ],
  [
    "no proof that it fires",
    { fires: undefined },
    [`"fires" is missing: an alert needs a proof of both kinds; write for example fires: { 'up{job="relay"}': "0x10" }`],
  ],
  [
    "an empty proof that it is silent",
    { silent: [] },
    [
      `"silent" is missing: an alert needs a proof of both kinds; write for example silent: { 'up{job="relay"}': "1x10" }, or silent: ALWAYS_FIRES for an alert that nothing silences`,
    ],
  ],
  [
    "a proof that is still to be written",
    { fires: DRAFT },
    [`"fires" is still a draft; write for example fires: { 'up{job="relay"}': "0x10" }`],
  ],
  [
    "a moment whose time is a text",
    { fires: [{ up: "0x10" }, { after: "5m", series: { up: "0x10" } }] },
    [
      `case 2 of "fires" is neither series nor a moment; write for example fires: { 'up{job="relay"}': "0x10" }, or after(minutes(9), { ... })`,
    ],
  ],
  ["a misspelt key", { keepfiringfor: minutes(5) }, [`"keepfiringfor" is no key of it; did you mean "keepFiringFor"?; ${KEYS}`]],
  [
    "a key that is missing because it is misspelt",
    { severity: undefined, sevrity: "info" },
    [`"sevrity" is no key of it; did you mean "severity"?; ${KEYS}`],
  ],
])("an alert with %s is refused by name", (_, props, found) => {
  expect(refused([alertWith(props)])).toEqual(found.map((text) => `rules/x.ts group "x" rule "SampleDown": ${text}`));
});

test.each([
  [
    "a recording without proof",
    recordingWith({ gives: undefined }),
    'rule "a:b": "gives" does not say what it records from which series; write for example gives: { series: { up: "1x10" }, gives: [[{}, 1]] }',
  ],
  [
    "a recording whose proof is still to be written",
    recordingWith({ gives: { series: DRAFT, gives: [] } }),
    'rule "a:b": "gives" is still a draft; write for example gives: { series: { up: "1x10" }, gives: [[{}, 1]] }',
  ],
  ["a recording without a unit", recordingWith({ unit: undefined }), 'rule "a:b": "unit" is missing; write for example unit: "count"'],
  [
    "an imported rule with a number for a duration",
    importedWith({ for: 300 }),
    'rule "Up": "for" is 300, not a duration; write for example for: "5m"',
  ],
  [
    "an imported rule that is an alert and a recording",
    importedWith({ record: "a:b" }),
    'rule "Up": it has both of "alert" and "record"; write one of them',
  ],
  [
    "what is no rule",
    area("x", {}, [{} as never]),
    "rule 1: it is neither an alert nor a recording; make it with alert(...), record(...) or importedFrom(...)",
  ],
  [
    "an interval that is a text",
    area("x", { interval: "30s" as never }, []),
    '"interval" is "30s", not a duration; write for example interval: minutes(5), from lib/duration.ts',
  ],
])("%s is refused by name", (_, bundle, found) => {
  const [where, what] = ['rules/x.ts group "x"', found];
  expect(refused([bundle])).toEqual([what.startsWith("rule ") ? `${where} ${what}` : `${where}: ${what}`]);
});

test("two areas of one name, and two groups of one name in an area, would each leave one of them", () => {
  const twice = alertWith({});
  expect(refused([twice, twice])).toEqual([
    'rules/x.ts: the area "x" is declared twice: one manifest can hold one of them; give one another name, or put the rules of both into one',
  ]);
  expect(refused([{ area: "x", groups: [...twice.groups, ...twice.groups] }])).toEqual([
    'rules/x.ts group "x": the area has two groups "x", and the operator refuses both; give one another name, or put the rules of both into one',
  ]);
});

const AT = 'detector "RedisBGSAVEFailure" (components/relay/detectors)';
const DETECTOR_KEYS =
  "use one of: alert, flow, signal, lines, modernLines, scope, pods, where, isPerContainer, severity, window, summary, description, fires, silent";

test.each([
  [
    "a text for its window",
    { window: "10m" },
    [`${AT}: "window" is "10m", not a duration; write for example window: minutes(5), from lib/duration.ts`],
  ],
  [
    "a scope that names a namespace",
    { scope: { namespace: "mail" } },
    [`${AT} scope: "namespace" is no key of it; use one of: component, pod`],
  ],
  ["no scope", { scope: undefined }, [`${AT}: "scope" is missing; write for example scope: { component: "Mail" }, or {} for every record`]],
  [
    "a pattern that is a text",
    { lines: ["error"] },
    [`${AT}: "lines" is a list, not a list of regular expressions; write for example lines: [/Background saving error/]`],
  ],
  [
    "no line that fires",
    { fires: [] },
    [`${AT}: "fires" is a list, not a list of lines; write for example fires: ["a line as the program prints it"]`],
  ],
  ["a misspelt key", { modernlines: [/x/] }, [`${AT}: "modernlines" is no key of it; did you mean "modernLines"?; ${DETECTOR_KEYS}`]],
])("a detector with %s is refused by name", (_, props, found) => {
  expect(refused([], [{ ...redisBgsaveFailure, ...props }])).toEqual(found);
});

test("one mistake does not hide the next", () => {
  expect(refused([alertWith({ for: "5m", component: undefined })], [{ ...redisBgsaveFailure, window: 5 }])).toHaveLength(3);
});

test("a platform is not built of what is refused: its projections would fail with a stack trace, or write it as nothing", () => {
  const part: Part = { name: "added", at: () => ({ declares: { rules: [alertWith({ for: "5m" })] } }) };
  expect(() => platform(SITE, new Map(), [...PARTS, part])).toThrow(DeclarationsRefused);
});
