import type { Integration } from "../../../lib/alerts/routing";
import type { Credential } from "../../../lib/kubernetes/credential";
import type { OutsideCall } from "../../../lib/network/outside-call";
import type { Site } from "../../../lib/site/schema";

/** How urgent a message is: each has a receiver of its own. */
export type Tier = "critical" | "warning";

/** A service that brings alerts to people, as the alert manager uses it. */
export interface PushProduct {
  /** Its key in `push` of the site. */
  readonly key: keyof NonNullable<Site["push"]>;
  /** Where its messages go. */
  readonly call: OutsideCall;
  /** @default - none: nothing of it is secret */
  readonly credential?: Credential;
  readonly integration: (tier: Tier) => Integration;
}
