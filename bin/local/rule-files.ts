import type { WireRule } from "../../lib/alerts/wire-rule";
import type { Manifest } from "../../lib/gitops/manifest";
import { shorter } from "./shorter";

export interface WireGroup {
  readonly name: string;
  readonly interval?: string;
  readonly rules: readonly WireRule[];
}

export interface RuleFile {
  /** Of the output: `monitoring-rules/storage.yml`. */
  readonly file: string;
  readonly groups: readonly WireGroup[];
}

/** The rule files of the output. */
export const ruleFiles = (manifests: readonly Manifest[]): RuleFile[] =>
  manifests
    .filter(({ object }) => object.kind === "VMRule")
    .map(({ file, object }) => ({ file, groups: (object.spec as Pick<RuleFile, "groups">).groups }));

/** The same with shorter waits and without what the program does not know; no window inside an expression is another. */
export function quickerGroups(groups: readonly WireGroup[], speed: number, refused: ReadonlySet<string>): WireGroup[] {
  const known = <T extends object>(one: T): T =>
    Object.fromEntries(Object.entries(one).filter(([key, value]) => value !== undefined && !refused.has(key))) as T;
  const quicker = (wait: string | undefined) => (wait === undefined ? undefined : shorter(wait, speed));
  return groups.map((group) =>
    known({
      ...group,
      interval: quicker(group.interval),
      rules: group.rules.map((rule) => known({ ...rule, for: quicker(rule.for), keep_firing_for: quicker(rule.keep_firing_for) })),
    }),
  );
}
