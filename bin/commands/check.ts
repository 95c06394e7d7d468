import { declareCommand } from "../command";

export const check = declareCommand({
  purpose: "the same without the output: what a synth would find",
  argument: "site.yaml",
  details: "The site is the argument, or what the variable SITE names, or the repository's site.yaml.",
  options: { json: { type: "boolean", help: "what was found, as JSON on standard output" } },
  run: async (values, site) => (await import("../work/synth")).check(values, site),
});
