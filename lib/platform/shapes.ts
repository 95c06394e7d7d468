import { rulesShape } from "../alerts/rule-shape";
import { detectorShape } from "../logs/detector-shape";
import type { Declarations } from "./declarations";
import type { Finding } from "./finding";
import type { Part, PartAtSite } from "./part";
import { partShape } from "./part-shape";

/** Declarations that are not what their types say: nothing can be built of them, and no check can judge them. */
export class DeclarationsRefused extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings.map(({ where, what, fix }) => `${where}: ${what}; ${fix}`).join("\n"));
  }
}

/** @throws {DeclarationsRefused} with every key of a part that nobody reads */
export function requireParts(atSite: readonly { readonly part: Part; readonly content: PartAtSite | undefined }[]): void {
  const findings = atSite.flatMap(({ part, content }) => partShape(part, content));
  if (findings.length > 0) throw new DeclarationsRefused(findings);
}

/** @throws {DeclarationsRefused} with every mistake in the shape of rules and detectors, which only the compiler would refuse otherwise */
export function requireShapes({ rules, detectors }: Pick<Declarations, "rules" | "detectors">): void {
  const findings = [...rulesShape(rules), ...detectors.flatMap(detectorShape)];
  if (findings.length > 0) throw new DeclarationsRefused(findings);
}
