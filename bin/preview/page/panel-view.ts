import type { PanelModel } from "../../../lib/dashboards/model";
import { messageOf } from "../../../lib/message-of";
import { type Choices, inText } from "../../../lib/preview/variables";
import { forget } from "./charts";
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
export type Draw = (body: HTMLElement, panel: PanelModel, data: PanelData, scope: Scope) => void | Promise<void>;

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

export interface PanelView {
  readonly view: HTMLElement;
  /** Asks and draws, as often as it is called; fulfilled when everything of it is seen. */
  readonly draw: (scope: Scope) => Promise<void>;
}

/** A panel with its frame. @param choices those of its titles @param alone shows it alone, or all again */
export function panelView(panel: PanelModel, choices: Choices, alone: () => void): PanelView {
  const title = inText(panel.title ?? "", choices);
  const body = element("div.body");
  const description = inText(panel.description ?? "", choices);
  const links = ((panel.links ?? []) as readonly Link[]).map(({ url = "", title: name = "link" }) =>
    element("a", { href: inText(url, choices), target: "_blank", rel: "noreferrer", title: name }, name),
  );
  const head = element(
    "header",
    {},
    element("h3", { title }, element("button", { type: "button", onclick: alone }, title)),
    description === "" ? undefined : element("span.about", { title: description, "aria-label": description, tabindex: 0 }, "i"),
    links.length === 0
      ? undefined
      : element("details.links", {}, element("summary", { title: "Links", "aria-label": "Links" }, "↗"), ...links),
  );
  const view = element("section.panel", { "data-panel": panel.id ?? undefined, "data-kind": panel.type, tabindex: -1 }, head, body);
  if (panel.transparent === true) view.classList.add("transparent");
  let turn = 0;
  return {
    view,
    draw: async (scope) => {
      turn++;
      const own = turn;
      const data = await dataOf(panel, scope, body.clientWidth || USUAL_WIDTH);
      if (own !== turn) return;
      const hadFocus = body.contains(document.activeElement);
      forget(body);
      body.replaceChildren();
      await drawn(view, body, panel, data, scope);
      if (hadFocus) view.focus({ preventScroll: true });
    },
  };
}

/** Where nothing is laid out, as in a row that is closed. */
const USUAL_WIDTH = 600;
const NOTHING: PanelData = { series: [], frames: [], step: 60 };

async function dataOf(panel: PanelModel, scope: Scope, width: number): Promise<PanelData | { readonly problem: unknown }> {
  try {
    return WITHOUT_DATA.has(panel.type) ? NOTHING : await panelData(panel, scope, width);
  } catch (problem) {
    return { problem };
  }
}

async function drawn(
  view: HTMLElement,
  body: HTMLElement,
  panel: PanelModel,
  data: PanelData | { readonly problem: unknown },
  scope: Scope,
): Promise<void> {
  const draw = DRAW[panel.type];
  delete view.dataset.problem;
  try {
    if (draw === undefined) throw new Error(`a panel of the kind "${panel.type}" is not drawn here`);
    if ("problem" in data) throw data.problem;
    const isEmpty =
      !WITHOUT_DATA.has(panel.type) &&
      data.frames.every(({ fields }) => fields.every(({ values, kind }) => kind === "time" || values.length === 0));
    view.toggleAttribute("data-empty", isEmpty);
    if (isEmpty)
      body.append(element("p.empty", {}, String((panel.fieldConfig?.defaults as { noValue?: string } | undefined)?.noValue ?? "No data")));
    else await draw(body, panel, data, scope);
  } catch (error) {
    view.dataset.problem = messageOf(error);
    body.replaceChildren(element("p.problem", {}, view.dataset.problem));
  }
}
