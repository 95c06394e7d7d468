import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { seriesTable } from "../../lib/platform/series-table";
import { fullPlatform, ROOT } from "../example";

/** What is known of exporters, a table of names beside the repository; who has the repository alone has none. */
const FACTS = join(ROOT, "../shared/facts/series.tsv");

/** Names that are known and not here, each with the reason. */
const NOT_HERE: readonly (readonly [name: RegExp, because: string])[] = [
  [/^cluster_quantile:scheduler_/, "few installations let the scheduler be asked, and its panels read the histograms themselves"],
  [
    /^(?:cluster_quantile|apiserver_request|code_verb|code|code_resource|cluster_verb_scope(?:_le)?):(?:apiserver_|burnrate|availability)/,
    "they are for an error budget over thirty days, which nobody of a small installation keeps; our alerts ask the rates themselves",
  ],
  [
    /^(?:instance|cluster):node_(?:cpu|network_\w+):|^count:up[01]$/,
    "older twins of node:... recordings that are here; no panel of the plan reads them",
  ],
  [/^namespace_job_handler_statuscode:grafana_/, "one panel of one program, which reads the counter itself"],
  [/^kube_pod_labels$/, "it needs a list of labels, and whoever may label a pod would choose what is kept"],
  [/^probe_icmp_duration_seconds$/, "no probe of ours is an echo request: it needs a right that a restricted pod has not"],
  [/^vm_app_prev_shutdown_unclean$/, "the pinned release does not give it; what a stop breaks, MetricsStoreIndexIncomplete tells"],
  [/^vmagent_(?:hourly|daily)_series_limit_current_series$/, "the agent gives it where a limit is set, and none is"],
  [/^fluentd_status_/, "names of a release before fluentd_output_status_..., which the pinned one gives"],
  [/^pg_/, "of postgres_exporter; the databases run in CloudNativePG, which gives its own (cnpg_...)"],
];

const isThere = existsSync(FACTS);
if (!isThere) process.stdout.write(`test/platform/facts.test.ts: ${FACTS} is not there, so that no name is compared with it\n`);

(isThere ? describe : describe.skip)("the names that are known of exporters", () => {
  const here = new Set(
    (["single", "cluster"] as const).flatMap((scale) =>
      seriesTable(fullPlatform({ scale }))
        .text.split("\n")
        .map((row) => row.split("\t")[0]),
    ),
  );
  const known = isThere ? readFileSync(FACTS, "utf8").trimEnd().split("\n").slice(1) : [];
  const missing = known.flatMap((row) => {
    const [name = ""] = row.split("\t");
    return here.has(name) ? [] : [name];
  });

  test("are in series.tsv, or it is said why not", () => {
    expect(missing.filter((name) => !NOT_HERE.some(([pattern]) => pattern.test(name)))).toEqual([]);
  });

  test("that are said not to be here are not", () => {
    expect(NOT_HERE.filter(([pattern]) => !missing.some((name) => pattern.test(name))).map(([pattern]) => pattern.source)).toEqual([]);
  });
});
