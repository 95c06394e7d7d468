import { inflateRawSync } from "node:zlib";

/** At the end of the archive: where its directory is. */
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ENTRY = 0x02014b50;
const LARGEST_COMMENT = 0xffff;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
/** Of the file's mode on a system that has them: a link. */
const LINK = 0o120000;

/**
 * The files of a zip archive by their paths, those that its directory names (PKWARE, APPNOTE.TXT 4.3).
 * @throws for one that is cut off, or holds what no archive of plugins has: links, ways out of it, encrypted files
 */
export function filesOfZip(archive: Buffer): ReadonlyMap<string, Uint8Array> {
  const end = archive.lastIndexOf(END);
  if (end === -1 || end < archive.length - END_BYTES - LARGEST_COMMENT || end + END_BYTES > archive.length)
    throw new Error("it is no zip archive, or its end is missing");
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Uint8Array>();
  let at = archive.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error(`its directory ends after ${index} of ${count} files`);
    const [nameBytes, extraBytes, commentBytes] = [
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ];
    const path = archive.toString("utf8", at + 46, at + 46 + nameBytes);
    if (!path.endsWith("/")) files.set(requireInside(path), contentOf(archive, at, path));
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return files;
}

function requireInside(path: string): string {
  if (path.startsWith("/") || path.includes("\\") || path.split("/").some((step) => ["", ".", ".."].includes(step)))
    throw new Error(`it holds ${JSON.stringify(path)}, which leads out of it`);
  return path;
}

function contentOf(archive: Buffer, entry: number, path: string): Uint8Array {
  const [flags, method, packed, size] = [
    archive.readUInt16LE(entry + 8),
    archive.readUInt16LE(entry + 10),
    archive.readUInt32LE(entry + 20),
    archive.readUInt32LE(entry + 24),
  ];
  const [mode, local] = [archive.readUInt32LE(entry + 38) >>> 16, archive.readUInt32LE(entry + 42)];
  if ((mode & 0o170000) === LINK) throw new Error(`it holds a link (${path})`);
  if ((flags & 1) === 1 || ![STORED, DEFLATED].includes(method))
    throw new Error(`${path} in it is encrypted, or packed in a way that is not known`);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + packed);
  const content = method === STORED ? bytes : inflateRawSync(bytes, { maxOutputLength: size + 1 });
  if (content.length !== size) throw new Error(`${path} in it has ${content.length} bytes instead of ${size}`);
  return content;
}
