import { z } from "zod";
import type { Scrape } from "../../lib/metrics/scrape";
import { scrapeSpec } from "../../lib/metrics/scrape-object";

/** What the operator gives a target, each with a value by which it is known again. */
export const TARGET = Object.fromEntries(
  ["namespace", "service", "pod", "container", "endpoint", "node"].map((label) => [label, `target-${label}`]),
);

const relabelling = z
  .array(
    z
      .object({
        sourceLabels: z.array(z.string()),
        regex: z.string(),
        targetLabel: z.string(),
        replacement: z.string(),
        action: z.string(),
      })
      .partial()
      .transform(({ sourceLabels, targetLabel, ...rest }) => ({ source_labels: sourceLabels, target_label: targetLabel, ...rest })),
  )
  .default([]);
const endpoint = z.object({
  path: z.string().optional(),
  params: z.record(z.string(), z.array(z.string())).optional(),
  honorLabels: z.boolean().optional(),
  scheme: z.string().optional(),
  tlsConfig: z
    .object({ insecureSkipVerify: z.boolean(), serverName: z.string() })
    .partial()
    .transform(({ insecureSkipVerify, serverName }) => ({ insecure_skip_verify: insecureSkipVerify, server_name: serverName }))
    .optional(),
  sampleLimit: z.number().optional(),
  seriesLimit: z.number().optional(),
  relabelConfigs: relabelling,
  metricRelabelConfigs: relabelling,
});

/** The charts' own scrapes, which are not ours to see: kube-prometheus-stack, values.yaml of the pinned release. */
const HONORING_UPSTREAM = new Set(["kube-state-metrics"]);

/** The agent's job of a scrape, as the operator writes it of our object (test/engines/operator.test.ts), for a target of this machine. */
export function scrapeJob(scrape: Scrape, { port, path }: { readonly port: number; readonly path?: string }) {
  const { kind, spec } = scrapeSpec(scrape) ?? {};
  const asked =
    kind === "VMServiceScrape"
      ? spec?.endpoints[0]
      : kind === "VMPodScrape"
        ? spec?.podMetricsEndpoints[0]
        : kind === "VMStaticScrape"
          ? spec?.targetEndpoints[0]
          : spec;
  const one = endpoint.parse(asked ?? {});
  return {
    job_name: scrape.job ?? scrape.name,
    scrape_interval: "2s",
    metrics_path: path ?? one.path ?? "/metrics",
    params: one.params,
    honor_labels: one.honorLabels ?? HONORING_UPSTREAM.has(scrape.name),
    scheme: one.scheme,
    tls_config: one.tlsConfig,
    sample_limit: one.sampleLimit,
    series_limit: one.seriesLimit,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { ...TARGET, exporter: scrape.name } }],
    relabel_configs: one.relabelConfigs,
    metric_relabel_configs: one.metricRelabelConfigs,
  };
}
