import type { Component } from "../../lib/site/component";

/** The part of a site that says where each component stands on the page. */
export interface PageIdSource {
  readonly components: readonly { readonly name: Component; readonly page_id?: string | undefined }[];
}

/** Component name -> its id on the page, as the adapter reads it (COMPONENTS_FILE). */
export function pageIdsFile({ components }: PageIdSource): string {
  const pairs = components.flatMap(({ name, page_id }): [string, string][] => (page_id === undefined ? [] : [[name, page_id]]));
  // sorted, so that an order in site.yaml changes no manifest
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(pairs), null, 2)}\n`;
}
