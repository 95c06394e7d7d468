import * as z from "zod/mini";
import type { Variables } from "../../lib/service/environment";
import { optionalText } from "./optional-text";
import { optionalS3Settings } from "./s3-settings";
import { timeZone } from "./time-zone";

/** Where a listing is: `https://host/path/`, or `s3://bucket/prefix`. */
export const listingAddress = z.string().check(
  z.refine((value) => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    return /^(?:https?|s3):$/.test(protocol) && hostname !== "" && username === "" && password === "" && hash === "";
  }),
);

/** What a job that lists files over HTTP or S3 reads besides the places themselves. */
export const listingSettings = {
  TIME_ZONE: { help: "time zone of times that say none, in names and on pages", ...timeZone, default: "UTC" },
  HTTP_USER: { help: "user of the web server", ...optionalText },
  HTTP_PASSWORD: { help: "their password", ...optionalText, secret: true },
  ...optionalS3Settings,
} satisfies Variables;
