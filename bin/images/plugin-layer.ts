import { type Layer, layerOf } from "../../lib/images/assemble";
import { sha256 } from "../../lib/images/oci";
import type { OwnImage } from "../../lib/images/own-image";
import { PLUGIN_FOLDER, type Plugin, pluginUrl } from "../../lib/images/plugin-image";
import type { ArchiveFile } from "../../lib/images/tar";
import { filesOfZip } from "../../lib/images/zip";
import { messageOf } from "../../lib/message-of";

/** An archive is some 100 MB, and its host far away. */
const LONGEST_MS = 600_000;

/** Gives the archive at an address. */
export type FetchArchive = (url: string) => Promise<Buffer>;

/** The layer of an image that carries plugins, fetched from their maker. Whole, with what they have for other machines: the signature is of every file. */
export async function pluginLayer({ plugins }: OwnImage, fetchArchive: FetchArchive = overHttps): Promise<Layer> {
  const files: Record<string, ArchiveFile> = {};
  for (const plugin of plugins) {
    for (const [path, content] of await filesOf(plugin, fetchArchive)) {
      const isExecutable = path.split("/").at(-1)?.startsWith("gpx_") ?? false;
      files[`${PLUGIN_FOLDER.slice(1)}/${path}`] = { content, isExecutable };
    }
  }
  return layerOf(files);
}

async function filesOf(plugin: Plugin, fetchArchive: FetchArchive) {
  const url = pluginUrl(plugin);
  const archive = await fetchArchive(url);
  const sum = sha256(archive);
  if (sum !== `sha256:${plugin.sha256}`) throw new Error(`${url}: it is ${sum}, and sha256:${plugin.sha256} is declared`);
  try {
    return filesOfZip(archive);
  } catch (error) {
    throw new Error(`${url}: ${messageOf(error)}`);
  }
}

async function overHttps(url: string): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_MS) }).catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    throw new Error(`${url}: ${cause?.code ?? cause?.message ?? String(error)}`);
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return Buffer.from(await answer.arrayBuffer());
}
