import type { Base } from "../../lib/images/assemble";
import { BILL_TYPE, billManifest, billOfMaterials } from "../../lib/images/bill-of-materials";
import type { BundledImage } from "../../lib/images/bundled-images";
import { bundlesOf } from "../../lib/images/locked-images";
import type { Blob, Descriptor } from "../../lib/images/oci";
import { messageOf } from "../../lib/message-of";
import { inTurn } from "./in-turn";
import { type KnownImage, madeImage } from "./made-image";
import type { Registries } from "./registries";
import { isUnsettled, type Registry, RegistryError } from "./registry/client";

/** What became of an image, or the words of whoever refused it. */
export interface Pushed {
  readonly image: KnownImage;
  readonly blobs?: Readonly<Record<"there" | "mounted" | "uploaded", number>>;
  /** That it was there already. */
  readonly isThere?: boolean;
  readonly refused?: string;
}

export interface Pushing {
  readonly registries: Registries;
  readonly say: (line: string) => void;
}

/** Images are pushed beside one another, and of each its blobs. */
const IMAGES_AT_ONCE = 4;
const BLOBS_AT_ONCE = 3;

/**
 * Pushes what the registry lacks: of an image that is there under its tag and digest it costs one request. A tag comes last, when all that it leads to
 * is there, so that one that was pushed before stays whole whatever happens.
 */
export async function pushImages(images: readonly KnownImage[], pushing: Pushing): Promise<Pushed[]> {
  const looked = await inTurn(images, IMAGES_AT_ONCE, (image) =>
    attempt(image, async () => {
      const { registry, repository } = pushing.registries.of(image.reference);
      const found = await registry.head(repository, image.tag);
      return { image, isThere: found?.digest === image.digest };
    }),
  );
  const missing = looked.filter(({ isThere, refused }) => isThere === false && refused === undefined).map(({ image }) => image);
  const made = bundlesOf(missing);
  const bases = new BaseLayers(pushing);
  const pushed = await inTurn(missing, IMAGES_AT_ONCE, (image) => attempt(image, () => pushOne(image, made, bases, pushing)));
  return looked.map((one) => pushed.find(({ image }) => image === one.image) ?? one);
}

async function attempt(image: KnownImage, work: () => Promise<Pushed>): Promise<Pushed> {
  try {
    return await work();
  } catch (error) {
    return { image, refused: messageOf(error) };
  }
}

async function pushOne(
  image: KnownImage,
  bundled: ReadonlyMap<string, BundledImage>,
  bases: BaseLayers,
  { registries, say }: Pushing,
): Promise<Pushed> {
  const { base, digest, tag, reference, image: own } = image;
  const { registry, repository } = registries.of(reference);
  const { whole, blobs: ownBlobs, manifests, baseLayers, packages } = await madeImage(image, bundled);
  const puts = [
    ...baseLayers.map((layer) => () => bases.put(registry, repository, base, layer)),
    ...ownBlobs.map(
      ({ descriptor, body }) =>
        () =>
          registry.putBlob(repository, descriptor.digest, body),
    ),
  ];
  const blobs = { there: 0, mounted: 0, uploaded: 0 };
  await inTurn(puts, BLOBS_AT_ONCE, async (put) => {
    blobs[await put()]++;
  });
  await inTurn(manifests, BLOBS_AT_ONCE, (manifest) => putManifest(registry, repository, manifest.descriptor.digest, manifest));
  const bill = billOfMaterials({ name: own.name, tag, digest, base, packages, plugins: own.plugins });
  await attach(registry, repository, bill, whole.top, (words) => say(`${reference}: pushed without its bill of materials: ${words}`));
  await putManifest(registry, repository, tag, whole.top);
  say(`${reference}@${digest}: pushed (${blobs.uploaded} blobs uploaded, ${blobs.mounted} mounted, ${blobs.there} were there)`);
  return { image, blobs };
}

/** Before the image, which is looked for by its tag alone afterwards. A registry that knows no artifacts keeps nobody from the image. */
async function attach(registry: Registry, repository: string, bill: Blob, subject: Blob, refused: (words: string) => void): Promise<void> {
  const { manifest, config } = billManifest(bill, subject);
  for (const { descriptor, body } of [config, bill]) await registry.putBlob(repository, descriptor.digest, body);
  const { mediaType } = manifest.descriptor;
  const artifact = { mediaType, body: manifest.body, descriptor: { ...manifest.descriptor, artifactType: BILL_TYPE } };
  try {
    await registry.putReferrer(repository, subject.descriptor, artifact);
  } catch (error) {
    const knowsNone =
      error instanceof RegistryError && [400, 404, 405, 415].includes(error.status ?? 0) && !isUnsettled(error.status, error.words);
    if (!knowsNone) throw error;
    refused(error.message);
  }
}

async function putManifest(
  registry: Registry,
  repository: string,
  reference: string,
  { descriptor: { mediaType }, body }: Blob,
): Promise<void> {
  await registry.putManifest(repository, reference, { mediaType, body });
}

/** The base's layers go over the network once: to the first repository, and from there to the others, in the registry alone. */
class BaseLayers {
  readonly #registries: Registries;
  readonly #say: (line: string) => void;
  /** By digest, the repository that has it, as soon as it has. */
  readonly #first = new Map<string, Promise<string | undefined>>();

  constructor({ registries, say }: Pushing) {
    this.#registries = registries;
    this.#say = say;
  }

  async put(
    registry: Registry,
    repository: string,
    { image }: Base,
    { digest, size }: Descriptor,
  ): Promise<"there" | "mounted" | "uploaded"> {
    const source = this.#registries.of(image);
    const own = source.registry === registry ? source.repository : undefined;
    const fetched = () => {
      this.#say(`${repository}: base layer ${digest} (${(size / 1e6).toFixed(1)} MB) comes from ${source.registry.host}`);
      return source.registry.blob(source.repository, digest);
    };
    const first = this.#first.get(digest);
    const put = (async () => registry.putBlob(repository, digest, fetched, { mount: own ?? (await first) }))();
    const there = put.then(
      () => repository,
      () => undefined,
    );
    // where the first one failed, the next one is the first
    this.#first.set(digest, first === undefined ? there : first.then((found) => found ?? there));
    return put;
  }
}
