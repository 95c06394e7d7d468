import type { ReadAccess } from "../../../lib/workloads/read-gateway-configuration";

/** A label as Grafana writes it: of a name with other signs it escapes them with letters. */
const LABEL = "[A-Za-z0-9_]+";
/** Of questions, all that may stand in a URL: an expression is escaped, and what follows the question mark is no path. */
const QUERY = String.raw`(?:\?[!$-~]*)?`;

/** Below `/api/v1/`: what Grafana's data source asks for panels, variables, its editor and its health. */
const ASKED = [
  "query",
  "query_range",
  "query_exemplars",
  "series",
  "labels",
  `label/${LABEL}/values`,
  "metadata",
  "status/buildinfo",
] as const;

/** What the dashboards may ask of the metrics store, by its own paths. Nothing that is escaped, doubled or dotted before the question mark is like any of them. */
export const METRICS_ACCESS: ReadAccess = {
  passes: ASKED.map((path) => `(?:GET|POST) /api/v1/${path}${QUERY}`),
  refusal: { status: "error", errorType: "forbidden", error: "this way reads: queries, series, labels, metadata and the release" },
};
