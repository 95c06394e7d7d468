import { HEALTHY } from "../../components/healthy";
import { worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";
test("x", () => {
  for (const scale of ["single", "cluster"] as const) {
    const w = worldOf(fullPlatform({ scale }), HEALTHY, 1);
    const t = Date.now();
    const by = new Map<string, number>();
    let n = 0, s = 0;
    for (const one of w.series()) { by.set(one.target.scrape, (by.get(one.target.scrape) ?? 0) + 1); n++; for (let i = 0; i < 360; i++) s += one.at(i * 60) ?? 0; }
    console.log(n, Date.now() - t, by, w.cluster.apps.map((a) => `${a.kind} ${a.namespace}/${a.name} ${a.pods.length}`).join("\n"), w.targets.slice(0, 60).map((t) => JSON.stringify(t.labels)).join("\n"));
  }
});
