import { deflateRawSync } from "node:zlib";
import { filesOfZip } from "../../lib/images/zip";

interface Packed {
  readonly name: string;
  readonly text: string;
  readonly isStored?: boolean;
  readonly mode?: number;
  readonly flags?: number;
}

/** A zip archive, as the format's description has it. */
function zipOf(files: readonly Packed[]): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, text, isStored = false, mode = 0o100644, flags = 0 } of files) {
    const content = isStored ? Buffer.from(text) : deflateRawSync(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(isStored ? 0 : 8, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(Buffer.byteLength(text), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE((mode << 16) >>> 0, 38);
    entry.writeUInt32LE(at, 42);
    const piece = Buffer.concat([local, Buffer.from(name), content]);
    locals.push(piece);
    directory.push(entry, Buffer.from(name));
    at += piece.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, ...directory, end]);
}

const found = (files: readonly Packed[]) =>
  Array.from(filesOfZip(zipOf(files)), ([path, content]) => [path, Buffer.from(content).toString()]);

test("files come out as they went in, folders are none", () => {
  expect(
    found([
      { name: "a/", text: "", isStored: true },
      { name: "a/one", text: "1".repeat(1000) },
      { name: "two", text: "2", isStored: true },
    ]),
  ).toEqual([
    ["a/one", "1".repeat(1000)],
    ["two", "2"],
  ]);
});

test.each([
  ["a way out", { name: "a/../../etc/passwd", text: "" }, 'it holds "a/../../etc/passwd", which leads out of it'],
  ["an absolute path", { name: "/etc/passwd", text: "" }, 'it holds "/etc/passwd", which leads out of it'],
  ["a link", { name: "a", text: "/etc/passwd", mode: 0o120777 }, "it holds a link (a)"],
  ["an encrypted file", { name: "a", text: "x", flags: 1 }, "a in it is encrypted, or packed in a way that is not known"],
])("%s is refused", (_, file, message) => {
  expect(() => found([file])).toThrow(message);
});

test("what is no archive, or cut off, is told", () => {
  expect(() => filesOfZip(Buffer.from("<html>"))).toThrow("it is no zip archive, or its end is missing");
  const whole = zipOf([{ name: "a", text: "abc" }]);
  expect(() => filesOfZip(whole.subarray(0, -10))).toThrow("it is no zip archive, or its end is missing");
  const other = Buffer.from(whole);
  // of the size in its directory
  other.writeUInt32LE(7, other.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  expect(() => filesOfZip(other)).toThrow("a in it has 3 bytes instead of 7");
});
