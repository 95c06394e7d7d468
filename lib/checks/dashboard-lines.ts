// Prevents a graph of grey stripes: the ten with the most, chosen anew at each moment of the time that is shown, are a hundred lines in pieces.

import { interpolated } from "../dashboards/interpolation";
import { type DashboardModel, panelsOf } from "../dashboards/model";
import { dashboardPlace, placedDashboards } from "../dashboards/placed";
import type { Node } from "../metrics/promql-tree";
import { syntaxTree } from "../metrics/promql-tree";
import type { Check } from "./check";

export const dashboardLines: Check = {
  name: "dashboard-lines",
  // a saved one is as its author drew it
  run: (platform) =>
    placedDashboards(platform)
      .filter(({ file }) => file === undefined)
      .flatMap((one) =>
        drawn(one.model)
          .filter(({ expr }) => choosesAnew(syntaxTree(interpolated(expr, () => "x"))))
          .map(({ panel, expr }) => ({
            where: dashboardPlace(one),
            what: `panel "${panel}" chooses its lines anew at each moment: ${expr}`,
            fix: "choose them once for the time that is shown: mostOver(10, ...) or leastOver(10, ...) of lib/dashboards/chosen-lines",
          })),
      ),
};

const drawn = (model: DashboardModel) =>
  panelsOf(model).flatMap(({ title = "", targets = [] }) =>
    targets.flatMap(({ expr, instant }) => (expr === undefined || instant === true ? [] : [{ panel: title, expr }])),
  );

const CHOOSES = ["Topk", "Bottomk", "Limitk"];

/** Whether the lines themselves are what was chosen: what is summed up again is one line, whatever it is of. */
function choosesAnew(node: Node): boolean {
  if (node.name === "SubqueryExpr") return false;
  const operator = node.name === "AggregateExpr" ? node.getChild("AggregateOp") : null;
  if (operator === null) return node.children.some(choosesAnew);
  // one of each group tells its labels
  const isOfAll = node.getChild("AggregateModifier") === null;
  return isOfAll && CHOOSES.some((name) => operator.getChild(name) !== null) && !isFixed(node);
}

/** By `@`: the same at each moment. */
const isFixed = (node: Node): boolean => node.name === "StepInvariantExpr" || node.children.some(isFixed);
