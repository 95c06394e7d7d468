import type { Duration } from "../duration";
import type { SecretFile } from "../kubernetes/credential";
import type { Labels, Matcher } from "./matcher";
import { matchesLabels } from "./matcher";

/** Where notifications go. */
export interface Receiver {
  readonly name: string;
  /** All of them are told. @default - none: it records the alert and tells nobody */
  readonly integrations?: readonly Integration[];
}

/** A way to tell somebody, built into Alertmanager. Texts are Alertmanager templates, a function set of their own. */
export type Integration = WebhookIntegration | PushoverIntegration | EmailIntegration;

export interface WebhookIntegration {
  readonly kind: "webhook";
  /** A template from Alertmanager 0.31 on, in a file too. */
  readonly url: string | SecretFile;
  readonly sendResolved: boolean;
  /** Alerts in one message; of what is left out it gives the number. Templates see no more. @default - all */
  readonly maxAlerts?: number;
  /** Sent as they stand. @default - none of our own */
  readonly headers?: Readonly<Record<string, string>>;
  /** Holds a bearer token. @default - nothing is authorized */
  readonly token?: SecretFile;
}

export interface PushoverIntegration {
  readonly kind: "pushover";
  readonly userKey: SecretFile;
  readonly token: SecretFile;
  readonly sendResolved: boolean;
  readonly title: string;
  readonly message: string;
  readonly url: string;
  readonly urlTitle: string;
  /** -2 (silent) to 2 (repeats until acknowledged); a template may choose. */
  readonly priority: string;
  /** One of the push service's sound names; a template may choose. */
  readonly sound: string;
}

export interface EmailIntegration {
  readonly kind: "email";
  /** host:port. On port 465 the connection begins with TLS, on any other with STARTTLS. */
  readonly smarthost: string;
  /** No mail goes without it where it is required. */
  readonly requireTls: boolean;
  readonly from: string;
  readonly to: readonly string[];
  /** @default - no account */
  readonly account?: { readonly username: string; readonly password: SecretFile };
  readonly sendResolved: boolean;
  readonly subject: string;
  /** Other headers. @default - none */
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface Route {
  readonly receiver: string;
  /** All must hold. @default - matches everything */
  readonly matchers?: readonly Matcher[];
  /** Go on to the next sibling after a match. @default false */
  readonly continue?: boolean;
  /** @default - the parent's */
  readonly groupBy?: readonly string[];
  /** @default - the parent's */
  readonly groupWait?: Duration;
  /** @default - the parent's */
  readonly groupInterval?: Duration;
  /** @default - the parent's */
  readonly repeatInterval?: Duration;
  readonly routes?: readonly Route[];
}

/** While a source fires, targets with the same `equal` labels are not notified. */
export interface Inhibition {
  readonly source: readonly Matcher[];
  readonly target: readonly Matcher[];
  readonly equal: readonly string[];
}

export interface Routing {
  readonly root: Route;
  readonly receivers: readonly Receiver[];
  readonly inhibitions: readonly Inhibition[];
  /** After which an alert is over whose sender does not say when it will be, and is not heard of. @default - Alertmanager's own, 5 minutes */
  readonly resolveTimeout?: Duration;
}

/** Which receivers an alert reaches, by what its labels promise. */
export interface ReceiverPromises {
  readonly watchdog: readonly string[];
  readonly critical: readonly string[];
  readonly warning: readonly string[];
  readonly info: readonly string[];
  /** Upstream rules: no `team`. */
  readonly imported: readonly string[];
}

/**
 * The receivers an alert with these labels reaches, in tree order: children in order, the first
 * match ends the walk unless it says `continue`; a node none of whose children match takes the
 * alert itself (Alertmanager, dispatch/route.go).
 */
export function receiversOf(root: Route, labels: Labels): string[] {
  return walk(root, labels) ?? [];
}

function walk(route: Route, labels: Labels): string[] | undefined {
  if (!(route.matchers ?? []).every((matcher) => matchesLabels(matcher, labels))) return undefined;
  const reached: string[] = [];
  for (const child of route.routes ?? []) {
    const below = walk(child, labels);
    if (!below) continue;
    reached.push(...below);
    if (!child.continue) break;
  }
  return reached.length > 0 ? reached : [route.receiver];
}
