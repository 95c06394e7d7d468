import * as board from "@grafana/grafana-foundation-sdk/dashboard";
import { METRICS_SOURCE } from "./data-source";
import type { Variable } from "./variable";

/** What is chosen where nobody has chosen: of several all, of one the first. */
export function variableModel({ name, title, of, label, isMulti = true, isHidden = false }: Variable): board.QueryVariableBuilder {
  const builder = new board.QueryVariableBuilder(name)
    .label(title)
    .datasource(METRICS_SOURCE)
    .query(`label_values(${of}, ${label})`)
    .refresh(board.VariableRefresh.OnTimeRangeChanged)
    .sort(board.VariableSort.AlphabeticalAsc)
    .multi(isMulti)
    .hide(isHidden ? board.VariableHide.HideVariable : board.VariableHide.DontHide);
  if (!isMulti) return builder;
  builder.includeAll(true).current({ text: ["All"], value: ["$__all"] });
  // of a selection All is what it lists, as it is of one that follows: other targets have labels of that name, too
  const isSelection = of.includes("{");
  return isHidden || isSelection ? builder : builder.allValue(".*");
}
