import {
  ANY,
  durationField,
  type Fields,
  type FieldsOf,
  isObject,
  isText,
  listField,
  MADE,
  optional,
  type ShapeFlaw,
  shapeFlaws,
  textField,
} from "../alerts/shape";
import type { LocalDetector } from "./detector";

const isPattern = (value: unknown): boolean => value instanceof RegExp;
const patterns = listField(isPattern, "a list of regular expressions", "[/Background saving error/]");
const lines = listField(isText, "a list of lines", '["a line as the program prints it"]');

/** Severity and component are judged as what they are by the check `alert-labels`. */
const DETECTOR: FieldsOf<LocalDetector> = {
  alert: textField('"RedisBGSAVEFailure"'),
  flow: textField('"redis-bgsave"'),
  signal: textField('"redis_bgsave"'),
  lines: patterns,
  modernLines: optional({ ...patterns, isRight: (value) => Array.isArray(value) && value.every(isPattern) }),
  scope: { isRight: isObject, kind: "a mapping", example: '{ component: "Mail" }, or {} for every record' },
  pods: optional({ isRight: isObject, kind: "a mapping", example: '{ fires: ["mail-0"], silent: ["webmail-0"] }' }),
  where: optional({ isRight: (value) => typeof value === "function", kind: "a function", example: "(text, context) => ..." }),
  isPerContainer: optional({ isRight: (value) => typeof value === "boolean", kind: "true or false", example: "true" }),
  severity: textField('"warning"'),
  window: durationField,
  summary: textField('"Redis can\'t save its data to disk"'),
  description: textField('"What it means, and what to do first."'),
  fires: lines,
  silent: lines,
  namespaces: MADE,
  passesOver: MADE,
};

const names = listField(isText, "a list of names", '["mail-0"]');
const PODS: Fields = { fires: names, silent: names };
const SCOPE: Fields = { component: optional(ANY), pod: optional(textField('"mail-[0-9]+"')) };

/** What the compiler would refuse of a detector, with the place. */
export function detectorShape(detector: LocalDetector): (ShapeFlaw & { readonly where: string })[] {
  const where = `detector "${detector.alert}" (components/relay/detectors)`;
  const within = (key: "scope" | "pods", fields: Fields) => {
    const value: unknown = detector[key];
    return (isObject(value) ? shapeFlaws(value, fields) : []).map((flaw) => ({ where: `${where} ${key}`, ...flaw }));
  };
  return [...shapeFlaws({ ...detector }, DETECTOR).map((flaw) => ({ where, ...flaw })), ...within("scope", SCOPE), ...within("pods", PODS)];
}
