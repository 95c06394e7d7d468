import * as z from "zod";
import { placedRules } from "../alerts/rule";
import { Catalogue, type CatalogueSource, type Recorded } from "../metrics/catalogue";
import { rememberedOf } from "../remembered";
import type { Platform } from "./platform";

type Asked = Pick<Platform, "scrapes" | "absentExporters" | "rules">;

/** The exporters that the site has not placed yet: what they give is listed, and may be asked by what waits for it. */
export const notAskedYet = ({ absentExporters }: Pick<Asked, "absentExporters">) => absentExporters.filter(({ isOff }) => !isOff);

/** What the rules of a platform can ask, were all of it there. */
export const catalogueOf = rememberedOf((platform: Asked) => {
  return new Catalogue([...platform.scrapes, ...platform.absentExporters.map(absentSource)], recordings(platform));
});

const absentSource = ({ name, series }: Asked["absentExporters"][number]): CatalogueSource => ({
  name,
  job: name,
  series,
  from: { kind: "absent" },
});

/** What dashboards can ask at a site: what `series.tsv` lists and nothing of what the site does without, with the labels that the agent puts on every sample. */
export const listedCatalogueOf = rememberedOf((platform: Asked & Pick<Platform, "manifests">) => {
  const everywhere = agentLabels(platform.manifests);
  const sources = [...platform.scrapes, ...notAskedYet(platform).map(absentSource)];
  return new Catalogue(
    sources.map((one) => ({ ...one, targetLabels: [...(one.targetLabels ?? []), ...everywhere] })),
    recordings(platform),
  );
});

const Agent = z.object({ kind: z.literal("VMAgent"), spec: z.object({ externalLabels: z.record(z.string(), z.string()).optional() }) });

function agentLabels(manifests: Platform["manifests"]): string[] {
  const agents = manifests.flatMap(({ object }) => Agent.safeParse(object).data ?? []);
  return [...new Set(agents.flatMap(({ spec }) => Object.keys(spec.externalLabels ?? {})))];
}

function recordings({ rules }: Pick<Asked, "rules">): Recorded[] {
  return placedRules(rules).flatMap(({ rule }): Recorded[] => {
    if (rule.kind === "record") return [rule];
    if (rule.kind !== "imported" || rule.rule.record === undefined) return [];
    const { record: name, expr, labels = {} } = rule.rule;
    return [{ name, expr, labels }];
  });
}
