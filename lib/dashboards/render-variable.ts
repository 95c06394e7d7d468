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
  return isMulti
    ? builder
        .includeAll(true)
        .allValue(".+")
        .current({ text: ["All"], value: ["$__all"] })
    : builder;
}
