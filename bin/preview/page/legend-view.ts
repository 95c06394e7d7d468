import { display, type FieldConfig } from "../../../lib/preview/field-config";
import { REDUCER_NAMES, reduced } from "../../../lib/preview/reduce";
import { textOf } from "../../../lib/preview/unit-format";
import { element } from "./element";

export interface LegendOptions {
  readonly showLegend?: boolean;
  readonly displayMode?: string;
  readonly placement?: string;
  readonly calcs?: readonly string[];
}

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly values: readonly (number | null)[];
  readonly config: FieldConfig;
}

/** Names, colours and calculations of what is drawn. @param toggle shows one alone, or all again */
export function legendView(
  entries: readonly LegendEntry[],
  options: LegendOptions,
  now: number,
  toggle: (name: string) => void,
): HTMLElement | undefined {
  const { showLegend = false, displayMode = "list", placement = "bottom", calcs = [] } = options;
  if (!showLegend || displayMode === "hidden" || entries.length === 0) return undefined;
  const key = ({ name, color }: LegendEntry) =>
    element(
      "button.key",
      { type: "button", title: name, onclick: () => toggle(name) },
      element("i.mark", { style: `background: ${color}` }),
      element("span", {}, name),
    );
  const shown = ({ values, config }: LegendEntry, by: string) => textOf(display(reduced(values, by), { ...config, mappings: [] }, now));
  if (displayMode !== "table") {
    return element(
      "div.legend.list",
      { "data-placement": placement },
      ...entries.map((entry) =>
        element(
          "span.entry",
          {},
          key(entry),
          ...calcs.map((by) => element("span.calculated", {}, `${REDUCER_NAMES[by] ?? by}: ${shown(entry, by)}`)),
        ),
      ),
    );
  }
  const head = element("tr", {}, element("th", {}, "Name"), ...calcs.map((by) => element("th", {}, REDUCER_NAMES[by] ?? by)));
  const rows = entries.map((entry) =>
    element("tr", {}, element("td", {}, key(entry)), ...calcs.map((by) => element("td", {}, shown(entry, by)))),
  );
  return element(
    "div.legend.table",
    { "data-placement": placement },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)),
  );
}
