import { REPOSITORY } from "../../lib/images/entry";
import { declareCommand } from "../command";

export const importTypes = declareCommand({
  purpose: "writes imports/<group>/<kind>.ts: the types of the custom resources",
  details: `One file for every kind in lib/kubernetes/kinds.ts, from the pinned releases that cdk8s.yaml lists under "imports".
A kind that the source does not have keeps its committed file; one without such a file makes the command fail.`,
  options: {
    from: {
      type: "string",
      value: "folder",
      help: "read <group>/<kind>_<version>.json and CustomResourceDefinition YAML files from there, instead of downloading",
    },
  },
  run: async ({ from }) => (await import("../import/command")).importCommand({ root: REPOSITORY, from }),
});
