import type { PanelModel } from "../../../lib/dashboards/model";
import { CLASSIC, inkOn, withAlpha } from "../../../lib/preview/colors";
import { configOf, display, type FieldConfig, type FieldConfigSource, seriesColor } from "../../../lib/preview/field-config";
import type { Cell, Frame } from "../../../lib/preview/frame";
import { reduced } from "../../../lib/preview/reduce";
import { inText } from "../../../lib/preview/variables";
import { element, widthOf } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface ReduceOptions {
  readonly values?: boolean;
  readonly calcs?: readonly string[];
  readonly fields?: string;
  readonly limit?: number;
}

export interface Reduced {
  readonly name: string;
  readonly value: Cell;
  readonly values: readonly Cell[];
  readonly times: readonly Cell[];
  readonly config: FieldConfig;
  readonly color: string;
}

/** What tiles and gauges show: of each number field one value, or each of its values. */
export function reducedFields(panel: PanelModel, { frames }: PanelData, scope: Scope): Reduced[] {
  const { reduceOptions = {} } = (panel.options ?? {}) as { readonly reduceOptions?: ReduceOptions };
  const { calcs = ["lastNotNull"], values: isEach = false, limit = 25, fields = "" } = reduceOptions;
  const source = (panel.fieldConfig ?? {}) as FieldConfigSource;
  const all = frames.flatMap((frame) => ofFrame(frame, isEach ? undefined : (calcs[0] ?? "lastNotNull"), fields));
  return all.slice(0, isEach ? limit : undefined).map(({ refId, ...one }, index) => {
    const config = configOf(source, { name: one.name, kind: "number", refId });
    const name = config.displayName === undefined ? one.name : inText(config.displayName, scope.choices);
    const last = typeof one.value === "number" ? one.value : null;
    const color = display(one.value, config, scope.now).color ?? seriesColor(name, index, config, CLASSIC, last);
    return { ...one, name, config, color };
  });
}

function ofFrame({ refId, fields }: Frame, by: string | undefined, wanted: string) {
  const times = fields.find(({ kind }) => kind === "time")?.values ?? [];
  const isWanted = (name: string, kind: string) =>
    wanted === "" ? kind === "number" : wanted.startsWith("/") ? new RegExp(wanted.slice(1, -1)).test(name) : wanted === name;
  const shown = fields.filter(({ name, kind }) => kind !== "time" && isWanted(name, kind));
  if (by !== undefined) {
    return shown.map(({ name, values, kind }) => {
      const value = kind === "number" ? reduced(values as readonly (number | null)[], by) : (values.at(-1) ?? null);
      return { refId, name, value, values, times };
    });
  }
  const texts = fields.find(({ kind }) => kind === "string");
  return shown.flatMap(({ name, values }) =>
    values.map((value, index) => ({ refId, name: String(texts?.values[index] ?? name), value, values: [], times: [] })),
  );
}

interface Options {
  readonly colorMode?: string;
  readonly graphMode?: string;
  readonly textMode?: string;
  readonly justifyMode?: string;
  readonly orientation?: string;
}

/** One tile for each value, as large as it fits. */
export function drawStat(body: HTMLElement, panel: PanelModel, data: PanelData, scope: Scope): void {
  const options = (panel.options ?? {}) as Options;
  const all = reducedFields(panel, data, scope);
  const { width, height } = { width: body.clientWidth, height: body.clientHeight };
  const columns = columnsOf(all.length, width, height, options.orientation);
  const rows = Math.ceil(all.length / columns);
  const size = { width: width / columns - 6, height: Math.max(36, height / rows - 4) };
  const hasName =
    options.textMode === "value_and_name" ||
    options.textMode === "name" ||
    (options.textMode !== "value" && options.textMode !== "none" && all.length > 1);
  const tiles = element("div.tiles", { style: `grid-template-columns: repeat(${columns}, minmax(0, 1fr))` });
  tiles.append(...all.map((one) => tile(one, options, hasName, size, scope)));
  body.append(tiles);
}

/** So that the tiles are nearest to three times as wide as high. */
function columnsOf(count: number, width: number, height: number, orientation = "auto"): number {
  if (orientation === "vertical") return count;
  if (orientation === "horizontal") return 1;
  const badness = (columns: number) => Math.abs(Math.log(width / columns / (height / Math.ceil(count / columns)) / 2.5));
  const possible = Array.from({ length: count }, (_, index) => index + 1);
  return possible.reduce((best, columns) => (badness(columns) < badness(best) ? columns : best), 1);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function tile(
  one: Reduced,
  { colorMode = "value", graphMode = "area", textMode = "auto" }: Options,
  hasName: boolean,
  size: Size,
  { now, theme }: Scope,
): HTMLElement {
  const { prefix = "", text, suffix = "" } = display(one.value, one.config, now);
  const isFilled = colorMode.startsWith("background");
  const ink = isFilled ? inkOn(one.color) : theme.text;
  const isNameOnly = textMode === "name";
  const whole = isNameOnly ? one.name : `${prefix}${text}${suffix}`;
  const room = { width: size.width - 20, height: size.height * (hasName && !isNameOnly ? 0.5 : 0.62) };
  const fontSize = Math.max(12, Math.min(room.height, (room.width / Math.max(1, widthOf(whole, 100))) * 100 * 0.96, 60));
  const nameSize = Math.max(11, Math.min(size.height * 0.2, 16, (room.width / Math.max(1, widthOf(one.name, 100))) * 100));
  const value = element(
    "div.value",
    { style: `font-size: ${fontSize}px; color: ${isFilled ? ink : colorMode === "none" ? theme.text : one.color}` },
    whole,
  );
  const made = element(
    "div.tile",
    { style: `color: ${ink};${isFilled ? `background: ${one.color};` : ""}` },
    hasName && !isNameOnly ? element("div.name", { style: `font-size: ${nameSize}px`, title: one.name }, one.name) : undefined,
    textMode === "none" ? undefined : value,
  );
  if (graphMode === "area" && one.values.length > 2) made.prepend(trend(one, isFilled ? ink : one.color));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** A line of the time that is shown, behind the value. */
function trend({ values }: Reduced, color: string): SVGElement {
  const numbers = values.map((value) => (typeof value === "number" && !Number.isNaN(value) ? value : undefined));
  const there = numbers.filter((value) => value !== undefined);
  const [low, high] = [Math.min(...there), Math.max(...there)];
  const y = (value: number) => (high === low ? 50 : 96 - ((value - low) / (high - low)) * 88);
  const points = numbers.flatMap((value, index) =>
    value === undefined ? [] : [`${((index / (numbers.length - 1)) * 100).toFixed(2)},${y(value).toFixed(2)}`],
  );
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.classList.add("trend");
  const area = document.createElementNS(SVG, "polygon");
  area.setAttribute("points", [`0,100`, ...points, `100,100`].join(" "));
  area.setAttribute("fill", withAlpha(color, 0.25));
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", points.join(" "));
  line.setAttribute("stroke", color);
  line.setAttribute("fill", "none");
  line.setAttribute("vector-effect", "non-scaling-stroke");
  svg.append(area, line);
  return svg;
}
