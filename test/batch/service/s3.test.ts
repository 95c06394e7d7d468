import fc from "fast-check";
import { Refusal } from "../../../components/batch/service/refusal";
import { readPage } from "../../../components/batch/service/s3/bucket";
import { signedUrl, signGet } from "../../../components/batch/service/s3/signature";
import { parseXml } from "../../../components/batch/service/s3/xml";
import { anyCodePoint } from "../../any-text";

test("the signature of the documentation's example (Amazon S3 API Reference, GET Bucket (List Objects))", () => {
  const url = signedUrl("https://examplebucket.s3.amazonaws.com", [], { "max-keys": "2", prefix: "J" });
  const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
  const { authorization } = signGet(url, "us-east-1", credentials, Date.parse("2013-05-24T00:00:00Z"));
  expect(authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  );
});

const listing = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3/"><Name>b</Name>${inside}</ListBucketResult>`;
const object = (key: string, size = "7") =>
  `<Contents><Key>${key}</Key><LastModified>2026-11-22T03:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>${size}</Size></Contents>`;
const read = (text: string, status = 200) => readPage({ status, text }, "b");
const modified = Date.parse("2026-11-22T03:00:00Z");

test("objects, folders and the next page", () => {
  const text = listing(
    `<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>${object("a &amp; b")}<CommonPrefixes><Prefix>x/</Prefix></CommonPrefixes>`,
  );
  expect(read(text)).toEqual({ page: { objects: [{ key: "a & b", modified, bytes: 7 }], folders: ["x/"] }, token: "a&b=" });
});

test("keys that are encoded as in a URL", () => {
  expect(read(listing(`<EncodingType>url</EncodingType>${object("a+b%2Fc%C3%A4")}`)).page.objects[0]?.key).toBe("a b/cä");
});

test.each([
  ["a page that was cut off", listing(object("a")).slice(0, -30), 200, "the answer is no whole ListBucketResult"],
  ["another document", "<html></html>", 200, "the answer is no whole ListBucketResult: <html></html>; is S3_ENDPOINT an object store?"],
  ["nothing", "", 200, "the answer is no whole ListBucketResult: nothing"],
  ["a page that has more and no token", listing("<IsTruncated>true</IsTruncated>"), 200, "leaves objects out"],
  ["an object without a size", listing(object("a", "")), 200, 'of a the size is ""'],
  ["an error", "<Error><Code>AccessDenied</Code><Message>No.</Message></Error>", 403, "answered 403: AccessDenied, No.; look at the key"],
  ["an error in another language", "Bad Gateway", 502, "answered 502: Bad Gateway"],
])("%s is refused", (_, text, status, message) => {
  expect(() => read(text, status)).toThrow(message);
});

test("no document type is read: nobody defines entities here", () => {
  expect(parseXml('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toBeUndefined();
});

test("whatever an object store sends is a page or a refusal", () => {
  const piece = fc.oneof(
    fc.string({ unit: anyCodePoint }),
    fc.constantFrom("<Contents>", "</Contents>", "<Key>", "</Key>", "<a/>", "&#x110000;", "&amp;", "<!--", "-->", "<?xml?>", object("a")),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
      (text) => {
        try {
          read(listing(text));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      },
    ),
  );
});

test.each(["<a ", "<", "<!--", "&#", "<a>"])("a megabyte of %j costs no more than its length", (text) => {
  const began = performance.now();
  parseXml(text.repeat(1_000_000 / text.length));
  expect(performance.now() - began).toBeLessThan(2000);
});
