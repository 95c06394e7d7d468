import { basename } from "node:path";
import { type Layer, layerOf } from "./assemble";
import { buildEntries } from "./bundle";
import type { OwnImage } from "./own-image";

/** An image of ours that carries bundles alone, made of its sources. */
export interface BundledImage {
  readonly layer: Layer;
  /** Folders of the packages of which something is in it, as package-lock.json names them; sorted. */
  readonly packages: readonly string[];
}

/** All of them at once, by name: starting esbuild is most of it. */
export function bundledImages(images: readonly OwnImage[]): ReadonlyMap<string, BundledImage> {
  const places = images.flatMap(({ name, bundles }) => Object.entries(bundles).map(([path, entry]) => ({ name, path, entry })));
  if (places.length === 0) return new Map();
  const { outputFiles, metafile } = buildEntries(Object.fromEntries(places.map(({ entry }, index) => [String(index), entry])));
  const contents = new Map(outputFiles.map(({ path, contents: content }) => [basename(path, ".js"), content]));
  const inputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path, ".js"), output.inputs]));
  const made = places.map((place, index) => ({
    ...place,
    content: contents.get(String(index)) ?? new Uint8Array(),
    inputs: Object.entries(inputs.get(String(index)) ?? {}),
  }));
  return new Map(
    images.map(({ name }) => {
      const own = made.filter((one) => one.name === name);
      const used = own.flatMap(({ inputs: of }) => of.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? packageOf(file) : [])));
      return [name, { layer: layerOf(Object.fromEntries(own.map((one) => [one.path, one]))), packages: [...new Set(used)].sort() }];
    }),
  );
}

/** `../elsewhere/node_modules/a/node_modules/@b/c/index.js` -> `node_modules/a/node_modules/@b/c`; nothing for a file of ours. */
function packageOf(file: string): string[] {
  const [found] = /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return found === undefined ? [] : [found];
}
