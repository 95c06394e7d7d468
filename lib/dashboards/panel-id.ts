/** A little over a million: short enough for an address, wide enough that two titles of one dashboard seldom share one. */
const IDS = 2 ** 20;

/**
 * A panel's number, by which frames elsewhere show it (`/d-solo/<uid>?panelId=<id>`). It is made of its row's and its own title, so that a panel that comes or
 * goes above it changes nothing (FNV-1a, 32 bits).
 */
export function panelId(...titles: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(titles.join("\n"))) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return 1 + (hash % IDS);
}
