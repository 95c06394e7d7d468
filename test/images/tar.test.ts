import { type ArchiveFile, tarOf } from "../../lib/images/tar";

const file = (text: string, isExecutable?: boolean): ArchiveFile => ({ content: Buffer.from(text), ...(isExecutable && { isExecutable }) });

interface Entry {
  readonly path: string;
  readonly mode: string;
  readonly type: string;
  readonly content: string;
}

/** What a reader of ustar finds; a wrong sum ends it. */
function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const block = Buffer.from(archive.subarray(at, at + 512));
    const field = (start: number, length: number) => block.toString("utf8", start, start + length).replace(/\0.*$/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    const sum = Number.parseInt(field(148, 8), 8);
    const [prefix, name] = [field(345, 155), field(0, 100)];
    const content = archive.toString("utf8", at + 512, at + 512 + size);
    entries.push({ path: prefix === "" ? name : `${prefix}/${name}`, mode: field(100, 8), type: field(156, 1), content });
    // owner, group and time
    expect([field(108, 8), field(116, 8), field(136, 12)]).toEqual(["0000000", "0000000", "00000000000"]);
    expect(block.toString("latin1", 257, 265)).toBe("ustar\x0000");
    expect(block.fill(" ", 148, 156).reduce((all, byte) => all + byte, 0)).toBe(sum);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

test("files are sorted, with the folders above them, of root and without a time", () => {
  const archive = tarOf({ "b/two": file("22", true), "a.txt": file("1"), "b/c/three": file("") });
  expect(entriesOf(archive)).toEqual([
    { path: "a.txt", mode: "0000444", type: "0", content: "1" },
    { path: "b/", mode: "0000755", type: "5", content: "" },
    { path: "b/c/", mode: "0000755", type: "5", content: "" },
    { path: "b/c/three", mode: "0000444", type: "0", content: "" },
    { path: "b/two", mode: "0000555", type: "0", content: "22" },
  ]);
  expect(archive.length % 512).toBe(0);
  expect(archive.subarray(-1024).every((byte) => byte === 0)).toBe(true);
});

test("the order in which files are given is none of the archive's", () => {
  const [one, two] = [file("1"), file("2")];
  expect(tarOf({ "x/one": one, two }).equals(tarOf({ two, "x/one": one }))).toBe(true);
});

test.each([512, 511, 513])("%d bytes are padded to whole blocks", (bytes) => {
  expect(entriesOf(tarOf({ a: file("x".repeat(bytes)), b: file("end") })).map(({ content }) => content.length)).toEqual([bytes, 3]);
});

test("a long path is cut in two at a slash, and one that can't be is refused", () => {
  const long = `${"folder/".repeat(15)}${"n".repeat(100)}`;
  expect(entriesOf(tarOf({ [long]: file("") })).at(-1)?.path).toBe(long);
  expect(() => tarOf({ ["n".repeat(101)]: file("") })).toThrow(
    "is too long for a layer; shorten it to 255 bytes, 100 of them behind a slash",
  );
});
