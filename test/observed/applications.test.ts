import { Testing } from "cdk8s";
import { argocd } from "../../components/cd-tool/exporter";
import { certManager } from "../../components/certificates/exporter";
import { cloudnativePg, mysql, redis } from "../../components/databases/exporters";
import { ingressNginx } from "../../components/ingress/exporter";
import { observedExporters } from "../../components/observed";
import { externalSecrets } from "../../components/secret-sync/exporter";
import { registry } from "../../components/source-hosting/registry";
import { volumeStorage } from "../../components/volume-storage/exporter";
import { type ObservedExporter, observed } from "../../lib/metrics/observed";
import { scrapeObject } from "../../lib/metrics/scrape-object";
import { seriesOf } from "../../lib/series";
import { exampleSite } from "../example-site";
import { describeWithSchemas, validateManifest } from "../kubernetes/schema";

const APPLICATIONS = [ingressNginx, certManager, argocd, externalSecrets, volumeStorage, cloudnativePg, redis, mysql, registry];

function rendered(exporter: ObservedExporter, scrapes?: ReturnType<typeof exampleSite>["scrapes"]) {
  const found = observed(exporter, { ...exampleSite(), scrapes });
  if (!("scrape" in found)) throw new Error(`nobody asks it: ${found.absent.until}`);
  const chart = Testing.chart();
  scrapeObject(chart, found.scrape, "monitoring");
  return Testing.synth(chart);
}

const labelsIn = ({ series }: ObservedExporter) => new Set<string>(seriesOf(series).flatMap((one) => [...one.labels, ...one.sometimes]));

test.each(observedExporters)("the samples of $what keep their own `cluster`, which is the agent's as well", (exporter) => {
  expect(exporter.ask?.honorLabels ?? false).toBe(labelsIn(exporter).has("cluster"));
});

test.each(observedExporters)("the samples of $what do not say who answered", (exporter) => {
  expect(["job", "instance", "endpoint"].filter((label) => labelsIn(exporter).has(label))).toEqual([]);
});

test("the volume storage's series lose the name of the product at the scrape", () => {
  expect(rendered(volumeStorage)[0].spec.endpoints).toEqual([
    expect.objectContaining({
      port: "manager",
      metricRelabelConfigs: [
        { sourceLabels: ["__name__"], regex: "longhorn_(.+)", targetLabel: "__name__", replacement: "storage_$1" },
        { sourceLabels: ["exported_node"], regex: "(.+)", targetLabel: "node", replacement: "$1" },
        { action: "labeldrop", regex: "exported_node" },
      ],
    }),
  ]);
});

test.each([argocd, certManager, externalSecrets, cloudnativePg])("$what is found by its pods, whose ports have names", (exporter) => {
  expect(rendered(exporter)).toMatchObject([
    { kind: "VMPodScrape", spec: { namespaceSelector: { any: true }, podMetricsEndpoints: [{ port: exporter.inCluster?.port }] } },
  ]);
});

describeWithSchemas("against the custom resources' schemas", () => {
  test.each(APPLICATIONS)("the scrape of $what is valid in the cluster and outside of it", (exporter) => {
    const outside = { [exporter.name.replaceAll("-", "_")]: { targets: ["192.168.10.5", "[fd00::5]:9999"] } };
    expect([...rendered(exporter), ...rendered(exporter, outside)].flatMap(validateManifest)).toEqual([]);
  });
});
