import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLE_FILE } from "../example-site";
import { called } from "./called";
import { bare, commit, sourceCheckout, temporary, write } from "./gitops/repositories";

jest.setTimeout(180_000);

const rule = (expr: string) => `kind: VMRule
apiVersion: v1
metadata:
  name: storage
spec:
  groups:
    - name: storage
      rules:
        - alert: Full
          expr: ${expr}
`;

function folder(files: Readonly<Record<string, string>>): string {
  const root = temporary();
  write(root, files);
  return root;
}

describe("diff", () => {
  const [old, now] = [folder({ "r/storage.yml": rule("a > 1"), "gone.md": "a\n" }), folder({ "r/storage.yml": rule("a > 2") })];

  test("tells counts, rules with what is another in them, objects and files", async () => {
    expect(await called(["diff", old, now])).toEqual({
      status: 0,
      stdout: `1 object changed; 1 alert changed; 1 page or table removed
  changed alert Full  r/storage.yml
    - expr: a > 1
    + expr: a > 2
  changed VMRule storage  r/storage.yml
  removed gone.md
`,
      stderr: "",
    });
    expect((await called(["diff", now, now])).stdout).toBe("nothing changes\n");
  });

  test("--json is for programs, --markdown for a pull request, --patch for Git", async () => {
    expect(JSON.parse((await called(["diff", old, now, "--json"])).stdout)).toEqual({
      ok: true,
      objects: [{ change: "changed", kind: "VMRule", name: "storage", file: "r/storage.yml" }],
      rules: [{ change: "changed", name: "Full", group: "storage", file: "r/storage.yml" }],
      documents: [{ change: "removed", file: "gone.md" }],
      findings: [],
    });
    expect((await called(["diff", old, now, "--markdown"])).stdout).toContain("```diff\n- expr: a > 1\n+ expr: a > 2\n```");
    expect((await called(["diff", old, now, "--patch"])).stdout).toMatch(/^diff --git a\/gone\.md b\/gone\.md\n/);
    expect((await called(["diff", old, now, "--patch", "--json"])).status).toBe(2);
  });

  test("a folder that is not there is named", async () => {
    const { status, stdout, stderr } = await called(["diff", old, "/nowhere", "--json"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('"/nowhere" is no folder; name an output')]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [{ check: "diff", where: "/nowhere" }] });
  });
});

describe("a repository that is refused ends with 1, and is a finding", () => {
  const variables = () => ({
    CDK8S_OUTDIR: join(temporary(), "dist"),
    GITHUB_ACTIONS: "",
    GITLAB_CI: "",
    GITOPS_TOKEN: "",
    GITOPS_URL: bare(),
  });

  test("publish, of a site in no repository, and of one beside somebody else's folder", async () => {
    const site = join(temporary(), "site.yaml");
    copyFileSync(EXAMPLE_FILE, site);
    const { status, stdout } = await called(["publish", site, "--json"], variables());
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { ok: false, findings: [{ check: "publish", what: expect.stringContaining("is in no Git repository") }] },
    ]);
    const given = variables();
    commit(given.GITOPS_URL, { "belfry/mine.md": "mine\n" });
    const source = sourceCheckout({ "site.yaml": readFileSync(EXAMPLE_FILE, "utf8") });
    const refused = await called(["publish", join(source, "site.yaml")], given);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toMatch(/holds what belfry did not write, such as mine\.md/);
  });

  test("review, which says what the site's mistakes are too", async () => {
    const out = join(temporary(), "out");
    const { status, stdout } = await called(["review", EXAMPLE_FILE, "--out", out, "--json"], {
      ...variables(),
      GITOPS_URL: "/nowhere.git",
    });
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { ok: false, findings: [{ check: "review", fix: expect.stringContaining("GITOPS_TOKEN") }] },
    ]);
    expect(existsSync(out)).toBe(false);
    const wrong = await called(["review", "/nowhere.yaml", "--out", out, "--json"], variables());
    expect([wrong.status, JSON.parse(wrong.stdout)]).toMatchObject([1, { ok: false, findings: [{ check: "site" }] }]);
    expect(readFileSync(join(out, "review.md"), "utf8")).toMatch(/^### `\/nowhere\.yaml` is refused\n/);
  });
});
