import { httpUrl, text, type Variables } from "../../lib/service/environment";
import { optionalText } from "./optional-text";

/** An object store, as every job that lists one is told of it. */
export const s3Settings = {
  S3_ENDPOINT: { help: "object store; the bucket is a part of the path there", ...httpUrl },
  S3_REGION: { help: "region that requests are signed for", ...text, default: "us-east-1" },
  S3_ACCESS_KEY_ID: { help: "key that may list the buckets", ...text, secret: true },
  S3_SECRET_ACCESS_KEY: { help: "its secret", ...text, secret: true },
} satisfies Variables;

/** The same where a listing may lie on a web server as well. */
export const optionalS3Settings = {
  S3_ENDPOINT: { help: "object store of listings at s3://<bucket>/<prefix>", ...optionalText },
  S3_REGION: { ...s3Settings.S3_REGION },
  S3_ACCESS_KEY_ID: { help: "key that may list the buckets", ...optionalText, secret: true },
  S3_SECRET_ACCESS_KEY: { help: "its secret", ...optionalText, secret: true },
} satisfies Variables;
