import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;
const found = (text: string) =>
  mistakesOf(PLAIN_SITE + text).map((message) => message.replace(/^\d+/, (line) => String(Number(line) - FIRST_LINE)));

test.each([
  ["nothing", "", undefined],
  ["an empty section", "databases: {}\n", {}],
  [
    "where they are backed up",
    "databases: { backups: { url: http://s3.storage.svc:9000, bucket: rows, schedule: '@daily', keep_days: 7 } }\n",
    { backups: { url: "http://s3.storage.svc:9000", bucket: "rows", schedule: "@daily", keep_days: 7 } },
  ],
])("%s may be said", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").databases).toEqual(expected);
});

test.each([
  [
    "an operator in a namespace of ours",
    "databases:\n  operator_namespace: logging\n",
    '1:23 databases.operator_namespace: "logging" is namespaces.logging, the platform\'s own, whose policies cut the operator off; run it in a namespace of its own',
  ],
  [
    "a schedule with seconds, as the operator has it",
    "databases:\n  backups: { url: https://s3.example.org, bucket: rows, schedule: 0 40 1 * * * }\n",
    '1:67 databases.backups.schedule: "0 40 1 * * *" is not a schedule as Kubernetes reads it: it has not five fields with a blank between them; use for example 40 1 * * *',
  ],
  [
    "a bucket in a namespace of ours",
    "databases:\n  backups: { url: http://s3.logging.svc:9000, bucket: rows }\n",
    '1:19 databases.backups.url: "http://s3.logging.svc:9000" is in namespace "logging", the platform\'s own (namespaces.logging), whose policies let nobody in to it; run it in a namespace of its own',
  ],
])("%s is refused", (_, text, message) => {
  expect(found(text)).toEqual([message]);
});
