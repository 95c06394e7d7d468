import { HEALTHY } from "../../components/healthy";
import { picked } from "../../lib/platform/series-count";
import { worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";

test("of no name are there fewer than the healthy world has, which is a smaller cluster", () => {
  const platform = fullPlatform();
  const found = new Map<string, number>();
  for (const { name } of worldOf(platform, HEALTHY, 1).series()) found.set(name, (found.get(name) ?? 0) + 1);
  const estimated = (name: string) => picked({ name, matchers: [] }, platform).reduce((sum, { series }) => sum + series, 0);
  // of what there are a few of it makes no difference
  const short = [...found].filter(([name, count]) => count > 40 && estimated(name) < count);
  expect(
    short.map(([name, count]) => `${name}: ${estimated(name)}, and there are ${count}; count its labels in lib/platform/series-count.ts`),
  ).toEqual([]);
});
