import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./example-site";

interface Module {
  readonly id: string;
  readonly loaded: boolean;
  readonly children: readonly { readonly id: string }[];
}

interface Runtime {
  readonly registry: Map<string, Module>;
  readonly maps: Map<string, string>;
  getSourceMaps(): Map<string, string>;
  teardown(): void;
}

// as much of jest's own as is built upon
jest.mock("jest-runtime", () => ({
  default: class {
    readonly registry = new Map();
    readonly maps = new Map();
    readonly registries = { getActiveCjsRegistry: () => this.registry };
    getSourceMaps() {
      return this.maps;
    }
    teardown() {
      this.registry.clear();
    }
  },
}));

let KeptModules: new (...given: unknown[]) => Runtime;
beforeEach(() => {
  jest.resetModules();
  KeptModules = jest.requireActual("./kept-modules.js");
});

const folder = mkdtempSync(join(tmpdir(), "belfry-kept-"));
const fileOf = (text: string) => {
  const file = join(folder, "one.test.ts");
  writeFileSync(file, text);
  return file;
};
/** What jest hands over for a file of tests, of which three are read. */
const nextFile = (text = 'import "../lib/series"', how: object = {}) =>
  new KeptModules({}, {}, {}, {}, new Map(), {}, fileOf(text), { watch: false, watchAll: false, ...how });

const pathOf = (file: string) => join(ROOT, file);
const evaluate = (runtime: Runtime, file: string, { loaded = true, imports = [] as readonly string[] } = {}) => {
  const module = { id: pathOf(file), loaded, children: imports.map((one) => ({ id: pathOf(one) })) };
  runtime.registry.set(module.id, module);
  runtime.maps.set(module.id, `${file}.map`);
  return module;
};
/** Whether a later file of tests finds what an earlier one has evaluated. */
const isFound = (file: string, how: { readonly loaded?: boolean } = {}) => {
  const runtime = nextFile();
  const module = evaluate(runtime, file, how);
  runtime.teardown();
  return nextFile().registry.get(pathOf(file)) === module;
};

test.each([
  "lib/series.ts",
  "lib/service/declaration.ts",
  "rules/storage.ts",
  "charts/platform.ts",
  "components/relay/series.ts",
  "node_modules/cdk8s/lib/app.js",
  "test/example.ts",
])("%s, which declares or computes, is evaluated once", (file) => {
  expect(isFound(file)).toBe(true);
});

test.each([
  "lib/service/body.ts",
  "lib/service/metrics.ts",
  "components/relay/service/main.ts",
  "bin/belfry.ts",
  "node_modules/prom-client/index.js",
  "test/boiler-bridge/world.ts",
  "test/series.test.ts",
])("%s, which may have state, is evaluated for each file of tests", (file) => {
  expect(isFound(file)).toBe(false);
});

test("what could not be evaluated is tried again", () => {
  expect(isFound("lib/series.ts", { loaded: false })).toBe(false);
});

test("places in what was evaluated earlier stay those of its source", () => {
  const first = nextFile();
  evaluate(first, "lib/series.ts");
  first.teardown();
  expect(nextFile().getSourceMaps().get(pathOf("lib/series.ts"))).toBe("lib/series.ts.map");
});

test.each([
  ["replaces a module", 'jest.mock("../lib/series")', {}],
  ["replaces one later", 'jest.doMock("../lib/series")', {}],
  ["evaluates modules anew", "jest.resetModules()", {}],
  ["evaluates some anew", "jest.isolateModules(() => {})", {}],
  ["is watched, as its modules may be edited", "", { watch: true }],
  ["is watched with all others", "", { watchAll: true }],
])("a file that %s finds nothing and leaves nothing", (_, text, how) => {
  const before = nextFile();
  evaluate(before, "lib/series.ts");
  before.teardown();
  const runtime = nextFile(text, how);
  expect([...runtime.registry.keys()]).toEqual([]);
  evaluate(runtime, "lib/address.ts");
  runtime.teardown();
  expect([...nextFile().registry.keys()]).toEqual([pathOf("lib/series.ts")]);
});

test("what is evaluated once imports nothing that is not: there would be two of it", () => {
  const runtime = nextFile();
  evaluate(runtime, "lib/series.ts", { imports: ["lib/address.ts", "lib/service/body.ts"] });
  expect(() => runtime.teardown()).toThrow(
    `${pathOf("lib/series.ts")} is kept and imports ${pathOf("lib/service/body.ts")}, which is not: add it to KEPT in `,
  );
});
