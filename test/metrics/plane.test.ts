import type { Manifest } from "../../lib/gitops/manifest";
import { examplePlatform } from "../example";

const AT = { single: examplePlatform({ scale: "single" }), cluster: examplePlatform({ scale: "cluster" }) };
const SCALES = ["single", "cluster"] as const;
const objectOf = (kind: string, scale: (typeof SCALES)[number]): Manifest["object"] => {
  const found = AT[scale].manifests.find(({ object }) => object.kind === kind);
  if (found === undefined) throw new Error(`no ${kind} at scale ${scale}`);
  return found.object;
};
const specOf = (kind: string, scale: (typeof SCALES)[number]) => objectOf(kind, scale).spec;
const { metrics_url: store, alertmanager_url: alertManager } = AT.single.site.urls;

describe.each(SCALES)("at scale %s the rule evaluator", (scale) => {
  const spec = specOf("VMAlert", scale);

  test("asks the store, and writes there what its rules record and which alerts fire", () => {
    expect(spec).toMatchObject({ datasource: { url: store }, remoteWrite: { url: store } });
  });

  test("reads there since when a condition holds: a restart begins no `for` anew", () => {
    expect(spec).toMatchObject({ remoteRead: { url: store } });
  });

  test("takes every rule object of the cluster", () => {
    expect(spec).toMatchObject({ selectAllByDefault: true });
    expect(Object.keys(spec as object).filter((key) => /^rule.*Selector$/.test(key))).toEqual([]);
  });
});

test("at scale single it tells the alert manager", () => {
  expect(specOf("VMAlert", "single")).toMatchObject({ notifiers: [{ url: alertManager }] });
});

test("at scale cluster it tells each alert manager that it finds by the labels of its object, and is not alone", () => {
  const { namespace, labels } = objectOf("VMAlertmanager", "cluster").metadata;
  const { notifiers, replicaCount } = specOf("VMAlert", "cluster") as {
    notifiers: { selector: { namespaceSelector: object; labelSelector: { matchLabels: Record<string, string> } } }[];
    replicaCount: number;
  };
  expect(notifiers.map(({ selector }) => selector.namespaceSelector)).toEqual([{ matchNames: [namespace] }]);
  const [wanted = {}] = notifiers.map(({ selector }) => selector.labelSelector.matchLabels);
  expect(Object.keys(wanted)).not.toEqual([]);
  expect(labels).toMatchObject(wanted);
  expect(replicaCount).toBe(2);
});

describe.each(SCALES)("at scale %s the scraper agent", (scale) => {
  const spec = specOf("VMAgent", scale);

  test("takes every scrape object of the cluster, and writes all of it to the store under the cluster's name", () => {
    expect(spec).toMatchObject({
      selectAllByDefault: true,
      externalLabels: { cluster: AT[scale].site.cluster.name },
      remoteWrite: [{ url: `${store}/api/v1/write` }, {}],
    });
    expect(Object.keys(spec as object).filter((key) => /Selector$/.test(key))).toEqual([]);
  });

  test("keeps what it could not write on a disk of its own, which holds its queue", () => {
    const { statefulMode, statefulStorage, remoteWriteSettings } = spec as {
      statefulMode: boolean;
      statefulStorage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: string } } } } };
      remoteWriteSettings: { maxDiskUsagePerURL: string };
    };
    const disk = Number.parseInt(statefulStorage.volumeClaimTemplate.spec.resources.requests.storage, 10) * 2 ** 30;
    expect(statefulMode).toBe(true);
    expect(Number.parseInt(remoteWriteSettings.maxDiskUsagePerURL, 10) * 1e9).toBeLessThan(disk);
  });
});
