import type { Duration } from "../duration";
import type { SecretFile } from "../kubernetes/credential";
import type { Labels, Matcher } from "./matcher";
import { matchesLabels } from "./matcher";

/** Where notifications go. A receiver with no integration records the alert and tells nobody. */
export interface Receiver {
  readonly name: string;
  readonly webhook?: WebhookReceiver;
  readonly pushover?: PushoverReceiver;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly sendResolved: boolean;
}

/** Pushover, built into Alertmanager. Texts are Alertmanager templates, a function set of their own. */
export interface PushoverReceiver {
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
