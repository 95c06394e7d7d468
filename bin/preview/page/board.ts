import type { DashboardModel, PanelModel } from "../../../lib/dashboards/model";
import { placeOf, sectionsOf } from "../../../lib/preview/sections";
import { type Choices, inText } from "../../../lib/preview/variables";
import { element } from "./element";
import { type PanelView, panelView } from "./panel-view";
import type { Scope } from "./scope";

export interface Board {
  readonly view: HTMLElement;
  /** Asks and draws all that is open, as often as it is called, in what stands there. Fulfilled when everything that is seen is drawn. */
  readonly draw: (scope: Scope) => Promise<void>;
}

/** All panels of a dashboard at their places, row by row. @param only the number of one that is shown alone */
export function boardOf(
  model: DashboardModel,
  choices: Choices,
  only: number | undefined,
  focus: (panel: number | undefined) => void,
): Board {
  const sections = sectionsOf(model).map(({ panels, ...section }) => ({
    ...section,
    panels: panels.filter(({ id }) => only === undefined || id === only),
  }));
  const view = element("main", {});
  if (only !== undefined && sections.every(({ panels }) => panels.length === 0)) {
    view.append(element("p.problem", {}, `This dashboard has no panel ${only}. Escape shows all that it has.`));
    return { view, draw: async () => {} };
  }
  let scope: Scope | undefined;
  const drawings: ((scope: Scope) => Promise<unknown>)[] = [];
  for (const { title, isClosed, panels } of sections) {
    if (only !== undefined && panels.length === 0) continue;
    const views = panels.map((panel) => placed(panel, only !== undefined, topOf(panels), choices, focus));
    const grid = element("div.grid", {}, ...views.map(({ view }) => view));
    const draw = (now: Scope) => Promise.all(views.map((one) => one.draw(now)));
    if (title === undefined || only !== undefined) {
      view.append(grid);
      drawings.push(draw);
      continue;
    }
    const row = element("details.row", { open: !isClosed }, element("summary", {}, inText(title, choices)), grid);
    // what was closed was not drawn since
    row.addEventListener("toggle", () => {
      if (row.open && scope !== undefined && row.dataset.drawn !== "true") void draw(scope);
      row.dataset.drawn = String(row.open);
    });
    row.dataset.drawn = String(!isClosed);
    drawings.push(async (now) => (row.open ? draw(now) : undefined));
    view.append(row);
  }
  return {
    view,
    draw: async (now) => {
      scope = now;
      await Promise.all(drawings.map((draw) => draw(now)));
    },
  };
}

const topOf = (panels: readonly PanelModel[]): number => Math.min(...panels.map((panel) => placeOf(panel).y));

function placed(panel: PanelModel, isAlone: boolean, top: number, choices: Choices, focus: (panel: number | undefined) => void): PanelView {
  const { x, y, w, h } = placeOf(panel);
  const made = panelView(panel, choices, () => focus(isAlone ? undefined : (panel.id ?? undefined)));
  made.view.style.cssText = isAlone
    ? "grid-column: 1 / -1; --rows: 18"
    : `grid-column: ${x + 1} / span ${w}; grid-row: ${y - top + 1} / span ${h}; --rows: ${h}`;
  return made;
}
