import type { Integration } from "../../../lib/alerts/routing";
import type { Credential } from "../../../lib/kubernetes/credential";
import type { OutsideCall } from "../../../lib/network/outside-call";

/** How urgent a message is: each has a receiver of its own. */
export type Tier = "critical" | "warning";

/** A service that brings alerts to people, as the alert manager uses it. */
export interface PushProduct {
  /** Where its messages go. */
  readonly call: OutsideCall;
  /** @default - none: nothing of it is secret */
  readonly credential?: Credential;
  readonly integration: (tier: Tier) => Integration;
}
