import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test("a place may do without, or name its databases", () => {
  expect(parseSite(PLAIN_SITE, "site.yaml").database_statistics).toBeUndefined();
  const text = 'database_statistics:\n  redis:\n    - { name: cache, host: "cache.databases.svc:6379" }\n';
  expect(parseSite(PLAIN_SITE + text, "site.yaml").database_statistics).toEqual({
    redis: [{ name: "cache", host: "cache.databases.svc:6379" }],
  });
});

test.each([
  [
    "a section that asks nobody",
    "database_statistics: { every_seconds: 30 }\n",
    "0:22 database_statistics: asks no database; list some under postgresql, mysql, redis, or leave it out",
  ],
  [
    "an account that is missing",
    'database_statistics:\n  mysql:\n    - { name: wiki, host: "wiki.databases.svc:3306" }\n',
    "2:7 database_statistics.mysql[0].username: is missing; write for example belfry",
  ],
  [
    "a host without its port",
    "database_statistics:\n  redis:\n    - { name: cache, host: cache.databases.svc }\n",
    '2:28 database_statistics.redis[0].host: "cache.databases.svc" is not <host>:<port> (lower-case host, no scheme); use for example shop-db.databases.svc:6379',
  ],
  [
    "one in a namespace of the platform",
    'database_statistics:\n  redis:\n    - { name: cache, host: "cache.logging.svc:6379" }\n',
    '2:28 database_statistics.redis[0].host: "cache.logging.svc:6379" is in namespace "logging", the platform\'s own (namespaces.logging), whose policies let nobody in to it; run it in a namespace of its own',
  ],
  [
    "a local name without addresses",
    'database_statistics:\n  redis:\n    - { name: cache, host: "cache.lan:6379" }\n',
    '2:7 database_statistics.redis[0].addresses: is missing, and "cache.lan:6379" is not on the public internet; list the addresses behind it',
  ],
  [
    "a name that another has",
    'database_statistics:\n  redis:\n    - { name: cache, host: "a.databases.svc:6379" }\n    - { name: cache, host: "b.databases.svc:6379" }\n',
    '3:15 database_statistics.redis[1].name: "cache" is listed twice; give each its own',
  ],
])("%s is refused", (_, text, message) => {
  const [line = "", ...rest] = message.split(":");
  expect(mistakesOf(PLAIN_SITE + text)).toEqual([[Number(line) + FIRST_LINE, ...rest].join(":")]);
});
