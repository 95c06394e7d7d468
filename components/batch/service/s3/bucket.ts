/**
 * Lists a bucket: ListObjectsV2 of the S3 API, signed with version 4, the bucket in the path, pages of a thousand
 * (Amazon S3 API Reference, "ListObjectsV2"; other object stores speak it too).
 */
import { timeOf } from "../age";
import { get } from "../get";
import { excerpt, Refusal } from "../refusal";
import { type Credentials, signedUrl, signGet } from "./signature";
import { childrenOf, type Element, parseXml, textOf } from "./xml";

export interface Store {
  /** URL of the object store. */
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export interface StoredObject {
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly bytes: number;
}

/** One page of a listing. */
export interface Page {
  readonly objects: readonly StoredObject[];
  /** What stands for all keys with a slash behind the prefix, where these are asked to be put together. */
  readonly folders: readonly string[];
}

export interface Asked {
  readonly bucket: string;
  /** @default - every key */
  readonly prefix?: string;
  /** Puts keys together by what stands before the next slash. @default false */
  readonly isByFolder?: boolean;
}

/** A thousand objects have half a megabyte. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/**
 * The pages of a listing, in the order of keys.
 * @throws Refusal for an answer that is no listing, or that would never end
 */
export async function* pagesOf(store: Store, { bucket, prefix = "", isByFolder = false }: Asked): AsyncGenerator<Page> {
  const asked = new Set<string>();
  let next: string | undefined;
  do {
    const url = signedUrl(store.endpoint, [bucket], {
      "list-type": "2",
      "encoding-type": "url",
      "max-keys": "1000",
      prefix,
      ...(isByFolder && { delimiter: "/" }),
      ...(next !== undefined && { "continuation-token": next }),
    });
    const answer = await get({
      url,
      headers: () => signGet(url, store.region, store.credentials, store.now()),
      what: `listing bucket ${bucket}`,
      maxBytes: MAX_PAGE_BYTES,
      signal: store.signal,
    });
    const { page, token } = readPage(answer, bucket);
    yield page;
    if (token !== undefined && asked.has(token)) throw new Refusal(`bucket ${bucket}: the object store gives the same page again`);
    if (token !== undefined) asked.add(token);
    next = token;
  } while (next !== undefined);
}

/** A page, and the token that asks for the next one. */
export function readPage({ status, text }: { readonly status: number; readonly text: string }, bucket: string) {
  const root = parseXml(text);
  if (status !== 200)
    throw new Refusal(`bucket ${bucket}: the object store answered ${status}: ${whyOf(root) ?? excerpt(text)}; ${mendOf(status)}`);
  if (root?.name !== "ListBucketResult") {
    throw new Refusal(
      `bucket ${bucket}: the answer is no whole ListBucketResult: ${excerpt(text) || "nothing"}; is S3_ENDPOINT an object store?`,
    );
  }
  const decode = textOf(root, "EncodingType") === "url" ? decodeKey : (key: string) => key;
  const objects = childrenOf(root, "Contents").map((element) => readObject(element, decode, bucket));
  const folders = childrenOf(root, "CommonPrefixes").map((element) => decode(textOf(element, "Prefix") ?? ""));
  const isTruncated = textOf(root, "IsTruncated") === "true";
  const token = textOf(root, "NextContinuationToken");
  if (isTruncated && !token)
    throw new Refusal(`bucket ${bucket}: the object store leaves objects out and does not say how to ask for them`);
  return { page: { objects, folders } satisfies Page, token: isTruncated ? token : undefined };
}

function readObject(element: Element, decode: (key: string) => string, bucket: string): StoredObject {
  const [key, modified = "", size = ""] = ["Key", "LastModified", "Size"].map((name) => textOf(element, name));
  if (key === undefined) throw new Refusal(`bucket ${bucket}: the listing has an object without a key; is S3_ENDPOINT an object store?`);
  const what = `bucket ${bucket}: of ${key}`;
  if (!/^\d{1,15}$/.test(size)) throw new Refusal(`${what} the size is "${excerpt(size)}", which is none; is S3_ENDPOINT an object store?`);
  return { key: decode(key), modified: timeOf(modified, `${what} the time`), bytes: Number(size) };
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", "%20"));
  } catch {
    return key;
  }
}

function whyOf(root: Element | undefined): string | undefined {
  if (root?.name !== "Error") return undefined;
  return `${textOf(root, "Code") ?? "?"}, ${excerpt(textOf(root, "Message") ?? "")}`;
}

function mendOf(status: number): string {
  if (status === 301 || status === 307 || status === 400) return "look at S3_REGION and S3_ENDPOINT";
  if (status === 403) return "look at the key and its rights (s3:ListBucket), and at the clocks";
  if (status === 404) return "look at the bucket's name";
  return "look at the object store's log";
}
