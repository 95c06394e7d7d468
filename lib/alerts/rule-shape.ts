import { DRAFT } from "./proof";
import {
  type AlertProps,
  type AlertRule,
  bundleFile,
  type ImportedRule,
  nameOf,
  type RecordingProps,
  type RecordingRule,
  type Rule,
  type RuleBundle,
  type RuleGroup,
  rulePlace,
} from "./rule";
import {
  ANY,
  durationField,
  type Field,
  type FieldsOf,
  isDuration,
  isObject,
  isText,
  isTexts,
  listField,
  MADE,
  optional,
  type ShapeFlaw,
  shapeFlaws,
  textField,
} from "./shape";

const READS: Field = {
  isRight: (value) => Array.isArray(value) && value.every(isObject),
  kind: "a list of recordings",
  example: "[recording]",
};

const OWNER: Field = {
  isRight: (value) => isText(value) || (isObject(value) && (isTexts(value.byNamespace) || isNames(value.byTarget))),
  kind: "a component, byNamespace(site) or byTarget(...)",
  example: '"Backups", here or in area(...)',
};

const INHIBITS: Field = listField(
  (entry) => isObject(entry) && isNames(entry.alerts) && (entry.sharing === undefined || isNames(entry.sharing)),
  "a list of consequences",
  '[{ alerts: ["BackupStale"], sharing: ["volume"] }]',
);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);

/** Severity and component of an alert are judged as what they are by the check `alert-labels`. */
const ALERT: FieldsOf<AlertRule & Pick<AlertProps, "fires" | "silent">> = {
  kind: MADE,
  name: textField('"BackupStale"'),
  expr: textField('"up == 0"'),
  for: optional(durationField),
  keepFiringFor: optional(durationField),
  severity: textField('"warning", here or in area(...)'),
  component: OWNER,
  inhibits: optional(INHIBITS),
  isOfEachSeverity: optional(ANY),
  summary: textField('"{{ $labels.instance }} is down"'),
  description: textField('"What it means, and what to do first."'),
  reads: READS,
  // judged by the proof made of them
  fires: optional(ANY),
  silent: optional(ANY),
  proof: MADE,
};

const LABELS: Field = { isRight: isTexts, kind: "a mapping of texts", example: '{ severity: "warning" }' };

const RECORDING: FieldsOf<RecordingRule & Pick<RecordingProps, "gives">> = {
  kind: MADE,
  name: textField('"instance:node_cpu:rate5m"'),
  expr: textField('"rate(node_cpu_seconds_total[5m])"'),
  labels: optional(LABELS),
  namedBy: optional(textField('"kubernetes-mixin"')),
  unit: textField('"count"'),
  help: textField('"What it counts."'),
  reads: READS,
  gives: optional(ANY),
  proof: MADE,
  select: MADE,
};

const GROUP: FieldsOf<RuleGroup> = { name: textField('"storage"'), interval: optional(durationField), rules: ANY };

/** Of an imported rule as its pack writes it: durations are texts there. */
const WIRE_DURATION = {
  isRight: (value: unknown) => isText(value) && /^(?:\d+(?:ms|[smhdwy]))+$/.test(value),
  kind: "a duration",
  example: '"5m"',
};
const IMPORTED: FieldsOf<ImportedRule["rule"]> = {
  alert: optional(textField('"BackupStale"')),
  record: optional(textField('"instance:node_cpu:rate5m"')),
  expr: textField('"up == 0"'),
  for: optional(WIRE_DURATION),
  keep_firing_for: optional(WIRE_DURATION),
  labels: optional(LABELS),
  annotations: optional({ isRight: isTexts, kind: "a mapping of texts", example: '{ summary: "..." }' }),
};

/** What the compiler would refuse of the rules, with the place; and what two areas or groups of one name would make of each other. */
export function rulesShape(bundles: readonly RuleBundle[]): (ShapeFlaw & { readonly where: string })[] {
  const areas = bundles.map(({ area }) => area);
  return bundles.flatMap(({ groups, ...bundle }, index) => {
    const { area } = bundle;
    const file = bundleFile(bundle);
    const isTwin = areas.indexOf(area) < index;
    const twins = isTwin
      ? [
          {
            where: file,
            what: `the area "${area}" is declared twice: one manifest can hold one of them`,
            fix: "give one another name, or put the rules of both into one",
          },
        ]
      : [];
    const inGroups = groups.flatMap((group, position) => {
      const where = `${file} group "${group.name}"`;
      const isSecond = groups.findIndex(({ name }) => name === group.name) < position;
      const twin = {
        where,
        what: `the area has two groups "${group.name}", and the operator refuses both`,
        fix: "give one another name, or put the rules of both into one",
      };
      return [
        ...shapeFlaws({ ...group }, GROUP).map((flaw) => ({ where, ...flaw })),
        ...(isSecond ? [twin] : []),
        ...group.rules.flatMap((rule, at) => {
          if (!isObject(rule))
            return [
              {
                where,
                what: `rule ${at + 1} is ${typeof rule}, no rule`,
                fix: "make it with alert(...), record(...) or importedFrom(...)",
              },
            ];
          const place = isText(nameOf(rule)) ? rulePlace({ ...bundle, group: group.name, rule }) : `${where} rule ${at + 1}`;
          return ruleFlaws(rule).map((flaw) => ({ where: place, ...flaw }));
        }),
      ];
    });
    return [...twins, ...inGroups];
  });
}

function ruleFlaws(rule: Rule): readonly ShapeFlaw[] {
  switch (rule.kind) {
    case "alert":
      return [...shapeFlaws({ ...rule }, ALERT), ...(rule.proof.flaws ?? [])];
    case "record":
      return [...shapeFlaws({ ...rule }, RECORDING), ...givesFlaws(rule.proof)];
    case "imported":
      return [...shapeFlaws({ ...rule.rule }, IMPORTED), ...oneName(rule.rule)];
    default:
      return [{ what: "it is neither an alert nor a recording", fix: "make it with alert(...), record(...) or importedFrom(...)" }];
  }
}

function givesFlaws(proof: readonly unknown[]): ShapeFlaw[] {
  const fix = 'write for example gives: { series: { up: "1x10" }, gives: [[{}, 1]] }';
  if (proof.some((moment) => isObject(moment) && moment.series === DRAFT)) return [{ what: '"gives" is still a draft', fix }];
  if (proof.length > 0 && proof.every(isRecordingMoment)) return [];
  return [{ what: '"gives" does not say what it records from which series', fix }];
}

function oneName({ alert, record }: { readonly alert?: string; readonly record?: string }): ShapeFlaw[] {
  if ((alert === undefined) !== (record === undefined)) return [];
  return [{ what: `it has ${alert === undefined ? "neither" : "both"} of "alert" and "record"`, fix: "write one of them" }];
}

function isRecordingMoment(moment: unknown): boolean {
  if (!isObject(moment) || !isTexts(moment.series) || !Array.isArray(moment.gives)) return false;
  return moment.after === undefined || isDuration(moment.after);
}
