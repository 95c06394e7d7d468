import type { PanelModel } from "../../../lib/dashboards/model";
import { inText } from "../../../lib/preview/variables";
import { drawBarGauge } from "./draw-bar-gauge";
import { drawGauge } from "./draw-gauge";
import { drawGraph } from "./draw-graph";
import { drawHeat } from "./draw-heat";
import { drawStat } from "./draw-stat";
import { drawTable } from "./draw-table";
import { drawLogs, drawText } from "./draw-text";
import { drawTimeline } from "./draw-timeline";
import { element } from "./element";
import { type PanelData, panelData } from "./panel-data";
import type { Scope } from "./scope";

/** What draws a kind of panel into its body. */
export type Draw = (body: HTMLElement, panel: PanelModel, data: PanelData, scope: Scope) => void;

const DRAW: Readonly<Record<string, Draw>> = {
  timeseries: drawGraph,
  graph: drawGraph,
  stat: drawStat,
  gauge: drawGauge,
  bargauge: drawBarGauge,
  table: drawTable,
  "state-timeline": drawTimeline,
  "status-history": drawTimeline,
  heatmap: drawHeat,
  text: drawText,
  logs: drawLogs,
};

interface Link {
  readonly url?: string;
  readonly title?: string;
}

/** They show something without an answer of the store. */
const WITHOUT_DATA = new Set(["text", "logs"]);

/** A panel with its frame; what draws it anew is given back. */
export function panelView(panel: PanelModel, scope: Scope, focus: () => void) {
  const title = inText(panel.title ?? "", scope.choices);
  const body = element("div.body");
  const description = inText(panel.description ?? "", scope.choices);
  const links = ((panel.links ?? []) as readonly Link[]).map(({ url = "", title: name = "link" }) =>
    element("a", { href: inText(url, scope.choices), target: "_blank", rel: "noreferrer", title: name }, name),
  );
  const head = element(
    "header",
    {},
    element("h3", { title, onclick: focus }, title),
    description === "" ? undefined : element("span.about", { title: description, "aria-label": description, tabindex: 0 }, "i"),
    links.length === 0
      ? undefined
      : element("details.links", {}, element("summary", { title: "Links", "aria-label": "Links" }, "↗"), ...links),
  );
  const view = element("section.panel", { "data-panel": panel.id ?? undefined, "data-kind": panel.type, tabindex: -1 }, head, body);
  if (panel.transparent === true) view.classList.add("transparent");
  return { view, draw: () => drawn(view, body, panel, scope) };
}

async function drawn(view: HTMLElement, body: HTMLElement, panel: PanelModel, scope: Scope): Promise<void> {
  const draw = DRAW[panel.type];
  try {
    if (draw === undefined) throw new Error(`a panel of the kind "${panel.type}" is not drawn here`);
    const hasData = !WITHOUT_DATA.has(panel.type);
    const data = hasData ? await panelData(panel, scope, body.clientWidth || 600) : { series: [], frames: [], step: 60 };
    body.replaceChildren();
    delete view.dataset.problem;
    const isEmpty =
      hasData && data.frames.every(({ fields }) => fields.every(({ values, kind }) => kind === "time" || values.length === 0));
    view.toggleAttribute("data-empty", isEmpty);
    if (isEmpty)
      body.append(element("p.empty", {}, String((panel.fieldConfig?.defaults as { noValue?: string } | undefined)?.noValue ?? "No data")));
    else draw(body, panel, data, scope);
  } catch (error) {
    view.dataset.problem = error instanceof Error ? error.message : String(error);
    body.replaceChildren(element("p.problem", {}, view.dataset.problem));
  }
}
