import { ranges } from "./cidr";
import type { Contradiction } from "./draft";
import { section, text } from "./field";
import { bucketFlaw, regionFlaw } from "./listing";
import { type Inside, outsideListMistakes } from "./outside-url";
import { urlFlaw } from "./url";

/** The region that most object stores take, and Amazon's first. */
const REGION = "us-east-1";

/** A bucket of an object store that speaks S3, and `more` beside it. */
export function s3Bucket<const More extends object>(bucket: string, more?: More) {
  return section({
    url: text("https://s3.example.org", urlFlaw),
    addresses: ranges("192.168.10.30/32").optional(),
    bucket: text(bucket, bucketFlaw),
    region: text(REGION, regionFlaw).optional(),
    ...(more as More),
  });
}

export const regionOf = ({ region = REGION }: { readonly region?: string }): string => region;

interface Drafted {
  readonly url: string | undefined;
  readonly addresses?: readonly (string | undefined)[] | undefined;
}

/** What is wrong with where it is, in the light of what is inside. */
export function s3Mistakes(path: Contradiction["path"], { url, addresses }: Drafted, site: Inside): Contradiction[] {
  const ends = { url: { path: [...path, "url"], value: url }, addresses: { path: [...path, "addresses"], value: addresses } };
  return outsideListMistakes({ ...ends, mayBeService: true }, site);
}
