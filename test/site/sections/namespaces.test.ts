import { mistakesOf } from "../mistakes";
import { plainSiteWith } from "../plain-site";

test.each([
  [
    "two platform namespaces in one",
    "gitops: argocd",
    "gitops: logging",
    '29:11 namespaces.gitops: "logging" is also namespaces.logging; give each a namespace of its own',
  ],
])("%s is named where it stands", (_, from, to, message) => {
  expect(mistakesOf(plainSiteWith([from, to]))).toEqual([message]);
});
