import type { Site } from "../site/schema";

const ORGANISATION = "default";

/** The organisation of the store that all streams are in. */
export const organisationOf = ({ logs }: Pick<Site, "logs">): string => logs?.organisation ?? ORGANISATION;

/** Where the organisation's interface begins. */
export const organisationUrl = (site: Pick<Site, "logs" | "urls">): string => `${site.urls.logs_url}/api/${organisationOf(site)}`;
