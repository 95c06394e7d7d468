import { WATCHDOG } from "../../lib/alerts/labels";
import { area } from "../../lib/alerts/rule";
import { type DashboardModel, panelsOf } from "../../lib/dashboards/model";
import { type GraphPanel, graph } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { criticalAbove, warningAbove, warningBelow } from "../../lib/dashboards/threshold";
import { choice } from "../../lib/dashboards/variable";
import { sampleAlert } from "../alerts/sample-rules";
import { SMALL } from "../checks/small-platform";
import { fullPlatform } from "../example";
import { board } from "./board";

function rendered(changes: Parameters<typeof board>[0], rules: typeof SMALL.rules = SMALL.rules): DashboardModel {
  const [one] = placedDashboards({ ...SMALL, rules, dashboards: [board(changes)] });
  if (one === undefined) throw new Error("nothing was rendered");
  return one.model;
}

const words = { title: "Bytes", description: "Words.", unit: "ratio" } as const;
function drawn(changes: Partial<GraphPanel>) {
  const panel = graph({ ...words, queries: [{ expr: "received" }], ...changes });
  const [one] = panelsOf(rendered({ rows: [{ title: "Row", panels: [panel] }] }));
  const { defaults, overrides } = one?.fieldConfig ?? {};
  return { reach: (defaults as { custom?: { axisSoftMax?: number } } | undefined)?.custom?.axisSoftMax, overrides };
}

test("what goes the other way is drawn below the nought, and told as it is", () => {
  const { overrides } = drawn({ queries: [{ expr: "received" }, { expr: "sent", isMirrored: true }] });
  expect(overrides).toEqual([
    { matcher: { id: "byFrameRefID", options: "B" }, properties: [{ id: "custom.transform", value: "negative-Y" }] },
  ]);
});

test("no page draws below the nought what is told as less than it", () => {
  const negated = fullPlatform().dashboards.flatMap((one) =>
    "model" in one
      ? []
      : one.rows
          .flatMap(({ panels }) => panels)
          // of a signal less than nought is what there is
          .flatMap((panel) => (panel.kind === "graph" && panel.unit !== "dBm" ? panel.queries.map(({ expr }) => expr) : []))
          .filter((expr) => expr.startsWith("-")),
  );
  expect(negated).toEqual([]);
});

test.each<[string, Partial<GraphPanel>, number | undefined]>([
  ["over the threshold that comes first", { thresholds: [criticalAbove(0.4), warningAbove(0.2)] }, 0.25],
  ["to the whole at most", { unit: "percent", thresholds: [warningAbove(90)] }, 100],
  ["as far as the values, of what is never nought", { unit: "seconds", thresholds: [warningAbove(90)] }, undefined],
  ["of a share to a hundredth, which nought would draw as everything", {}, 0.01],
  ["as far as it says itself", { max: 1, thresholds: [warningAbove(0.2)] }, undefined],
  ["as far as the values, where less is worse and nothing is a share", { unit: "count", thresholds: [warningBelow(3)] }, undefined],
])("an axis goes %s", (_, changes, reach) => {
  expect(drawn(changes).reach).toBe(reach);
});

test("a page of one thing says in its first row whose it is", () => {
  const variables = [choice("pod", "Pod", { of: "up", label: "pod", isMulti: false }), choice("job", "Job", { of: "up", label: "job" })];
  const rows = [...board().rows, { title: "Reasons", panels: [graph({ ...words, queries: [{ expr: "up" }] })] }] as const;
  const [first, ...others] = rendered({ variables, rows: [rows[0], ...rows.slice(1)] }).panels.filter(({ type }) => type === "row");
  expect(first?.title).toBe("At a glance · $pod");
  expect(others.map(({ title }) => title)).toEqual(["Reasons"]);
});

test("of the alerts that fired the heartbeat is none: it always does", () => {
  const rules = [area("beats", {}, [sampleAlert({ expr: "up == 0" }, "Down"), sampleAlert({ expr: "vector(1)" }, WATCHDOG)])];
  const model = rendered({ areas: ["beats"] }, rules);
  const asked = JSON.stringify([model.annotations, panelsOf(model).filter(({ type }) => type === "state-timeline")]);
  expect(asked).toContain('alertname=~\\"Down\\"');
  expect(asked).not.toContain(WATCHDOG);
  expect(JSON.stringify(panelsOf(model).filter(({ type }) => type === "text"))).toContain(WATCHDOG);
});
