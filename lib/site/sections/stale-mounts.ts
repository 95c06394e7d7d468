import type { Contradiction, DraftOf } from "../draft";
import { choice, listOf, section, wholeNumber } from "../field";
import { dnsLabel } from "../name";
import { quote } from "../quote";

const names = listOf(dnsLabel("databases"), { example: "[databases]", minimum: 1 }).optional();

const keys = {
  stale_mounts: section({
    mode: choice(["restart", "dry_run"]).optional(),
    namespaces: names,
    except: names,
    restarts_per_hour: wholeNumber(4, 1, 60).optional(),
  }).optional(),
};

/** Whose pods are restarted when their mounts are stale. A place may do without. */
export const staleMounts = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys & typeof import("./namespaces").namespaces.keys>;

function contradictions({ stale_mounts: { namespaces = [], except = [] } = {}, namespaces: { orchestrator } }: SiteDraft): Contradiction[] {
  return namespaces.flatMap((one, index) => {
    if (one === undefined) return [];
    const path = ["stale_mounts", "namespaces", index];
    if (one === orchestrator)
      return [{ path, message: `${quote(one)} is namespaces.orchestrator, whose pods are never restarted; leave it out` }];
    return except.includes(one) ? [{ path, message: `${quote(one)} stands in stale_mounts.except too; keep it in one of the two` }] : [];
  });
}
