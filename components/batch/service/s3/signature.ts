/** AWS Signature Version 4 of a GET without body (Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header"). */
import { createHash, createHmac } from "node:crypto";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const ALGORITHM = "AWS4-HMAC-SHA256";
const NO_BODY = createHash("sha256").digest("hex");

/**
 * The headers that sign a GET of this URL. Its query is signed as it is encoded here: take it from {@link signedUrl}.
 * @param at when it is sent, in milliseconds since the epoch; servers refuse what is 15 minutes off
 */
export function signGet(url: URL, region: string, { accessKeyId, secretAccessKey }: Credentials, at: number): Record<string, string> {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const date = time.slice(0, 8);
  const scope = `${date}/${region}/s3/aws4_request`;
  const headers = { host: url.host, "x-amz-content-sha256": NO_BODY, "x-amz-date": time };
  const names = Object.keys(headers).join(";");
  const canonical = [
    "GET",
    url.pathname,
    url.search.slice(1),
    ...Object.entries(headers).map(([name, value]) => `${name}:${value}`),
    "",
    names,
    NO_BODY,
  ].join("\n");
  const toSign = [ALGORITHM, time, scope, createHash("sha256").update(canonical).digest("hex")].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secretAccessKey}`);
  const signature = createHmac("sha256", key).update(toSign).digest("hex");
  return { ...headers, authorization: `${ALGORITHM} Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}` };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** A URL below the endpoint whose path and query are encoded and ordered as they are signed. */
export function signedUrl(endpoint: string, path: readonly string[], query: Readonly<Record<string, string>>): URL {
  const sorted = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return new URL(`${endpoint}/${path.map(encode).join("/")}?${sorted.sort().join("&")}`);
}

/** All but the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
