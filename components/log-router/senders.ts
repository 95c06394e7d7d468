import { formatCidr, parseAddress, rangeOf } from "../../lib/address";
import type { Site } from "../../lib/site/schema";
import { SENDER_KINDS, type SenderKind } from "../../lib/site/sections/logs";

/** A device outside of the cluster that sends syslog. */
export interface Sender {
  readonly kind: SenderKind;
  readonly address: string;
  /** As a network policy names it. */
  readonly range: string;
}

export function sendersOf({ logs }: Pick<Site, "logs">): Sender[] {
  return SENDER_KINDS.flatMap((kind) =>
    (logs?.syslog?.[kind] ?? []).flatMap((text) => {
      const address = parseAddress(text);
      return address === undefined ? [] : [{ kind, address: text, range: formatCidr(rangeOf(address)) }];
    }),
  );
}
