import { parseSite } from "../../../lib/site/load";
import { mistakesOf } from "../mistakes";
import { PLAIN_SITE } from "../plain-site";

const FIRST_LINE = PLAIN_SITE.split("\n").length;

test.each([
  ["nothing", "", undefined],
  ["an empty section", "stale_mounts: {}\n", {}],
  ["a trial", "stale_mounts: { mode: dry_run }\n", { mode: "dry_run" }],
  ["namespaces", "stale_mounts: { namespaces: [git, mail] }\n", { namespaces: ["git", "mail"] }],
  ["what is left out, and how many", "stale_mounts: { except: [git], restarts_per_hour: 9 }\n", { except: ["git"], restarts_per_hour: 9 }],
])("%s may be said", (_, text, expected) => {
  expect(parseSite(PLAIN_SITE + text, "site.yaml").stale_mounts).toEqual(expected);
});

test.each([
  [
    "a section without a value",
    "stale_mounts:\n",
    "0:1 stale_mounts: is empty; it holds the keys mode, namespaces, except, restarts_per_hour",
  ],
  ["a mode that is none", "  mode: dry-run\n", '1:9 stale_mounts.mode: "dry-run" is not an allowed value; did you mean "dry_run"?'],
  ["no namespace", "  namespaces: []\n", "1:15 stale_mounts.namespaces: is an empty list; write for example [databases]"],
  [
    "the orchestrator's",
    "  namespaces: [git, kube-system]\n",
    '1:21 stale_mounts.namespaces[1]: "kube-system" is namespaces.orchestrator, whose pods are never restarted; leave it out',
  ],
  [
    "one that is in and out",
    "  namespaces: [git, mail]\n  except: [mail]\n",
    '1:21 stale_mounts.namespaces[1]: "mail" stands in stale_mounts.except too; keep it in one of the two',
  ],
  [
    "none in an hour",
    "  restarts_per_hour: 0\n",
    "1:22 stale_mounts.restarts_per_hour: 0 is not a whole number from 1 to 60; use for example 4",
  ],
])("%s is refused", (_, text, message) => {
  const section = text.startsWith("stale_mounts") ? text : `stale_mounts:\n${text}`;
  const found = mistakesOf(PLAIN_SITE + section).map((line) => line.replace(/^\d+/, (number) => String(Number(number) - FIRST_LINE)));
  expect(found).toEqual([message]);
});
