import { join } from "node:path";
import { transformSync } from "@swc/core";
import { Testing } from "cdk8s";
import type { RuleBundle } from "../../../lib/alerts/rule";
import { vmRule } from "../../../lib/alerts/vmrule";
import { ROOT } from "../../example";

/** What a printed file exports, as if it lay in rules/imported. */
export function evaluated(code: string, maker: string): RuleBundle {
  // in this process: esbuild would start one each time
  const { code: script } = transformSync(code, {
    jsc: { parser: { syntax: "typescript" }, target: "es2023" },
    module: { type: "commonjs" },
    swcrc: false,
  });
  const module = { exports: {} as Record<string, () => RuleBundle> };
  const load = (name: string): unknown => require(join(ROOT, "rules/imported", name));
  new Function("require", "module", "exports", script)(load, module, module.exports);
  const make = module.exports[maker];
  if (make === undefined) throw new Error(`${maker} is not exported of\n${code}`);
  return make();
}

/** The groups of the rule object that comes of an area. */
export function wireGroups(bundle: RuleBundle): readonly Record<string, unknown>[] {
  const chart = Testing.chart();
  vmRule(chart, { bundle, namespace: "monitoring", runbooksUrl: "https://runbooks.example" });
  return Testing.synth(chart)[0].spec.groups;
}
