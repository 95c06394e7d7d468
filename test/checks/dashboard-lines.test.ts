import { dashboardLines } from "../../lib/checks/dashboard-lines";
import { leastOver, mostOver, mostShown } from "../../lib/dashboards/chosen-lines";
import { bars, graph, type Panel } from "../../lib/dashboards/panel";
import { placedDashboards } from "../../lib/dashboards/placed";
import { board } from "../dashboards/board";
import { SMALL, whats } from "./small-platform";

const words = { title: "Added", description: "Words.", unit: "count" } as const;
const showing = (panel: Panel) => board({ rows: [...board().rows, { title: "Added", panels: [panel] }] });
const drawing = (expr: string) => showing(graph({ ...words, queries: [{ expr }] }));
const found = (panel: Panel): string[] => whats(dashboardLines, { ...SMALL, dashboards: [showing(panel)] });
const drawn = (expr: string): string[] => whats(dashboardLines, { ...SMALL, dashboards: [drawing(expr)] });

const BUSY = "sum by (job) (rate(relay_events_total[$__rate_interval]))";

test.each([
  `topk(10, ${BUSY})`,
  `-topk(10, ${BUSY})`,
  `bottomk(3, ${BUSY}) or label_replace(vector(0), "job", "none", "", "")`,
  `(${BUSY}) and topk(10, ${BUSY})`,
])("lines that are chosen anew at each moment: %s", (expr) => {
  expect(drawn(expr)).toEqual([`panel "Added" chooses its lines anew at each moment: ${expr}`]);
});

test.each([
  BUSY,
  mostOver(10, BUSY),
  mostShown((range) => `sum by (job) (rate(relay_events_total${range}))`),
  `-(${leastOver(10, BUSY)})`,
  // one line, whatever it is of
  `min(topk(2, ${BUSY}))`,
  // that tells what something is called
  `${BUSY} * on (job) group_left (instance) topk by (job) (1, group by (job, instance) (up))`,
])("lines that go all the way: %s", (expr) => {
  expect(drawn(expr)).toEqual([]);
});

test("of one moment nothing is drawn", () => {
  expect(found(bars({ ...words, queries: [{ expr: `topk(10, ${BUSY})` }] }))).toEqual([]);
});

test("a saved dashboard is as its author drew it", () => {
  const [placed] = placedDashboards({ ...SMALL, dashboards: [drawing(`topk(10, ${BUSY})`)] });
  if (placed === undefined) throw new Error("it is not placed");
  expect(whats(dashboardLines, { ...SMALL, dashboards: [placed] })).toHaveLength(1);
  expect(whats(dashboardLines, { ...SMALL, dashboards: [{ ...placed, file: "saved.json" }] })).toEqual([]);
});
