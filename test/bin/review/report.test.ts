import { Scratch } from "../../../bin/gitops/scratch";
import { changesOf } from "../../../bin/review/changes";
import { within } from "../../../bin/review/fitted";
import { countsLine, firstReport, refusalReport, report, type Told } from "../../../bin/review/report";
import { ruleChanges } from "../../../bin/review/rule-changes";
import { printYaml } from "../../../lib/gitops/yaml";
import { KEPT } from "../../../lib/kubernetes/kept";
import { temporary, write } from "../gitops/repositories";

type Files = Readonly<Record<string, string>>;

const object = (kind: string, name: string, more: object = {}, annotations?: object): string =>
  printYaml({ apiVersion: "v1", kind, metadata: { ...(annotations && { annotations }), name, namespace: "monitoring" }, ...more });

const rules = (...list: readonly object[]): string => object("VMRule", "storage", { spec: { groups: [{ name: "storage", rules: list }] } });

const FULL = { alert: "VolumeFull", expr: "a > 1", for: "5m", labels: { severity: "warning" }, annotations: { summary: "It is full" } };

function changes(old: Files, now: Files) {
  const scratch = new Scratch().init();
  try {
    const tree = (files: Files) => {
      const root = temporary();
      write(root, { ".belfry": JSON.stringify(files), ...files });
      return scratch.treeOf(root);
    };
    return changesOf(scratch, tree(old), tree(now));
  } finally {
    scratch.remove();
  }
}

const TOLD: Told = { title: "home", comparedWith: "`belfry/`", summary: "2 bundles", whole: "`review.patch`" };
const shown = (old: Files, now: Files, limit = Number.POSITIVE_INFINITY) => report(changes(old, now), TOLD, limit);

describe("changes", () => {
  test("each file is an object by its kind and name, and what is none a document", () => {
    const { objects, documents, patch } = changes(
      { "a/service-x.yml": object("Service", "x"), "a/gone.yml": object("Secret", "gone"), "b c/page.md": "old\n" },
      { "a/service-x.yml": object("Service", "x", { spec: 1 }), "a/new.yml": object("ConfigMap", "new"), "b c/page.md": "new\n" },
    );
    expect(objects.map(({ change, kind, name, file }) => `${change} ${kind} ${name} ${file}`)).toEqual([
      "removed Secret monitoring/gone a/gone.yml",
      "added ConfigMap monitoring/new a/new.yml",
      "changed Service monitoring/x a/service-x.yml",
    ]);
    expect(objects[2]?.lines.slice(1)).toEqual([" metadata:", "   name: x", "   namespace: monitoring", "+spec: 1"]);
    expect(documents).toEqual([
      { file: "b c/page.md", change: "changed", old: "old\n", new: "new\n", lines: ["@@ -1 +1 @@", "-old", "+new"] },
    ]);
    expect(patch).toContain("--- a/b c/page.md");
  });

  test("nothing is told of what is as it was, nor of the file that marks an output", () => {
    const same = { "a/x.yml": object("Service", "x") };
    expect(changes(same, same)).toEqual({ objects: [], documents: [], patch: "" });
    expect(countsLine(changes(same, same))).toBe("nothing changes");
  });

  test("an object that another bundle holds now is the same object", () => {
    const text = object("Service", "x");
    expect(changes({ "a/x.yml": text }, { "b/x.yml": text }).objects).toMatchObject([
      { change: "changed", kind: "Service", file: "b/x.yml", movedFrom: "a/x.yml" },
    ]);
  });

  test.each([
    ["what is no YAML", "a: [\n"],
    ["a text", "words\n"],
    ["nothing", ""],
    ["a list", "- a\n"],
  ])("%s in the published one is a document, and no crash", (_, text) => {
    expect(changes({ "a/x.yml": text }, { "a/y.yml": object("Service", "y") })).toMatchObject({
      objects: [{ change: "added", name: "monitoring/y" }],
      documents: [{ change: "removed", file: "a/x.yml" }],
    });
  });

  test("texts of several bytes a letter are read whole", () => {
    const { documents } = changes({ "a.md": "Grüße\n" }, { "a.md": "Grüße, 世界\n", "b.md": "ß\n" });
    expect(documents.map((one) => one.new)).toEqual(["Grüße, 世界\n", "ß\n"]);
  });
});

describe("rules", () => {
  const told = (old: string, now: string) => ruleChanges(changes({ "r/storage.yml": old }, { "r/storage.yml": now }).objects);

  test("a change is told by field, the question first", () => {
    const now = { ...FULL, expr: "a >\n  2", annotations: { summary: "Full" }, labels: { severity: "critical" } };
    expect(told(rules(FULL), rules(now))).toEqual([
      {
        name: "VolumeFull",
        isAlert: true,
        group: "storage",
        file: "r/storage.yml",
        change: "changed",
        lines: [
          "- expr: a > 1",
          "+ expr: a >",
          "+       2",
          "- labels.severity: warning",
          "+ labels.severity: critical",
          "- annotations.summary: It is full",
          "+ annotations.summary: Full",
        ],
      },
    ]);
  });

  test("what is added and removed, recordings too, and of several with a name the one that is another", () => {
    const recording = { record: "a:b:rate", expr: "rate(b[5m])" };
    const [first, second] = [
      { ...FULL, expr: "b" },
      { ...FULL, expr: "c" },
    ];
    const found = told(rules(FULL, first, second), rules(recording, FULL, first, { ...second, expr: "d" }));
    expect(found.map(({ name, change, isAlert, lines }) => [name, change, isAlert, ...lines])).toEqual([
      ["a:b:rate", "added", false, "+ expr: rate(b[5m])"],
      ["VolumeFull", "changed", true, "- expr: c", "+ expr: d"],
    ]);
    expect(told(rules(FULL), rules()).map(({ change }) => change)).toEqual(["removed"]);
  });

  test("an order that is another is no change of a rule", () => {
    const other = { ...FULL, alert: "Other" };
    expect(told(rules(FULL, other), rules(other, FULL))).toEqual([]);
  });
});

describe("a report", () => {
  test("counts first, then what to look at twice, rules, and each object's diff, folded", () => {
    const deployment = (image: string) => object("Deployment", "relay", { spec: { template: { image } } });
    const text = shown(
      {
        "a/d.yml": deployment("r:1"),
        "a/gone.yml": object("Service", "gone"),
        "a/v.yml": object("Volume", "kept", {}, KEPT),
        "r/s.yml": rules(FULL),
      },
      { "a/d.yml": deployment("r:2"), "r/s.yml": rules({ ...FULL, expr: "a > 2" }), "a.md": "page\n" },
    );
    expect(text.split("\n").slice(0, 3)).toEqual([
      "### `home`: 2 objects removed, 2 changed; 1 alert changed; 1 page or table added",
      "",
      "Compared with `belfry/`.",
    ]);
    expect(Array.from(text.matchAll(/^#### (.*)$/gm), ([, title]) => title)).toEqual([
      "Look twice",
      "Rules",
      "Objects",
      "Pages and tables",
    ]);
    expect(text).toContain(
      "- deleted from the cluster: Service `monitoring/gone`\n- no longer applied, and stays in the cluster: Volume `monitoring/kept`\n- pods start anew: Deployment `monitoring/relay`\n",
    );
    expect(text).toContain("changed alert `VolumeFull`, group `storage`, `r/s.yml`\n\n```diff\n- expr: a > 1\n+ expr: a > 2\n```\n");
    expect(text).toContain("<details><summary>changed Deployment <b>monitoring/relay</b>, <code>a/d.yml</code></summary>\n\n```diff\n@@");
    expect(text.trimEnd().split("\n").at(-1)).toBe("The whole diff: `review.patch`.");
  });

  test("of a rule that is new what it asks and tells, of one that is gone the name, and those that change before both", () => {
    const fresh = {
      ...FULL,
      alert: "New",
      labels: { severity: "warning", team: "ops" },
      annotations: { summary: "New", runbook_url: "https://r" },
    };
    const text = shown({ "r/s.yml": rules({ ...FULL, alert: "Gone" }, FULL) }, { "r/s.yml": rules(fresh, { ...FULL, for: "6m" }) });
    const [, section] = /#### Rules\n\n([^#]*)/.exec(text) ?? [];
    expect(section?.trimEnd()).toBe(
      [
        "changed alert `VolumeFull`, group `storage`, `r/s.yml`\n\n```diff\n- for: 5m\n+ for: 6m\n```",
        "- removed alert `Gone`, group `storage`, `r/s.yml`",
        "added alert `New`, group `storage`, `r/s.yml`\n\n```diff\n+ expr: a > 1\n+ for: 5m\n+ labels.severity: warning\n+ annotations.summary: New\n```",
      ].join("\n\n"),
    );
  });

  test("objects with the same lines are shown once", () => {
    const job = (name: string, image: string) => object("CronJob", name, { spec: { image } });
    const names = ["a", "b", "c"];
    const files = (image: string) => Object.fromEntries(names.map((name) => [`j/${name}.yml`, job(name, image)]));
    const text = shown(files("x:1"), files("x:2"));
    expect(text.match(/<details><summary>changed/g)).toHaveLength(1);
    expect(text).toContain("and the same in 2 more</summary>\n\nThe same in CronJob `monitoring/b`, CronJob `monitoring/c`.");
  });

  test("a text can't leave its fence or its title", () => {
    const text = shown({}, { "a/x.yml": object("ConfigMap", "x</summary>", { data: { "a.md": "```\n# out\n````" } }) });
    expect(text).toContain("\n`````diff\n");
    expect(text).toContain("<b>monitoring/x&lt;/summary&gt;</b>");
  });

  test("is never longer than the host takes, and tells what is left out", () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`a/${n}.yml`, object("ConfigMap", `c${n}`, { data: { text: `${n} `.repeat(n * 20) } })]),
    );
    for (const limit of [900, 3000, 10_000, 65_000]) {
      const text = shown({}, many, limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      const kept = text.match(/<details><summary>added/g)?.length ?? 0;
      expect(text).toContain(`${60 - kept} of 60 diffs of objects are left out here.`);
      expect(text).toContain("### `home`: 60 objects added");
      expect(text).toContain("The whole diff: `review.patch`.");
    }
    expect(shown({}, many)).not.toContain("left out");
  });

  test("rules have the room before objects", () => {
    const parts = [
      { title: "Rules", items: ["a".repeat(100)], between: "\n\n", of: "rules" },
      { title: "Objects", items: ["b".repeat(100), "c"], between: "\n\n", of: "objects" },
    ] as const;
    const text = within(280, "head", parts, "foot");
    expect([
      text.includes("aaa"),
      text.includes("bbb"),
      text.includes("\n\nc\n\n"),
      text.includes("1 of 2 objects are left out here."),
    ]).toEqual([true, false, true, true]);
  });

  test("of a first one and of a refused one", () => {
    expect(firstReport(TOLD)).toBe("### `home`: everything is new\n\nNothing is published in `belfry/` yet.\n\n```\n2 bundles\n```\n");
    const long = refusalReport("site.yaml", Array.from({ length: 5000 }, (_, n) => `rules/a.ts: mistake ${n}`).join("\n"), 5000);
    expect(long.length).toBeLessThanOrEqual(5000);
    expect(long).toMatch(
      /^### `site\.yaml` is refused\n\n```\nrules\/a\.ts: mistake 0\n(?:.*\n)*\.\.\. the rest stands in the log of the run\n```\n$/,
    );
  });
});
