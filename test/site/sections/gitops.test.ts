import { folderFlaw, revisionFlaw } from "../../../lib/site/sections/gitops";

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
