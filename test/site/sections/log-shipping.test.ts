import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["nothing", "", undefined],
  ["no key of it", "log_shipping: {}\n", {}],
  ["a volatile journal", "log_shipping: { journal: volatile }\n", { journal: "volatile" }],
  [
    "everything",
    "log_shipping: { journal: none, audit_log: /var/log/audit/audit.log, host_files: [{ name: kern, path: /var/log/kern.log }], aggregator_volume: 6Gi, events_volume: 64Mi, node_buffer: 1Gi }\n",
    {
      journal: "none",
      audit_log: "/var/log/audit/audit.log",
      host_files: [{ name: "kern", path: "/var/log/kern.log" }],
      aggregator_volume: "6Gi",
      events_volume: "64Mi",
      node_buffer: "1Gi",
    },
  ],
])("%s may be said of shipping", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").log_shipping).toEqual(expected);
});

/** What is wrong with the section, without the line. */
const wrongWith = (text: string): string[] =>
  mistakesOf(`${PLAIN_SITE}log_shipping:\n${text}`).map((mistake) => mistake.slice(mistake.indexOf(" ") + 1));

const NO_PATH = "is not the whole path of a file in a folder (letters, digits, dots, dashes and underscores)";
test.each([
  [
    "a journal that is kept nowhere",
    "  journal: auto\n",
    'log_shipping.journal: "auto" is not an allowed value; use one of: persistent, volatile, none',
  ],
  [
    "a file's name alone",
    "  audit_log: audit.log\n",
    `log_shipping.audit_log: "audit.log" ${NO_PATH}; use for example /var/log/audit/audit.log`,
  ],
  [
    "a file in the root folder",
    "  audit_log: /audit.log\n",
    `log_shipping.audit_log: "/audit.log" ${NO_PATH}; use for example /var/log/audit/audit.log`,
  ],
  [
    "a way back",
    "  audit_log: /var/../etc/shadow\n",
    `log_shipping.audit_log: "/var/../etc/shadow" ${NO_PATH}; use for example /var/log/audit/audit.log`,
  ],
  [
    "several files",
    "  audit_log: /var/log/a.log,/etc/shadow\n",
    `log_shipping.audit_log: "/var/log/a.log,/etc/shadow" ${NO_PATH}; use for example /var/log/audit/audit.log`,
  ],
  [
    "the logs of pods, which are read already",
    "  host_files: [{ name: pods, path: /var/log/pods/a/b/0.log }]\n",
    'log_shipping.host_files[0].path: "/var/log/pods/a/b/0.log" is read as the log of a pod already; leave it out',
  ],
  [
    "the audit log's name",
    "  host_files: [{ name: audit, path: /var/log/audit/audit.log }]\n",
    'log_shipping.host_files[0].name: "audit" is what the audit log is called; write its path as log_shipping.audit_log',
  ],
  [
    "a name that no container may have",
    "  host_files: [{ name: Kernel, path: /var/log/kern.log }]\n",
    'log_shipping.host_files[0].name: "Kernel" is not a name for a container (lower-case letters, digits and inner dashes, 58 at most); use for example kern',
  ],
  [
    "two files of one name",
    "  host_files: [{ name: a, path: /var/log/a.log }, { name: a, path: /var/log/b.log }]\n",
    'log_shipping.host_files[1].name: "a" is listed twice; give each its own',
  ],
  [
    "a file twice",
    "  host_files: [{ name: a, path: /var/log/a.log }, { name: b, path: /var/log/a.log }]\n",
    'log_shipping.host_files[1].path: "/var/log/a.log" is listed twice; give each its own',
  ],
  [
    "the audit log twice",
    "  audit_log: /var/log/a.log\n  host_files: [{ name: a, path: /var/log/a.log }]\n",
    'log_shipping.host_files[0].path: "/var/log/a.log" is log_shipping.audit_log; its lines would be stored twice: keep one',
  ],
  [
    "no file",
    "  host_files: []\n",
    "log_shipping.host_files: is an empty list; write for example - { name: kern, path: /var/log/kern.log }",
  ],
  [
    "a volume of nothing",
    "  aggregator_volume: 20Mi\n",
    'log_shipping.aggregator_volume: "20Mi" is too small to be meant (less than 1Gi); use for example 20Gi',
  ],
  ["a buffer without a unit", "  node_buffer: 2000\n", expect.stringContaining("log_shipping.node_buffer:")],
])("%s is refused", (_, text, expected) => {
  expect(wrongWith(text)).toEqual([expected]);
});

test("a mistake has its line", () => {
  expect(mistakesOf(`${PLAIN_SITE}log_shipping:\n  journal: auto\n`)[0]).toMatch(new RegExp(`^${FIRST_LINE + 1}:`));
});
