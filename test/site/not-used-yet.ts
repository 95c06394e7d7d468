/** The keys of site.yaml that no output depends on yet; their comments there say so. */
export const NOT_USED_YET: readonly string[] = ["domain"];
