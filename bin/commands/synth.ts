import { declareCommand } from "../command";

export const synth = declareCommand({
  purpose: "site.yaml and the declarations -> checks -> dist/",
  argument: "site.yaml",
  details: `The site is the argument, or what the variable SITE names, or the repository's site.yaml. The output is dist/, or the folder
that CDK8S_OUTDIR names: one that belfry wrote before, an empty one, or one that is not there yet. It is replaced as a whole,
and only when every check passes.`,
  options: {
    watch: { type: "boolean", help: "again at every change of a source or the site; prints the files of dist/ that changed" },
    json: { type: "boolean", help: "what was made or found, as JSON on standard output" },
  },
  run: async (values, site) => (await import("../work/synth")).synth(values, site),
});
