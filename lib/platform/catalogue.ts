import { placedRules } from "../alerts/rule";
import { Catalogue, type Recorded } from "../metrics/catalogue";
import type { Platform } from "./platform";

type Asked = Pick<Platform, "scrapes" | "rules">;

const built = new WeakMap<Asked, Catalogue>();

/** What the rules and dashboards of a platform can ask. */
export function catalogueOf(platform: Asked): Catalogue {
  const known = built.get(platform);
  if (known !== undefined) return known;
  const catalogue = new Catalogue(platform.scrapes, recordings(platform));
  built.set(platform, catalogue);
  return catalogue;
}

function recordings({ rules }: Asked): Recorded[] {
  return placedRules(rules).flatMap(({ rule }): Recorded[] => {
    if (rule.kind === "record") return [rule];
    if (rule.kind !== "imported" || rule.rule.record === undefined) return [];
    const { record: name, expr, labels = {} } = rule.rule;
    return [{ name, expr, labels }];
  });
}
