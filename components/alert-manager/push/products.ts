import type { Site } from "../../../lib/site/schema";
import { email } from "./email";
import { ntfy } from "./ntfy";
import type { PushProduct } from "./product";
import { pushover } from "./pushover";
import { webhook } from "./webhook";

/** A site that says nothing of it has Pushover. */
const DEFAULT: NonNullable<Site["push"]> = { pushover: {} };

/** The services by which a site's people are told, in the order of site.yaml. */
export function pushProducts(site: Site): PushProduct[] {
  const { push = DEFAULT } = site;
  return [
    push.pushover && pushover(site),
    push.ntfy && ntfy(site, push.ntfy),
    push.webhook && webhook(site, push.webhook),
    push.email && email(site, push.email),
  ].filter((product) => product !== undefined);
}
