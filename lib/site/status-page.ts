import type { Site, StatusPageSite } from "./schema";

/** All that a site says of its public page, or nothing where it has none. */
export function statusPageOf({ status_page, urls }: Site): StatusPageSite | undefined {
  if (status_page === undefined) return undefined;
  if (urls.status_page_url === undefined)
    throw new Error("status_page is given without urls.status_page_url; the site should have refused it");
  return { ...status_page, adapter_url: urls.status_page_url };
}
