import type { Scraped } from "./scrape";

/** Who does what of the store: one program does all of it, or each part one thing. */
export interface StoreScrapes {
  /** Keeps the samples. */
  readonly storage: Scraped;
  /** Takes them. */
  readonly insert: Scraped;
  /** Answers queries. */
  readonly select: Scraped;
  /** The proxy before the parts. @default - the store is one program */
  readonly front?: Scraped;
}
