import { storeCautions } from "../../components/metrics/room";
import type { Site } from "../../lib/site/schema";
import { exampleSite } from "../example-site";

const cautionsAt = (retention_months: number, volume: string, changes: Partial<Site> = {}) =>
  storeCautions(exampleSite({ scale: "single", ...changes, metrics: { retention_months, volume } }));

test("the example holds what is planned, and nothing is said", () => {
  expect(cautionsAt(13, "500Gi")).toEqual([]);
});

test("a volume that the plan fills is told, with what a day may bring", () => {
  expect(cautionsAt(13, "100Gi")).toEqual([
    "metrics.volume: 100Gi holds 13 months of up to 0.21 GiB a day, and the plan counts with 1.0; what a day takes is known after a week (MetricsStoreFilling warns two weeks ahead)",
  ]);
});

test("so is one that the plan fills but for the room that merges need", () => {
  expect([cautionsAt(13, "482Gi").length, cautionsAt(13, "483Gi").length]).toEqual([1, 0]);
});

test("a small site brings less", () => {
  const small = { sizes: { profile: "small" } } as const;
  expect([cautionsAt(13, "25Gi", small).length, cautionsAt(13, "26Gi", small).length]).toEqual([1, 0]);
});

test("each of a clustered store's nodes holds two thirds", () => {
  expect([cautionsAt(13, "321Gi", { scale: "cluster" }).length, cautionsAt(13, "322Gi", { scale: "cluster" }).length]).toEqual([1, 0]);
});
