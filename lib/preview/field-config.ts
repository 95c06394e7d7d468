import { colorByName, colorOf } from "./colors";
import { formatted, type Shown } from "./unit-format";

interface Step {
  readonly value: number | null;
  readonly color: string;
}

export interface Thresholds {
  readonly mode?: string;
  readonly steps: readonly Step[];
}

interface Result {
  readonly text?: string;
  readonly color?: string;
}

type Mapping =
  | { readonly type: "value"; readonly options: Readonly<Record<string, Result>> }
  | { readonly type: "range"; readonly options: { readonly from: number | null; readonly to: number | null; readonly result: Result } }
  | { readonly type: "regex"; readonly options: { readonly pattern: string; readonly result: Result } }
  | { readonly type: "special"; readonly options: { readonly match: string; readonly result: Result } };

/** How a field is shown, as dashboards say it (`fieldConfig.defaults`). */
export interface FieldConfig {
  readonly unit?: string;
  readonly decimals?: number | null;
  readonly displayName?: string;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly noValue?: string;
  readonly thresholds?: Thresholds;
  readonly mappings?: readonly Mapping[];
  readonly color?: { readonly mode?: string; readonly fixedColor?: string };
  readonly links?: readonly { readonly title?: string; readonly url?: string }[];
  readonly custom?: Readonly<Record<string, unknown>>;
}

interface Override {
  readonly matcher?: { readonly id: string; readonly options?: unknown };
  readonly properties?: readonly { readonly id: string; readonly value?: unknown }[];
}

export interface FieldConfigSource {
  readonly defaults?: FieldConfig;
  readonly overrides?: readonly Override[];
}

interface Matched {
  readonly name: string;
  readonly kind: string;
  readonly refId: string;
}

/** The defaults with what is meant for this field. */
export function configOf({ defaults = {}, overrides = [] }: FieldConfigSource, field: Matched): FieldConfig {
  return overrides
    .filter(({ matcher }) => matcher !== undefined && isMeant(matcher, field))
    .flatMap(({ properties = [] }) => properties)
    .reduce<FieldConfig>((config, { id, value }) => withProperty(config, id, value), defaults);
}

function isMeant({ id, options }: NonNullable<Override["matcher"]>, { name, kind, refId }: Matched): boolean {
  switch (id) {
    case "byName":
      return options === name;
    case "byRegexp":
      return patternOf(String(options)).test(name);
    case "byType":
      return options === kind;
    case "byFrameRefID":
      return options === refId;
    case "byNames":
      return ((options as { readonly names?: readonly string[] }).names ?? []).includes(name);
    default:
      return false;
  }
}

/** `/pattern/flags`, or a pattern. */
export function patternOf(text: string): RegExp {
  const [, inside, flags] = /^\/(.*)\/([gimsuy]*)$/s.exec(text) ?? [];
  return new RegExp(inside ?? text, flags?.replace("g", "") ?? "");
}

function withProperty(config: FieldConfig, id: string, value: unknown): FieldConfig {
  const [, custom] = /^custom\.(.+)$/.exec(id) ?? [];
  if (custom === undefined) return { ...config, [id]: value };
  return { ...config, custom: { ...config.custom, ...nested(custom.split("."), value) } };
}

const nested = ([first = "", ...more]: readonly string[], value: unknown): Record<string, unknown> => ({
  [first]: more.length === 0 ? value : nested(more, value),
});

export interface Display extends Shown {
  /** Of the value; nothing where the field has one colour whatever it is. */
  readonly color: string | undefined;
}

const BLUE = "#5794f2";

/** A value as it is read: its mapping, or the number with its unit, and the colour of its threshold. */
export function display(value: number | string | null, config: FieldConfig, now: number): Display {
  const mapped = mappedTo(value, config.mappings ?? []);
  const color = mapped?.color === undefined ? colorAt(value, config) : colorOf(mapped.color);
  if (mapped?.text !== undefined && mapped.text !== "") return { text: mapped.text, color };
  if (value === null || (typeof value === "number" && Number.isNaN(value))) return { text: config.noValue ?? "No data", color: undefined };
  if (typeof value === "string") return { text: value, color };
  return { ...formatted(value, config.unit, config.decimals ?? undefined, now), color };
}

function mappedTo(value: number | string | null, mappings: readonly Mapping[]): Result | undefined {
  for (const mapping of mappings) {
    switch (mapping.type) {
      case "value": {
        const found = value === null ? undefined : mapping.options[String(value)];
        if (found !== undefined) return found;
        break;
      }
      case "range": {
        const { from, to, result } = mapping.options;
        if (typeof value === "number" && value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Number.POSITIVE_INFINITY))
          return result;
        break;
      }
      case "regex":
        if (typeof value === "string" && patternOf(mapping.options.pattern).test(value)) return mapping.options.result;
        break;
      case "special":
        if (isSpecial(mapping.options.match, value)) return mapping.options.result;
        break;
    }
  }
  return undefined;
}

function isSpecial(match: string, value: number | string | null): boolean {
  const isNumber = typeof value === "number" && Number.isNaN(value);
  if (match === "null") return value === null;
  if (match === "nan") return isNumber;
  if (match === "null+nan") return value === null || isNumber;
  if (match === "empty") return value === "";
  return false;
}

function colorAt(value: number | string | null, config: FieldConfig): string | undefined {
  const { mode = "thresholds", fixedColor } = config.color ?? {};
  if (mode === "fixed") return colorOf(fixedColor ?? "blue");
  if (mode !== "thresholds" || typeof value !== "number") return undefined;
  return stepAt(value, config);
}

/** The colour of the step that a value lies in. */
export function stepAt(value: number, { thresholds, min, max }: FieldConfig): string {
  const steps = thresholds?.steps ?? [];
  const isPercentage = thresholds?.mode === "percentage";
  const [low, high] = [min ?? 0, max ?? 100];
  const at = isPercentage ? ((value - low) / (high - low || 1)) * 100 : value;
  return colorOf(steps.findLast((step) => at >= (step.value ?? Number.NEGATIVE_INFINITY))?.color ?? steps[0]?.color ?? BLUE);
}

/** Of a line. */
export function seriesColor(name: string, index: number, config: FieldConfig, palette: readonly string[], last: number | null): string {
  const { mode = "palette-classic", fixedColor } = config.color ?? {};
  if (mode === "fixed" || mode === "shades") return colorOf(fixedColor ?? "blue");
  if (mode === "thresholds") return last === null ? BLUE : stepAt(last, config);
  return mode === "palette-classic-by-name" ? colorByName(name) : (palette[index % palette.length] ?? BLUE);
}
