import { gunzipSync } from "node:zlib";
import { storedGzip } from "../../lib/images/stored-gzip";

test.each([0, 1, 0xffff, 0x10000, 200_000])("%d bytes come back", (bytes) => {
  const content = Buffer.alloc(bytes, "belfry");
  expect(gunzipSync(storedGzip(content)).equals(content)).toBe(true);
});

test("the bytes are those of the formats, whatever zlib is there", () => {
  expect(storedGzip(Buffer.from("abc")).toString("hex")).toBe(
    // header, one last block of 3 bytes, the sum and the length
    ["1f8b08000000000000ff", "01", "0300", "fcff", "616263", "c2412435", "03000000"].join(""),
  );
});
