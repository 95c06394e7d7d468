import fc from "fast-check";
import { HEALTHY } from "../../components/healthy";
import { WATCHDOG } from "../../lib/alerts/labels";
import { loadSite } from "../../lib/site/load";
import { type Site, SiteSchema } from "../../lib/site/schema";
import { worldOf } from "../../lib/world/world";
import { ELSEWHERE_FILE, fullSite, platformOf } from "../example";
import { anySite } from "../site/any-site";
import { describeEngines } from "./engine";
import { startVictoriaMetrics } from "./victoria-metrics";
import { firedIn, plannedRules, replayRules, storedSeries } from "./world";

/** Six hours, as the operator would watch it on a good day. */
const SPAN = { from: 0, to: 6 * 3600 };

/** Random ones beside those that are always judged: `WORLDS=5 npm run test:engines -- healthy-world`; `SEED` picks them, and is printed. */
const WORLDS = Number(process.env.WORLDS ?? (process.env.CI ? 1 : 0));
const SEED = Number(process.env.SEED);

const full = (scale: Site["scale"]) => fullSite({ scale });
const sites: readonly (readonly [string, Site, number])[] = [
  ["the example, scale: single", full("single"), 1],
  ...(WORLDS === 0
    ? []
    : ([
        ["the example, scale: cluster", full("cluster"), 2],
        ["another installation", loadSite(ELSEWHERE_FILE), 3],
      ] as const)),
  ...(WORLDS === 0 ? [] : fc.sample(anySite, { numRuns: WORLDS, seed: SEED })).map(
    (raw, index) => [`random installation ${index + 1} of SEED=${SEED}`, SiteSchema.parse(raw), SEED + index] as const,
  ),
];

describeEngines(["victoria-metrics-1.150", "vmalert-1.150"], "six hours of a healthy installation", () => {
  test.each(sites)(`nothing but ${WATCHDOG} fires: %s`, async (_, site, seed) => {
    const platform = platformOf(site);
    const world = worldOf(platform, HEALTHY, seed);
    const rules = plannedRules(platform.manifests);
    const store = await startVictoriaMetrics([], "victoria-metrics-1.150");
    try {
      await store.importSeries(storedSeries(world, rules, SPAN));
      await replayRules(
        rules.map((rule) => ({ rule, span: SPAN })),
        store,
      );
      const fired = await firedIn(store, SPAN);
      const isHeartbeat = ({ labels }: (typeof fired)[number]) => labels.alertname === WATCHDOG;
      expect(fired.filter((one) => !isHeartbeat(one)).map(({ labels, at }) => ({ labels, first: at[0], times: at.length }))).toEqual([]);
      // the replay itself works: the heartbeat is there at every evaluation
      expect(fired.filter(isHeartbeat).map(({ at }) => at.length)).toEqual([SPAN.to / 30 + 1]);
    } finally {
      await store.stop();
    }
  });
});
