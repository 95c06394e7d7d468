import { placedRules } from "../alerts/rule";
import { Catalogue, type CatalogueSource, type Recorded } from "../metrics/catalogue";
import { rememberedOf } from "../remembered";
import type { Platform } from "./platform";

type Asked = Pick<Platform, "scrapes" | "absentExporters" | "rules">;

/** What the rules and dashboards of a platform can ask, were all of it there. */
export const catalogueOf = rememberedOf((platform: Asked) => {
  const absent = platform.absentExporters.map(
    ({ name, series }): CatalogueSource => ({ name, job: name, series, from: { kind: "absent" } }),
  );
  return new Catalogue([...platform.scrapes, ...absent], recordings(platform));
});

function recordings({ rules }: Pick<Asked, "rules">): Recorded[] {
  return placedRules(rules).flatMap(({ rule }): Recorded[] => {
    if (rule.kind === "record") return [rule];
    if (rule.kind !== "imported" || rule.rule.record === undefined) return [];
    const { record: name, expr, labels = {} } = rule.rule;
    return [{ name, expr, labels }];
  });
}
