import { repositoryFlaw } from "../../lib/site/repository";

const NONE = "is not a repository's address (https://host/path, ssh://git@host:port/path or git@host:path)";

test.each([
  "https://git.example.org/ops/gitops.git",
  "http://192.168.10.5:3000/ops/gitops",
  "ssh://git@git.example.org/ops/gitops.git",
  "ssh://git@git.example.org:2222/ops/gitops.git",
  "ssh://git@[fd00::5]:2222/ops/gitops.git",
  "ssh://git@192.168.10.5/~ops/gitops",
  "ssh://deploy-user@git/ops/gitops.git",
  "git@git.example.org:ops/gitops.git",
  "git@git.example.org:gitops",
  "git@git.example.org:/srv/git/gitops.git",
])("%s is a repository", (text) => {
  expect(repositoryFlaw(text)).toBeUndefined();
});

test.each([
  ["https://me:hunter2@git.example.org/ops/gitops.git", "holds credentials"],
  ["https://token@git.example.org/ops/gitops.git", "holds credentials"],
  ["ssh://git:hunter2@git.example.org/ops/gitops.git", "holds credentials"],
  ["ssh://git:hun@ter2@git.example.org/ops/gitops.git", "holds credentials"],
  ["git:hunter2@git.example.org:ops/gitops.git", "holds credentials"],
  ["https://git.example.org/ops/gitops.git/", "ends with a slash"],
  ["git@git.example.org:2222/ops/gitops.git", "holds a port, which this form has no place for"],
  ["", NONE],
  ["gitops", NONE],
  ["ops/gitops.git", NONE],
  ["git.example.org:ops/gitops.git", NONE],
  ["ssh://git.example.org/ops/gitops.git", NONE],
  ["ssh://git@git.example.org", NONE],
  ["ssh://git@git.example.org/", NONE],
  ["ssh://git@git.example.org/ops/", NONE],
  ["ssh://git@git.example.org:x/ops", NONE],
  ["ssh://git@Git.example.org/ops", NONE],
  ["ssh://git@git.example.org/ops?token=1", NONE],
  ["ssh://@git.example.org/ops", NONE],
  ["git@git.example.org:", NONE],
  ["git@:ops/gitops.git", NONE],
  ["git@git.example.org:a b", NONE],
  ["git://git.example.org/ops/gitops.git", NONE],
  ["oci://registry.example.org/gitops", NONE],
])("%j %s", (text, wrong) => {
  expect(repositoryFlaw(text)?.wrong).toBe(wrong);
});
