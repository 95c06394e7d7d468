/** The entries of a folder with their times, on a web server (a GET of its index page) or in an object store (ListObjectsV2). */
import type { Configuration } from "../../../../lib/service/environment";
import type { listingSettings } from "../../listing-settings";
import { get } from "../get";
import { excerpt, notEmpty, Refusal } from "../refusal";
import { pagesOf, type Store } from "../s3/bucket";
import { storeOf } from "../s3/settings";
import type { Run } from "../script";
import { timeInName } from "./name-time";
import { type Entry, readListing } from "./page";

type Settings = Configuration<typeof listingSettings>;

/** A page of a hundred thousand entries. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;
/** Entries that are asked for their times one by one. */
const MOST_ASKED = 1000;

export interface Folder {
  readonly address: string;
  /** Whether names tell times: those of snapshots do, those that are made of random characters never. */
  readonly hasTimesInNames: boolean;
  /** Which entries count. @default - all */
  readonly counts?: (name: string) => boolean;
}

/**
 * When the entries of a folder that count were made, in milliseconds since the epoch.
 * @throws Refusal where nothing at all is listed, and where nothing says when an entry was made
 */
export async function timesIn({ address, hasTimesInNames, counts = () => true }: Folder, settings: Settings, run: Run): Promise<number[]> {
  const url = new URL(address);
  const listed = url.protocol === "s3:" ? listBucket(url, settings, run) : listPage(url, settings, run);
  const entries = notEmpty(
    await listed,
    `the listing of ${nameOf(url)}`,
    "is that the right folder, and is it mounted where it is served?",
  );
  const counted = entries.filter(({ name }) => counts(name));
  const named = (name: string) => (hasTimesInNames ? timeInName(name, settings.TIME_ZONE) : undefined);
  const known = counted.map(({ name, modified }) => ({ name, at: named(name) ?? modified }));
  const asked = known.filter(({ at }) => at === undefined);
  if (asked.length > MOST_ASKED) throw new Refusal(`${nameOf(url)} says of ${asked.length} entries no time; serve a listing with times`);
  const times: number[] = [];
  for (const { name, at } of known) times.push(at ?? (await timeOfEntry(url, name, settings, run)));
  return times;
}

/** Where it is, without what may be secret. */
const nameOf = ({ protocol, host, pathname }: URL): string => `${protocol}//${host}${pathname}`;

const withSlash = (url: URL): URL => {
  const folder = new URL(url);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  return folder;
};

function authorization({ HTTP_USER: user, HTTP_PASSWORD: password }: Settings): Record<string, string> {
  return user === "" ? {} : { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

async function listPage(url: URL, settings: Settings, { signal }: Run): Promise<readonly Entry[]> {
  const folder = withSlash(url);
  const what = `the listing of ${nameOf(folder)}`;
  const headers = { accept: "application/json, text/html;q=0.9", ...authorization(settings) };
  const { status, text } = await get({ url: folder, headers: () => headers, what, maxBytes: MAX_PAGE_BYTES, signal });
  if (status !== 200) throw new Refusal(`${what} was answered with ${status}: ${excerpt(text)}; look at the URL and at who may read it`);
  try {
    return readListing(text, folder, settings.TIME_ZONE);
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(`${nameOf(folder)}: ${error.message}`) : error;
  }
}

/** The keys below the prefix up to the next slash; a folder's time is that of the newest object in it. */
async function listBucket(url: URL, settings: Settings, run: Run): Promise<Entry[]> {
  const prefix = withSlash(url).pathname.slice(1);
  const entries: Entry[] = [];
  for await (const { objects, folders } of pagesOf(bucketStore(settings, run), { bucket: url.hostname, prefix, isByFolder: true })) {
    entries.push(...objects.map(({ key, modified }) => ({ name: key.slice(prefix.length), modified })));
    entries.push(...folders.map((key) => ({ name: key.slice(prefix.length, -1) })));
  }
  // an object that stands for the folder itself has no name in it
  return entries.filter(({ name }) => name !== "");
}

/** Of an entry that neither its name nor the listing tells the time of. */
async function timeOfEntry(url: URL, name: string, settings: Settings, run: Run): Promise<number> {
  const at = url.protocol === "s3:" ? await newestBelow(url, name, settings, run) : await lastModified(url, name, settings, run);
  if (at !== undefined) return at;
  throw new Refusal(
    `${nameOf(url)} says nowhere when "${excerpt(name)}" was made; serve a listing with times, or name snapshots by their time`,
  );
}

async function newestBelow(url: URL, name: string, settings: Settings, run: Run): Promise<number | undefined> {
  const prefix = `${withSlash(url).pathname.slice(1)}${name}/`;
  let newest: number | undefined;
  for await (const { objects } of pagesOf(bucketStore(settings, run), { bucket: url.hostname, prefix })) {
    for (const { modified } of objects) newest = Math.max(newest ?? modified, modified);
  }
  return newest;
}

async function lastModified(url: URL, name: string, settings: Settings, { signal }: Run): Promise<number | undefined> {
  const entry = new URL(encodeURIComponent(name), withSlash(url));
  const headers = () => authorization(settings);
  const { status, headers: said } = await get({ method: "HEAD", url: entry, headers, what: nameOf(entry), maxBytes: 0, signal });
  const at = Date.parse(said["last-modified"] ?? "");
  // rest-server gives the beginning of time
  return status === 200 && at > 0 ? at : undefined;
}

function bucketStore(settings: Settings, run: Run): Store {
  const missing = (["S3_ENDPOINT", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const).filter((name) => settings[name] === "");
  if (missing.length > 0) throw new Refusal(`${missing.join(", ")} not set; a listing at s3:// needs them`);
  if (!/^https?:\/\//.test(settings.S3_ENDPOINT) || !URL.canParse(settings.S3_ENDPOINT)) {
    throw new Refusal(`S3_ENDPOINT: "${settings.S3_ENDPOINT}" is not allowed; use an http:// or https:// URL`);
  }
  return storeOf({ ...settings, S3_ENDPOINT: settings.S3_ENDPOINT.replace(/\/+$/, "") }, run);
}
