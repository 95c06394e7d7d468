import type { PanelModel } from "../../../lib/dashboards/model";
import { withAlpha } from "../../../lib/preview/colors";
import { display, stepAt } from "../../../lib/preview/field-config";
import { textOf } from "../../../lib/preview/unit-format";
import { reducedFields } from "./draw-stat";
import { element } from "./element";
import type { PanelData } from "./panel-data";
import type { Scope } from "./scope";

interface Options {
  readonly orientation?: string;
  readonly displayMode?: string;
  readonly showUnfilled?: boolean;
}

/** A bar for each value, named on its left or, standing, below it. */
export function drawBarGauge(body: HTMLElement, panel: PanelModel, data: PanelData, scope: Scope): void {
  const { orientation = "auto", displayMode = "gradient", showUnfilled = true } = (panel.options ?? {}) as Options;
  const all = reducedFields(panel, data, scope);
  const numbers = all.map(({ value }) => (typeof value === "number" ? value : 0));
  const [least, most] = [Math.min(0, ...numbers), Math.max(...numbers)];
  const isStanding =
    orientation === "vertical" || (orientation === "auto" && body.clientWidth > body.clientHeight && all.length > 1 && all.length < 8);
  const bars = element(isStanding ? "div.bars.standing" : "div.bars");
  for (const [index, { name, value, config, color }] of all.entries()) {
    const [min, max] = [config.min ?? least, config.max ?? most];
    const number = numbers[index] ?? 0;
    const share = Math.min(100, Math.max(0, ((number - min) / (max - min || 1)) * 100));
    const fill =
      displayMode === "gradient"
        ? `linear-gradient(${isStanding ? "to top" : "to right"}, ${stepAt(min, config)}, ${color})`
        : withAlpha(color, 0.75);
    const length = isStanding ? `height: ${share}%` : `width: ${share}%`;
    const bar = element("div.bar", {}, element("div.fill", { style: `${length}; background: ${fill}; --edge: ${color}` }));
    if (!showUnfilled) bar.classList.add("plain");
    bars.append(
      element("div.name", { title: name }, name),
      bar,
      element("div.value", { style: `color: ${color}` }, textOf(display(value, config, scope.now))),
    );
  }
  body.append(bars);
}
