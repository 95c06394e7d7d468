/** A file of an archive. */
export interface ArchiveFile {
  readonly content: Uint8Array;
  /** @default - read by everybody, run and written by nobody */
  readonly isExecutable?: boolean;
}

const BLOCK = 512;
const MODES = { folder: 0o755, file: 0o444, program: 0o555 } as const;

/**
 * A tar archive (ustar) of files by their paths, with the folders that hold them: sorted, of root, with the time 0, so that the same files are the
 * same bytes wherever and whenever it is made.
 */
export function tarOf(files: Readonly<Record<string, ArchiveFile>>): Buffer {
  const folders = new Set(Object.keys(files).flatMap(foldersAbove));
  const names = [...folders, ...Object.keys(files)].sort();
  const parts = names.flatMap((name) => {
    const file = files[name];
    if (file === undefined) return [header(`${name}/`, MODES.folder, 0, "5")];
    const { content, isExecutable = false } = file;
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [header(name, isExecutable ? MODES.program : MODES.file, content.length, "0"), content, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
}

/** `app/jobs/one` -> `app`, `app/jobs`. */
function foldersAbove(path: string): string[] {
  const steps = path.split("/");
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join("/"));
}

function header(path: string, mode: number, size: number, type: "0" | "5"): Buffer {
  const { name, prefix } = nameFields(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  block.write(name, 0, "utf8");
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write(type, 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  octal(0, 329, 8);
  octal(0, 337, 8);
  block.write(prefix, 345, "utf8");
  // summed up with spaces in its own place
  block.fill(" ", 148, 156);
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148,
    "latin1",
  );
  return block;
}

/** A path of more than 100 bytes is cut in two at a slash. */
function nameFields(path: string): { readonly name: string; readonly prefix: string } {
  const cuts = [-1, ...Array.from(path.matchAll(/\/(?=.)/g), ({ index }) => index)];
  const found = cuts
    .map((cut) => ({ prefix: path.slice(0, Math.max(cut, 0)), name: path.slice(cut + 1) }))
    .find(({ name, prefix }) => Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155);
  if (found === undefined)
    throw new Error(`the path ${JSON.stringify(path)} is too long for a layer; shorten it to 255 bytes, 100 of them behind a slash`);
  return found;
}
