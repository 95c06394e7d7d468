/** What of the OCI distribution specification reading and pushing images needs. */
import { urlOf } from "./address";
import { type ApiAnswer, type Call, RegistryApi } from "./api";
import { type CredentialSource, configuredCredentials } from "./credentials";
import { ACCEPTED, type Descriptor, digestLike, isDigest, type Manifest, OCI_INDEX } from "./manifest";
import type { PersistenceOptions } from "./persistence";
import { RegistryError } from "./registry-error";
import { type HttpAnswer, type HttpRequest, NoAnswer } from "./transport";
import { isRecord, parsed } from "./words";

export type { Descriptor, Manifest } from "./manifest";
export { RegistryError };

export interface RegistryOptions extends PersistenceOptions {
  /** @default - Docker's configuration file and that of the containers tools */
  readonly credentials?: CredentialSource;
}

export type Content = Buffer | (() => Promise<Buffer>);

/** A referrer: a manifest whose `subject` is another one, and what a list of referrers says of it. */
export interface Artifact {
  readonly mediaType: string;
  readonly body: Buffer;
  readonly descriptor: Descriptor & { readonly artifactType: string };
}

/** Registries take manifests of 4 MiB, and need not take larger ones. */
const LONGEST_MANIFEST = 4 * 1024 * 1024;

/** What a registry says of blobs that it has just taken, where somebody else pushes the same: they are there a moment later. */
export const isUnsettled = (status: number | undefined, words = ""): boolean =>
  status === 400 && /\b(?:DIGEST_INVALID|BLOB_UNKNOWN|MANIFEST_BLOB_UNKNOWN)\b/.test(words);

const pull = (repository: string): string => `repository:${repository}:pull`;
const push = (repository: string): string => `repository:${repository}:pull,push`;

/** One registry. It is asked how to log in once, and once whether it is there: of what can't be reached, every later call says the same. */
export class Registry {
  readonly #api: RegistryApi;

  constructor(
    readonly host: string,
    { credentials = configuredCredentials(), ...persistence }: RegistryOptions = {},
  ) {
    this.#api = new RegistryApi(host, credentials, persistence);
  }

  /** One HEAD request; undefined where there is none. */
  async head(repository: string, reference: string): Promise<Omit<Manifest, "body"> | undefined> {
    const call = this.#manifestCall("HEAD", repository, reference);
    const answer = await this.#api.call(call);
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw await this.#api.refusal(call, answer);
    const digest = answer.headers["docker-content-digest"];
    // the specification lets a registry be silent about it
    if (digest === undefined) return this.manifest(repository, reference);
    if (isDigest(reference) && digest !== reference) throw this.#api.error(call.what, { words: `it gives ${digest} instead` });
    return { digest, mediaType: this.#mediaType(call, answer) };
  }

  /** @throws where it is not there, or not what its digest says. */
  async manifest(repository: string, reference: string): Promise<Manifest> {
    const call = this.#manifestCall("GET", repository, reference);
    const answer = await this.#api.expect(call, 200);
    const said = isDigest(reference) ? reference : answer.headers["docker-content-digest"];
    const digest = digestLike(said, answer.body);
    if (said !== undefined && digest !== said) throw this.#api.error(call.what, { words: `what it gives is ${digest}, not ${said}` });
    return { digest, mediaType: this.#mediaType(call, answer), body: answer.body };
  }

  hasBlob(repository: string, digest: string): Promise<boolean> {
    return this.#has(this.#blobCall("HEAD", repository, digest));
  }

  /** @throws where it is not there, or not what its digest says. */
  async blob(repository: string, digest: string): Promise<Buffer> {
    const call = this.#blobCall("GET", repository, digest);
    const { body } = await this.#api.expect(call, 200);
    const actual = digestLike(digest, body);
    if (actual !== digest) throw this.#api.error(call.what, { words: `what it gives is ${actual}` });
    return body;
  }

  /**
   * Uploads what the repository lacks. `mount` is a repository of the same registry that may have it: then it isn't uploaded either.
   * The content is asked for only where it is needed.
   */
  async putBlob(
    repository: string,
    digest: string,
    content: Content,
    { mount }: { readonly mount?: string } = {},
  ): Promise<"there" | "mounted" | "uploaded"> {
    const head = { ...this.#blobCall("HEAD", repository, digest), scopes: [push(repository)] };
    if (await this.#has(head)) return "there";
    const opened = mount === undefined || mount === repository ? undefined : await this.#mount(repository, digest, mount);
    if (opened?.status === 201) return "mounted";
    await this.#upload(head, digest, typeof content === "function" ? await content() : content, opened);
    return "uploaded";
  }

  /** @returns its digest */
  async putManifest(repository: string, reference: string, manifest: Omit<Manifest, "digest">): Promise<string> {
    await this.#putManifest(repository, reference, manifest);
    return digestLike(isDigest(reference) ? reference : undefined, manifest.body);
  }

  /** Pushes a manifest that has a `subject`, and where the registry keeps no list of referrers, adds it to the one under the tag of that subject. */
  async putReferrer(repository: string, subject: Pick<Descriptor, "digest">, artifact: Artifact): Promise<void> {
    const { headers } = await this.#putManifest(repository, artifact.descriptor.digest, artifact);
    // a registry that has read the subject says so
    if (headers["oci-subject"] !== undefined) return;
    const tag = subject.digest.replace(":", "-");
    const known = (await this.head(repository, tag)) === undefined ? [] : await this.#referrers(repository, tag);
    if (known.some((one) => isRecord(one) && one.digest === artifact.descriptor.digest)) return;
    const index = { schemaVersion: 2, mediaType: OCI_INDEX, manifests: [...known, artifact.descriptor] };
    await this.#putManifest(repository, tag, { mediaType: OCI_INDEX, body: Buffer.from(JSON.stringify(index)) });
  }

  async #referrers(repository: string, tag: string): Promise<readonly unknown[]> {
    const { mediaType, body } = await this.manifest(repository, tag);
    const index = parsed(body.toString("utf8"));
    if (mediaType === OCI_INDEX && isRecord(index) && Array.isArray(index.manifests)) return index.manifests;
    const what = `tag "${tag}" of "${repository}" should be the index of what refers to ${tag.replace("-", ":")}`;
    throw this.#api.error(what, { words: `it is ${mediaType}`, mend: "delete the tag" });
  }

  async #putManifest(repository: string, reference: string, { mediaType, body }: Omit<Manifest, "digest">): Promise<HttpAnswer> {
    const asked = this.#manifestCall("PUT", repository, reference);
    const call = { ...asked, what: `push of ${asked.what}`, headers: { "content-type": mediaType }, body, scopes: [push(repository)] };
    const isPassing = (put: HttpAnswer) => isUnsettled(put.status, this.#api.words(put));
    const answer = await this.#api.insist(call.what, () => this.#api.callOnce(call), isPassing);
    if (answer.status !== 201) throw await this.#api.refusal(call, answer);
    return answer;
  }

  async #has(head: Call): Promise<boolean> {
    const answer = await this.#api.call(head);
    if (answer.status !== 200 && answer.status !== 404) throw await this.#api.refusal(head, answer);
    return answer.status === 200;
  }

  /** What can't be mounted, for whatever reason, can be uploaded: 201 is mounted, 202 opens an upload. */
  async #mount(repository: string, digest: string, from: string): Promise<ApiAnswer | undefined> {
    const url = this.#api.url(repository, "blobs/uploads/");
    url.searchParams.set("mount", digest);
    url.searchParams.set("from", from);
    const what = `mount of blob ${digest} of "${from}" into "${repository}"`;
    const answer = await this.#api.call({ what, method: "POST", url, scopes: [push(repository), pull(from)] }).catch((error: unknown) => {
      // of a token server that gives nobody a token for the other repository
      if (error instanceof RegistryError && error.status !== undefined) return undefined;
      throw error;
    });
    return answer?.status === 201 || answer?.status === 202 ? answer : undefined;
  }

  /** Each try has a session of its own, as how much a cut one has taken is not known; and what opens it has tries of its own. */
  async #upload({ scopes, ...head }: Call, digest: string, body: Buffer, opened: ApiAnswer | undefined): Promise<void> {
    const what = `push of ${head.what}`;
    const start = { what, scopes, method: "POST", url: new URL("uploads/", head.url) } as const;
    const answer = await this.#api.insist(what, async (isFirst) => {
      // the end of its answer may have been all that was cut
      if (!isFirst && (await this.#has({ ...head, scopes }))) return { status: 201, headers: {}, body: Buffer.alloc(0), url: head.url };
      const session = isFirst && opened !== undefined ? opened : await this.#api.call(start);
      if (session.status !== 202) throw await this.#api.refusal(start, session);
      const url = urlOf(session.headers.location ?? "", session.url);
      if (session.headers.location === undefined || url === undefined) throw this.#api.error(what, { words: "it does not say where to" });
      // its query is the registry's own and stays as it is written: searchParams would write it anew
      url.search += `${url.search === "" ? "?" : "&"}digest=${encodeURIComponent(digest)}`;
      const headers = { "content-type": "application/octet-stream" };
      const put = await this.#api.callOnce({ what, scopes, method: "PUT", url, headers, body });
      // one that was restarted, or another of several, does not know the session
      if (put.status === 404) throw new NoAnswer("cut", `404 ${this.#api.words(put)}`);
      return put;
    });
    if (answer.status !== 201) throw await this.#api.refusal(start, answer);
  }

  #manifestCall(method: HttpRequest["method"], repository: string, reference: string): Call {
    return {
      what: `manifest "${repository}${isDigest(reference) ? "@" : ":"}${reference}"`,
      method,
      url: this.#api.url(repository, `manifests/${reference}`),
      scopes: [pull(repository)],
      headers: { accept: ACCEPTED },
      limit: LONGEST_MANIFEST,
    };
  }

  #blobCall(method: HttpRequest["method"], repository: string, digest: string): Call {
    return {
      what: `blob "${repository}@${digest}"`,
      method,
      url: this.#api.url(repository, `blobs/${digest}`),
      scopes: [pull(repository)],
    };
  }

  #mediaType({ what }: Call, { headers }: HttpAnswer): string {
    const [mediaType = ""] = (headers["content-type"] ?? "").split(";");
    if (mediaType === "") throw this.#api.error(what, { words: "it does not say of which type it is" });
    return mediaType.trim();
  }
}
