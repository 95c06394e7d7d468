import { HEALTHY } from "../../components/healthy";
import { WATCHDOG } from "../../lib/alerts/labels";
import type { SavedDashboard } from "../../lib/dashboards/dashboard";
import { interpolated } from "../../lib/dashboards/interpolation";
import { expressionOf, panelsOf, queryTextOf } from "../../lib/dashboards/model";
import { dashboardPlace, placedDashboards } from "../../lib/dashboards/placed";
import type { Manifest } from "../../lib/gitops/manifest";
import type { Platform } from "../../lib/platform/platform";
import { START } from "../../lib/world/course";
import { worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
import { describeEngines } from "./engine";
import { type Series, startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { type PlannedRule, plannedRules, replayRules, storedSeries } from "./world";

/** As long as a dashboard looks back that compares with before. */
const SPAN = { from: 0, to: 3 * 3600 };
/** What is drawn. */
const SHOWN = { start: START + SPAN.to - 3600, end: START + SPAN.to, step: 60 };

/** `DASHBOARDS=node-detail,storage-stall`: those alone, while one is written. */
const wanted = process.env.DASHBOARDS?.split(",");

interface Asked {
  readonly place: string;
  readonly panel: string;
  readonly expr: string;
  readonly isRange: boolean;
}

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "the dashboards of a healthy installation", () => {
  test("every query runs, and every panel shows something", async () => {
    const platform = fullPlatform();
    const placed = placedDashboards(platform).filter(({ model }) => wanted === undefined || wanted.includes(model.uid));
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    try {
      await fill(store, platform, placed);
      const empty: string[] = [];
      let count = 0;
      for (const one of placed) {
        const values = await chosen(one, store);
        for (const { place, panel, expr, isRange } of askedBy(one)) {
          const asked = interpolated(expr, (name) => values.get(name));
          const found = isRange ? await store.queryRange(asked, SHOWN) : await store.query(asked, SHOWN.end);
          count++;
          if (!hasNumber(found)) empty.push(`${place} panel "${panel}": ${asked}`);
        }
      }
      process.stdout.write(`dashboards: ${placed.length}, queries: ${count}, with data: ${count - empty.length}\n`);
      expect(empty).toEqual([]);
      expect(count).toBeGreaterThan(0);
    } finally {
      await store.stop();
    }
  });
});

const hasNumber = (series: readonly Series[]): boolean => series.some(({ samples }) => samples.some(([, value]) => !Number.isNaN(value)));

function askedBy(one: SavedDashboard): Asked[] {
  return panelsOf(one.model).flatMap(({ title = "", targets = [] }) =>
    targets.flatMap(({ expr, instant }) =>
      expr === undefined ? [] : [{ place: dashboardPlace(one), panel: title, expr, isRange: instant !== true }],
    ),
  );
}

/** What a reader would find chosen: all values where several may be, the first one else. */
async function chosen({ model }: SavedDashboard, store: VictoriaMetrics): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const variable of model.templating?.list ?? []) {
    const of = expressionOf(variable);
    const [, label = ""] = /,\s*(\w+)\s*\)$/.exec(queryTextOf(variable)) ?? [];
    const found = await store.query(`count by (${label}) (${interpolated(of ?? "", (name) => values.get(name))})`, SHOWN.end);
    const names = found.flatMap(({ labels }) => labels[label] ?? []).sort();
    if (names.length === 0) throw new Error(`${model.uid}: the variable $${variable.name} has no value`);
    const isSeveral = variable.multi === true || variable.includeAll === true;
    values.set(variable.name, isSeveral ? names.join("|") : (names[0] ?? ""));
  }
  return values;
}

/** The world as far as the dashboards ask for it, what rules record of it, and the one alert that fires all the same. */
async function fill(store: VictoriaMetrics, platform: Platform, placed: readonly SavedDashboard[]): Promise<void> {
  const rules = askedRules(platform.manifests, placed);
  await store.importSeries(storedSeries(worldOf(platform, HEALTHY, 1), rules, SPAN));
  await replayRules(
    rules.filter(({ rule }) => rule.record !== undefined || rule.alert === WATCHDOG).map((rule) => ({ rule, span: SPAN })),
    store,
  );
}

/** The dashboards' expressions as rules that read, the recordings that they need, and the heartbeat. */
function askedRules(manifests: readonly Manifest[], placed: readonly SavedDashboard[]): PlannedRule[] {
  const exprs = placed.flatMap((one) => {
    const ofVariables = (one.model.templating?.list ?? []).flatMap((variable) => expressionOf(variable) ?? []);
    return [...askedBy(one).map(({ expr }) => expr), ...ofVariables];
  });
  // a variable may be any text
  const rules = exprs.map((expr) => ({ alert: "Asked", expr: interpolated(expr, () => ".+").replaceAll(/(\w+)="\.\+"/g, '$1=~".+"') }));
  const asking: Manifest = {
    bundle: "asking",
    file: "asking/dashboards.yml",
    object: { apiVersion: "v1", kind: "VMRule", metadata: { name: "asking" }, spec: { groups: [{ name: "dashboards", rules }] } },
  };
  const all = plannedRules([...manifests, asking]);
  const needed = new Set(all.filter(({ group, rule }) => group === "dashboards" || rule.alert === WATCHDOG));
  for (const reader of needed) {
    for (const one of all) {
      const { record } = one.rule;
      if (record !== undefined && reader.selectors.some((selector) => "name" in selector && selector.name === record)) needed.add(one);
    }
  }
  return [...needed];
}
