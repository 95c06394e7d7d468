import { table } from "../../lib/dashboards/panel";
import { renderPanel } from "../../lib/dashboards/render-panel";

const surroundings = {
  runbooksUrl: "https://git.example.org",
  organisation: "default",
  titleOf: () => undefined,
  alerts: { isThere: () => false, thresholdsOf: () => [], of: () => [] },
};

const sortedBy = (more: { readonly isLeastFirst?: true }) =>
  renderPanel(
    table({
      title: "Claims",
      description: "By what is left.",
      by: { namespace: "Namespace" },
      columns: [
        { title: "Left", expr: "min by (namespace) (up)", unit: "bytes" },
        { title: "Used", expr: "max by (namespace) (up)", unit: "bytes" },
      ],
      ...more,
    }),
    surroundings,
  ).build().options?.sortBy;

test("a table is sorted by its first column, the greatest on top", () => {
  expect(sortedBy({})).toEqual([{ displayName: "Left", desc: true }]);
});

test("where what is left counts, the least is on top", () => {
  expect(sortedBy({ isLeastFirst: true })).toEqual([{ displayName: "Left", desc: false }]);
});
