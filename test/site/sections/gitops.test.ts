import { parseSite } from "../../../lib/site/load";
import { folderFlaw, revisionFlaw } from "../../../lib/site/sections/gitops";
import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each(["main", "release/1.x", "0123abc"])("%j is a revision", (text) => {
  expect(revisionFlaw(text)).toBeUndefined();
});

test.each(["", "-main", "a..b", "a b", "a/", "HEAD^"])("%j is no revision", (text) => {
  expect(revisionFlaw(text)?.wrong).toBe("is not a branch, tag or commit");
});

test.each(["belfry", "a/b_c/d.e"])("%j is a folder", (text) => {
  expect(folderFlaw(text)).toBeUndefined();
});

test.each(["", "/a", "a/", "a//b", "../a", "a/./b", "a b"])("%j is no folder", (text) => {
  expect(folderFlaw(text)?.wrong).toBe("is not a folder inside the repository (no slash at either end, no ..)");
});

const DESTINATION = "destination: https://kubernetes.default.svc";

test.each([
  "https://kubernetes.default",
  "https://kubernetes.default.svc:443",
  "https://kubernetes.default.svc.cluster.local",
  "https://kubernetes",
])("%s is not how the CD tool calls its own cluster", (destination) => {
  expect(mistakesOf(plainSiteWith([DESTINATION, `destination: ${destination}`]))).toEqual([
    `56:16 gitops.destination: "${destination}" is not how the CD tool calls the cluster it runs in; write https://kubernetes.default.svc`,
  ]);
});

test.each(["https://kubernetes.example.org", "https://192.168.10.11:6443"])("%s is another cluster", (destination) => {
  expect(mistakesOf(plainSiteWith([DESTINATION, `destination: ${destination}`]))).toEqual([]);
});

test("a project of the CD tool's own may be named, and none has to be", () => {
  expect(parseSite(plainSiteWith([DESTINATION, `${DESTINATION}\n  project: team-a`]), "site.yaml").gitops.project).toBe("team-a");
  expect(parseSite(plainSiteWith(), "site.yaml").gitops.project).toBeUndefined();
});

test("a project that no object can be called is named with its place", () => {
  expect(mistakesOf(plainSiteWith([DESTINATION, `${DESTINATION}\n  project: Team A`]))).toEqual([
    '57:12 gitops.project: "Team A" is not a DNS name (lower-case labels with dots between them); use for example platform',
  ]);
});

test.each([
  [
    "a password",
    "ssh://git:hunter2@git.example.org/ops/gitops.git",
    '53:15 gitops.repository: "ssh://***@git.example.org/ops/gitops.git" holds credentials; give the CD tool the key and the address without it',
  ],
  [
    "a port in the short form",
    "git@git.example.org:2222/ops/gitops.git",
    '53:15 gitops.repository: "***@git.example.org:2222/ops/gitops.git" holds a port, which this form has no place for; use ssh://git@git.example.org:2222/ops/gitops.git',
  ],
])("%s is named with its place", (_, repository, message) => {
  expect(mistakesOf(plainSiteWith(["https://git.example.org/ops/gitops.git", repository]))).toEqual([message]);
});
