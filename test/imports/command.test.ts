import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { importCommand } from "../../bin/import/command";
import { wideTest } from "../wide";

// json-schema-to-typescript loads it, as an ES module, which fails in Jest; it is never called: format.ts has Biome.
jest.mock("prettier", () => ({}));

const KINDS = {
  Bell: { group: "example.org", version: "v1", scope: "Namespaced" },
  Tower: { group: "example.org", version: "v1beta1", scope: "Cluster" },
} as const;

const SCHEMA = { type: "object", properties: { spec: { type: "object", properties: { tone: { type: "string" } } } } };

const CRDS = `
# Two kinds and something else, as in an operator's release file.
apiVersion: v1
kind: Namespace
metadata: { name: bells }
---
kind: CustomResourceDefinition
spec:
  group: example.org
  scope: Namespaced
  names: { kind: Bell }
  versions:
    - { name: v1alpha1, schema: { openAPIV3Schema: { type: object } } }
    - { name: v1, schema: { openAPIV3Schema: ${JSON.stringify(SCHEMA)} } }
---
kind: CustomResourceDefinition
spec:
  group: example.org
  scope: Cluster
  names: { kind: Tower }
  versions: [{ name: v1beta1, schema: { openAPIV3Schema: ${JSON.stringify(SCHEMA)} } }]
`;

let root: string;
let source: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "belfry-import-"));
  source = join(root, "source");
  mkdirSync(source);
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function file(path: string, content: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === "string" ? content : JSON.stringify(content));
}

async function run(from?: string) {
  const lines: string[] = [];
  const errors: string[] = [];
  const exitCode = await importCommand({
    root,
    from,
    kinds: KINDS,
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
  });
  return { exitCode, lines, errors };
}

describe("--from a folder", () => {
  test("JSON schemas named by their path become a file for each kind", async () => {
    file("source/example.org/bell_v1.json", SCHEMA);
    file("source/example.org/tower_v1beta1.json", SCHEMA);
    file("source/example.org/mice_v1.json", "not even JSON, and not asked for");
    expect(await run(source)).toEqual({
      exitCode: 0,
      errors: [],
      lines: [
        "example.org/v1 Bell: imports/example.org/bell.ts, 4 lines",
        "example.org/v1beta1 Tower: imports/example.org/tower.ts, 4 lines",
      ],
    });
    expect(readFileSync(join(root, "imports/example.org/bell.ts"), "utf8")).toContain("export interface BellSpec {\n  tone?: string;\n}\n");
  });

  test("CustomResourceDefinitions give the same bytes as JSON schemas", async () => {
    file("source/example.org/bell_v1.json", SCHEMA);
    file("source/example.org/tower_v1beta1.json", SCHEMA);
    await run(source);
    const texts = () =>
      readdirSync(join(root, "imports/example.org")).map((name) => readFileSync(join(root, "imports/example.org", name), "utf8"));
    const fromJson = texts();
    rmSync(join(source, "example.org"), { recursive: true });
    file("source/release/crds.yaml", CRDS);
    expect((await run(source)).exitCode).toBe(0);
    expect(texts()).toEqual(fromJson);
  });

  test("a kind that is missing keeps its committed file", async () => {
    file("source/example.org/bell_v1.json", SCHEMA);
    file("imports/example.org/tower.ts", "committed");
    const { exitCode, lines } = await run(source);
    expect(exitCode).toBe(0);
    expect(lines[1]).toBe("example.org/v1beta1 Tower: no schema in the source, imports/example.org/tower.ts stays as it is");
    expect(readFileSync(join(root, "imports/example.org/tower.ts"), "utf8")).toBe("committed");
  });

  wideTest("a kind that is missing and has no committed file is an error; the others are written", async () => {
    file("source/example.org/tower_v1beta1.json", SCHEMA);
    const { exitCode, lines, errors } = await run(source);
    expect(exitCode).toBe(1);
    expect(errors).toEqual([
      "import: example.org/v1 Bell: no schema in the source and no imports/example.org/bell.ts yet; add its release to cdk8s.yaml or its file to the folder",
    ]);
    expect(lines).toEqual(["example.org/v1beta1 Tower: imports/example.org/tower.ts, 4 lines"]);
  });

  test("a missing folder, and one without anything of use, say so", async () => {
    const missing = join(root, "nowhere");
    expect(await run(missing)).toMatchObject({ exitCode: 1, errors: [`import: --from "${missing}": there is no such folder`] });
    const { exitCode, errors } = await run(source);
    expect(exitCode).toBe(1);
    expect(errors[0]).toContain(`--from "${source}": no schema of a kind in use; it takes <group>/<kind>_<version>.json files`);
  });

  test("two schemas of one kind are refused", async () => {
    file("source/example.org/bell_v1.json", SCHEMA);
    file("source/crds.yaml", CRDS);
    expect((await run(source)).errors[0]).toMatch(/^import: two schemas of example.org\/v1 bell: ".*crds.yaml" and ".*bell_v1.json"/);
  });

  test("a scope that differs from the list of kinds is refused", async () => {
    file("source/crds.yaml", CRDS.replace("scope: Namespaced", "scope: Cluster"));
    expect((await run(source)).errors[0]).toMatch(/^import: Bell is "Cluster" in ".*crds.yaml" but "Namespaced" in lib/);
  });

  test("a broken file is named", async () => {
    file("source/example.org/bell_v1.json", "{");
    expect((await run(source)).errors[0]).toMatch(/^import: ".*bell_v1.json" is not JSON: /);
    rmSync(join(source, "example.org"), { recursive: true });
    file("source/crds.yaml", "kind: [");
    expect((await run(source)).errors[0]).toMatch(/^import: ".*crds.yaml" is not YAML: /);
  });
});

describe("--json tells programs", () => {
  const told = async (from?: string) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const exitCode = await importCommand({ root, from, kinds: KINDS, json: true, print, printError: print });
    return { exitCode, document: JSON.parse(lines.join("\n")) as object };
  };

  wideTest("which files were written, and which stay as they are", async () => {
    file("source/example.org/bell_v1.json", SCHEMA);
    file("imports/example.org/tower.ts", "committed");
    expect(await told(source)).toEqual({
      exitCode: 0,
      document: { ok: true, written: ["imports/example.org/bell.ts"], kept: ["imports/example.org/tower.ts"], findings: [] },
    });
  });

  test("what failed, and what was written all the same", async () => {
    file("source/example.org/tower_v1beta1.json", SCHEMA);
    const what =
      "example.org/v1 Bell: no schema in the source and no imports/example.org/bell.ts yet; add its release to cdk8s.yaml or its file to the folder";
    expect(await told(source)).toEqual({
      exitCode: 1,
      document: {
        ok: false,
        written: ["imports/example.org/tower.ts"],
        kept: [],
        findings: [{ check: "import", where: "imports/example.org/bell.ts", what }],
      },
    });
    const nowhere = join(root, "nowhere");
    const findings = [{ check: "import", where: nowhere, what: `--from "${nowhere}": there is no such folder` }];
    expect(await told(nowhere)).toEqual({ exitCode: 1, document: { ok: false, written: [], kept: [], findings } });
  });
});

describe("the releases of cdk8s.yaml", () => {
  const BELL = "https://example.org/catalog/example.org/bell_v1.json";
  const TOWER = "https://example.org/releases/v7/crds.yaml";

  function serve(answers: Readonly<Record<string, string>>) {
    jest.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
      const body = answers[String(url)];
      return body === undefined ? new Response("", { status: 404 }) : new Response(body);
    });
  }

  test("are downloaded; a URL tells a JSON schema's kind as a path does", async () => {
    file("cdk8s.yaml", `imports:\n  - ${BELL}\n  - ${TOWER}\n`);
    serve({ [BELL]: JSON.stringify(SCHEMA), [TOWER]: CRDS.slice(CRDS.lastIndexOf("---")) });
    expect(await run()).toMatchObject({
      exitCode: 0,
      errors: [],
      lines: [expect.stringContaining("Bell"), expect.stringContaining("Tower")],
    });
  });

  test("a release that is gone is named with its URL", async () => {
    file("cdk8s.yaml", `imports: [${BELL}]\n`);
    serve({});
    expect(await run()).toMatchObject({
      exitCode: 1,
      errors: [expect.stringContaining(`cannot download "${BELL}": the server answered 404`)],
    });
  });

  test("without a network it says how to go on", async () => {
    file("cdk8s.yaml", `imports: [${BELL}]\n`);
    const cause = new Error("getaddrinfo ENOTFOUND example.org");
    jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
    expect((await run()).errors).toEqual([
      `import: cannot download "${BELL}": ${cause.message}; when offline, give a folder with the schemas: npm run import -- --from <folder>`,
    ]);
  });

  test("no imports, or one that is no URL, is refused", async () => {
    file("cdk8s.yaml", "language: typescript\n");
    expect((await run()).errors[0]).toContain('cdk8s.yaml" has no "imports"');
    file("cdk8s.yaml", "imports: [k8s@1.30.0]\n");
    expect((await run()).errors[0]).toContain('import "k8s@1.30.0" is not an https:// URL');
  });
});
