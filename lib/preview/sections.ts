import type { DashboardModel, PanelModel } from "../dashboards/model";

export interface GridPlace {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A row with what stands below it; what stands above the first row has no title. */
export interface Section {
  readonly title: string | undefined;
  readonly isClosed: boolean;
  readonly panels: readonly PanelModel[];
}

/** A dashboard as its rows open and close: each holds the panels that follow it, or those inside it where it is saved closed. */
export function sectionsOf({ panels }: Pick<DashboardModel, "panels">): Section[] {
  const sections: { title: string | undefined; isClosed: boolean; panels: PanelModel[] }[] = [];
  for (const { panels: inside = [], ...panel } of [...panels].sort((a, b) => placeOf(a).y - placeOf(b).y || placeOf(a).x - placeOf(b).x)) {
    if (panel.type === "row") sections.push({ title: panel.title ?? "", isClosed: panel.collapsed === true, panels: [...inside] });
    else if (sections.length === 0) sections.push({ title: undefined, isClosed: false, panels: [panel] });
    else sections.at(-1)?.panels.push(panel);
  }
  return sections;
}

export const placeOf = ({ gridPos }: Pick<PanelModel, "gridPos">): GridPlace => ({
  x: gridPos?.x ?? 0,
  y: gridPos?.y ?? 0,
  w: gridPos?.w ?? 12,
  h: gridPos?.h ?? 8,
});
