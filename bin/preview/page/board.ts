import type { DashboardModel, PanelModel } from "../../../lib/dashboards/model";
import { placeOf, sectionsOf } from "../../../lib/preview/sections";
import { inText } from "../../../lib/preview/variables";
import { forget } from "./charts";
import { element } from "./element";
import { panelView } from "./panel-view";
import type { Scope } from "./scope";

/** All panels of a dashboard at their places, row by row. Fulfilled when everything that is seen is drawn. */
export async function drawBoard(
  into: HTMLElement,
  model: DashboardModel,
  scope: Scope,
  only: number | undefined,
  focus: (panel: number | undefined) => void,
): Promise<void> {
  forget(into);
  const views: Promise<void>[] = [];
  const grid = (panels: readonly PanelModel[]) => {
    const top = Math.min(...panels.map((panel) => placeOf(panel).y));
    const made = element("div.grid");
    const begun: (() => Promise<void>)[] = [];
    for (const panel of panels) {
      const { x, y, w, h } = placeOf(panel);
      const { view, draw } = panelView(panel, scope, () => focus(only === undefined ? (panel.id ?? undefined) : undefined));
      view.style.cssText =
        only === undefined
          ? `grid-column: ${x + 1} / span ${w}; grid-row: ${y - top + 1} / span ${h}; --rows: ${h}`
          : "grid-column: 1 / -1; --rows: 18";
      made.append(view);
      begun.push(draw);
    }
    return { made, draw: () => Promise.all(begun.map((draw) => draw())) };
  };
  const sections = sectionsOf(model).map(({ panels, ...section }) => ({
    ...section,
    panels: panels.filter(({ id }) => only === undefined || id === only),
  }));
  const shown: HTMLElement[] = [];
  const begin: (() => Promise<unknown>)[] = [];
  for (const { title, isClosed, panels } of sections) {
    if (only !== undefined && panels.length === 0) continue;
    const { made, draw } = grid(panels);
    if (title === undefined || only !== undefined) {
      shown.push(made);
      begin.push(draw);
      continue;
    }
    const row = element("details.row", { open: !isClosed }, element("summary", {}, inText(title, scope.choices)), made);
    if (isClosed) row.addEventListener("toggle", () => void draw(), { once: true });
    else begin.push(draw);
    shown.push(row);
  }
  into.replaceChildren(...shown);
  views.push(...begin.map(async (draw) => void (await draw())));
  await Promise.all(views);
}
