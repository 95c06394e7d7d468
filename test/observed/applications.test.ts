import { Testing } from "cdk8s";
import { argocd } from "../../components/cd-tool/exporter";
import { certManager } from "../../components/certificates/exporter";
import { cloudnativePg, mysql, redis } from "../../components/databases/exporters";
import { ingressNginx } from "../../components/ingress/exporter";
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

test.each(APPLICATIONS)("the samples of $what keep labels that a target has as well", ({ series, ask = {} }) => {
  // `cluster` is the agent's own label
  const ofTargets = ["namespace", "node", "service", "pod", "job", "instance", "cluster"];
  const shared = seriesOf(series).flatMap(({ labels, sometimes }) =>
    [...labels, ...sometimes].filter((label) => ofTargets.includes(label)),
  );
  expect(ask.honorLabels ?? false).toBe(shared.length > 0);
});

test("the volume storage's series lose the name of the product at the scrape", () => {
  expect(rendered(volumeStorage)[0].spec.endpoints).toEqual([
    expect.objectContaining({
      port: "manager",
      honorLabels: true,
      metricRelabelConfigs: [{ sourceLabels: ["__name__"], regex: "longhorn_(.+)", targetLabel: "__name__", replacement: "storage_$1" }],
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
