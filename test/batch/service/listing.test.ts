import fc from "fast-check";
import { timeInName } from "../../../components/batch/service/listing/name-time";
import { readListing, timeIn } from "../../../components/batch/service/listing/page";
import { Refusal } from "../../../components/batch/service/refusal";
import { anyCodePoint } from "../../any-text";
import { runs } from "../../wide";

const BASE = new URL("http://nas/snapshots/photos/");
const at = (text: string) => Date.parse(text);
const read = (text: string, zone = "UTC") => readListing(text, BASE, zone);

const NGINX = `<html>\r\n<head><title>Index of /snapshots/photos/</title></head>\r\n<body>\r\n<h1>Index of /snapshots/photos/</h1><hr><pre><a href="../">../</a>\r\n<a href="auto-2026-11-22_03-00/">auto-2026-11-22_03-00/</a>                 22-Nov-2026 03:00                   -\r\n<a href="a%20%26b.txt">a &amp;b.txt</a>                         21-Nov-2026 10:11                  12\r\n</pre><hr></body>\r\n</html>\r\n`;
const APACHE = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<html><head><title>Index of /snapshots/photos</title></head><body><h1>Index of /snapshots/photos</h1><table>
<tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a></th></tr>
<tr><td><a href="/snapshots/">Parent Directory</a></td><td>&nbsp;</td></tr>
<tr><td><a href="daily.0/">daily.0/</a></td><td align="right">2026-11-22 03:00  </td><td>  - </td></tr>
</table></body></html>
`;
const PYTHON = `<!DOCTYPE HTML>\n<html lang="en">\n<head><title>Directory listing for /</title></head>\n<body>\n<ul>\n<li><a href="one/">one/</a></li>\n</ul>\n</body>\n</html>\n`;
const GO = `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="one/">one/</a>\n</pre>\n`;

test.each([
  [
    "nginx",
    NGINX,
    [
      { name: "auto-2026-11-22_03-00", modified: at("2026-11-22T03:00:00Z") },
      { name: "a &b.txt", modified: at("2026-11-21T10:11:00Z") },
    ],
  ],
  ["Apache", APACHE, [{ name: "daily.0", modified: at("2026-11-22T03:00:00Z") }]],
  ["Python, without times", PYTHON, [{ name: "one" }]],
  ["Go, without times", GO, [{ name: "one" }]],
  [
    "nginx as JSON",
    '[{ "name":"one", "type":"directory", "mtime":"Sun, 22 Nov 2026 03:00:00 GMT" }]',
    [{ name: "one", modified: at("2026-11-22T03:00:00Z") }],
  ],
  [
    "Caddy as JSON",
    '[{"name":"one/","size":4096,"url":"./one/","mod_time":"2026-11-22T04:00:00.123+01:00","mode":1,"is_dir":true}]',
    [{ name: "one", modified: at("2026-11-22T03:00:00Z") }],
  ],
  ["restic's REST server, version 2", '[{"name":"0f3a","size":12}]', [{ name: "0f3a" }]],
  ["restic's REST server, version 1", '["0f3a"]', [{ name: "0f3a" }]],
])("the listing of %s", (_, text, entries) => {
  expect(read(text)).toEqual(entries);
});

test("times without a zone are those of the listing's zone", () => {
  expect(read(APACHE, "Europe/Berlin")).toEqual([{ name: "daily.0", modified: at("2026-11-22T02:00:00Z") }]);
});

test.each([
  ["HTML without its end", NGINX.slice(0, -40), "has no end"],
  ["JSON without its end", '[{"name":"one"', "is no whole JSON"],
  ["an object", '{"error":"x"}', "is JSON and no list"],
  ["text", "hello", "is neither JSON nor HTML"],
  ["nothing", "", "is neither JSON nor HTML: nothing"],
])("%s is refused", (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test.each([
  ["auto-2026-11-22_03-00", "2026-11-22T03:00:00Z"],
  ["GMT-2026.11.22-03.00.07", "2026-11-22T03:00:07Z"],
  ["daily.2026-11-22_0010", "2026-11-22T00:10:00Z"],
  ["20261122T030000Z", "2026-11-22T03:00:00Z"],
  ["autosnap_2026-11-22_00:00:01_daily", "2026-11-22T00:00:01Z"],
  ["photos@2026-11-22", "2026-11-22T00:00:00Z"],
])("the name %s says %s", (name, time) => {
  expect(timeInName(name, "UTC")).toBe(at(time));
});

test.each(["daily.0", "2026-13-01", "2026-02-30", "1999-01-01", "120261122", "build-123456789012"])("the name %s says no time", (name) => {
  expect(timeInName(name, "UTC")).toBeUndefined();
});

test("names are read in the zone, but where they say that they are not", () => {
  expect(timeInName("auto-2026-11-22_03-00", "Europe/Berlin")).toBe(at("2026-11-22T02:00:00Z"));
  expect(timeInName("GMT-2026.11.22-03.00.00", "Europe/Berlin")).toBe(at("2026-11-22T03:00:00Z"));
});

test("whatever a server sends is entries or a refusal, in little time", () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.constantFrom(
      "<a href=",
      '"',
      "'",
      ">",
      "</a>",
      "</html>",
      "<",
      "[",
      "{",
      '"name"',
      ":",
      "22-Nov-2026 03:00",
      "2026-11-22 03:00",
      "%E0%",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      (text) => {
        try {
          for (const { name } of read(text)) expect(name).not.toContain("/");
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
        expect(timeIn(text, "UTC")).not.toBeNaN();
      },
    ),
    { numRuns: runs(300) },
  );
});

test("a hundred thousand broken links cost no more than their length", () => {
  const began = performance.now();
  read(`<html>${"<a x ".repeat(100_000)}</html>`);
  expect(performance.now() - began).toBeLessThan(2000);
});
