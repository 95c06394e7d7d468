import { placedRules } from "../alerts/rule";
import { Catalogue, type Recorded } from "../metrics/catalogue";
import { rememberedOf } from "../remembered";
import type { Platform } from "./platform";

type Asked = Pick<Platform, "scrapes" | "rules">;

/** What the rules and dashboards of a platform can ask. */
export const catalogueOf = rememberedOf((platform: Asked) => new Catalogue(platform.scrapes, recordings(platform)));

function recordings({ rules }: Asked): Recorded[] {
  return placedRules(rules).flatMap(({ rule }): Recorded[] => {
    if (rule.kind === "record") return [rule];
    if (rule.kind !== "imported" || rule.rule.record === undefined) return [];
    const { record: name, expr, labels = {} } = rule.rule;
    return [{ name, expr, labels }];
  });
}
