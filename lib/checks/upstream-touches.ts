// Prevents a change to somebody else's object that an upgrade reverts and nobody can place: owner and way back stand beside it.
import { OWNER_ANNOTATION, RECOVERY_ANNOTATION } from "../kubernetes/upstream";
import { type Check, objectPlace } from "./check";

export const upstreamTouches: Check = {
  name: "upstream-touches",
  run: ({ manifests, charts }) => {
    const owned = charts.flatMap(({ owns }) => owns);
    return manifests.flatMap((manifest) => {
      const { kind, metadata } = manifest.object;
      const upstream = owned.find((one) => one.kind === kind && one.name === metadata.name && one.namespace === metadata.namespace);
      const owner = metadata.annotations?.[OWNER_ANNOTATION]?.trim();
      if (!upstream && owner === undefined) return [];
      const where = objectPlace(manifest);
      if (!owner) {
        return [
          {
            where,
            what: `it belongs to ${upstream?.owner ?? "somebody else"}, and does not say so`,
            fix: `name the owner and the recovery command with touchAnnotations (${OWNER_ANNOTATION}, ${RECOVERY_ANNOTATION})`,
          },
        ];
      }
      if ((metadata.annotations?.[RECOVERY_ANNOTATION] ?? "").trim() !== "") return [];
      return [
        {
          where,
          what: `it belongs to ${owner}, and names no recovery command`,
          fix: `give one in ${RECOVERY_ANNOTATION} (touchAnnotations)`,
        },
      ];
    });
  },
};
