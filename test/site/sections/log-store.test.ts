import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;
const found = (text: string) =>
  mistakesOf(PLAIN_SITE + text).map((message) => message.replace(/^\d+/, (line) => String(Number(line) - FIRST_LINE)));

test.each([
  ["nothing", "", undefined],
  ["an empty section", "log_store: {}\n", {}],
  ["the build and who reads", "log_store: { edition: enterprise, readers: [git] }\n", { edition: "enterprise", readers: ["git"] }],
  [
    "a bucket",
    "log_store: { object_storage: { url: https://s3.example.org, bucket: logs } }\n",
    { object_storage: { url: "https://s3.example.org", bucket: "logs" } },
  ],
])("%s may be said", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").log_store).toEqual(expected);
});

test.each([
  [
    "a build that is none",
    "log_store:\n  edition: oss\n",
    '1:12 log_store.edition: "oss" is not an allowed value; use one of: open_source, enterprise',
  ],
  [
    "a slip of the unit",
    "log_store:\n  volume: 5Mi\n",
    '1:11 log_store.volume: "5Mi" is too small to be meant (less than 1G); use for example 100Gi',
  ],
  [
    "too little memory",
    "log_store:\n  memory: 64Mi\n",
    '1:11 log_store.memory: "64Mi" is too little to run with (less than 256Mi); use for example 4Gi',
  ],
  ["no reader", "log_store:\n  readers: []\n", "1:12 log_store.readers: is an empty list; write for example [automation]"],
  [
    "a reader among our own",
    "log_store:\n  readers: [git, logging]\n",
    '1:18 log_store.readers[1]: "logging" is namespaces.logging, the platform\'s own, whose policies let nobody else out; run what reads in a namespace of its own',
  ],
  [
    "a bucket whose host the internet does not know",
    "log_store:\n  object_storage: { url: https://s3.lan, bucket: logs }\n",
    '1:3 log_store.object_storage.addresses: is missing, and "https://s3.lan" is not on the public internet; list the addresses behind it',
  ],
])("%s is refused", (_, text, message) => {
  expect(found(text)).toEqual([message]);
});
