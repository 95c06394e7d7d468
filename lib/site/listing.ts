import type { Flaw } from "./field";
import { urlFlaw } from "./url";

/** As object stores name them (Amazon S3, bucket naming rules), dots and capitals of older ones too. */
export function bucketFlaw(text: string): Flaw | undefined {
  const isBucket = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/.test(text);
  return isBucket ? undefined : { wrong: "is not the name of a bucket (3 to 63 letters, digits, ., - and _)" };
}

export function prefixFlaw(text: string): Flaw | undefined {
  const isPrefix = text.length <= 512 && /^[^\p{C}]+$/u.test(text) && !text.startsWith("/");
  return isPrefix ? undefined : { wrong: "is not the beginning of an object's key (without a slash in front)" };
}

export function regionFlaw(text: string): Flaw | undefined {
  return /^[a-z0-9-]{1,40}$/.test(text) ? undefined : { wrong: "is not a region (lower-case letters, digits and dashes)" };
}

/** A folder of a web server, or what begins so in a bucket. */
export function listingFlaw(text: string): Flaw | undefined {
  if (text.startsWith("s3://")) {
    const [, bucket = "", prefix] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(text) ?? [];
    return bucketFlaw(bucket) !== undefined || (prefix ?? "x").length > 512 ? { wrong: "is not s3://<bucket>/<prefix>" } : undefined;
  }
  const flaw = urlFlaw(text.replace(/\/+$/, ""));
  return flaw === undefined ? undefined : { ...flaw, wrong: flaw.wrong.replace("http(s) URL", "http(s) or s3 URL") };
}

export function patternFlaw(text: string): Flaw | undefined {
  try {
    new RegExp(text, "u");
    return text === "" ? { wrong: "says nothing" } : undefined;
  } catch {
    return { wrong: "is not a regular expression" };
  }
}

/** Of a web server that asks who lists it. */
export function usernameFlaw(text: string): Flaw | undefined {
  const isName = /^[!-~]{1,128}$/.test(text) && !text.includes(":");
  return isName ? undefined : { wrong: "is not an account's name (printable ASCII without blanks and colons, 128 at most)" };
}
