import { parse, stringify } from "yaml";
import type { Platform } from "../../lib/platform/platform";
import { change, manifestOf, SMALL } from "./small-platform";

type Draft = Record<string, Record<string, Record<string, unknown>>>;

/** The small platform with another configuration of the router. */
export function withRouter(edit: (draft: Draft) => void, base: Platform = SMALL): Platform {
  const { object } = manifestOf("ConfigMap/log-router", base);
  const draft = parse((object.data as Record<string, string>)["vector.yaml"] ?? "") as Draft;
  edit(draft);
  return change("ConfigMap/log-router", ["data", "vector.yaml"], stringify(draft), base);
}

/** Sets an option of a part; `undefined` takes it away. */
export const set =
  (kind: "sources" | "transforms" | "sinks", part: string, option: string, value: unknown) =>
  (draft: Draft): void => {
    const one = draft[kind]?.[part];
    if (one === undefined) throw new Error(`the router has no ${kind} ${part}`);
    if (value === undefined) delete one[option];
    else one[option] = value;
  };

export const without =
  (kind: "sources" | "transforms" | "sinks", part: string) =>
  (draft: Draft): void => {
    delete draft[kind]?.[part];
  };

export const router = "dist/monitoring-log-router";
export const file = `${router}/configmap-log-router.yml ConfigMap "log-router" vector.yaml`;
