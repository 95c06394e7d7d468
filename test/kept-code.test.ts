import { AsyncLocalStorage } from "node:async_hooks";
import vm, { type Context } from "node:vm";

interface Environment {
  readonly global: typeof globalThis;
  getVmContext(): Context;
  teardown(): Promise<void>;
}

// it changes both when it is loaded, here a second time
const { compileFunction } = vm;
const { run } = AsyncLocalStorage.prototype;
const Kept = jest.requireActual<new (config: object, context: object) => Environment>("./kept-code.js");
afterAll(() => {
  vm.compileFunction = compileFunction;
  AsyncLocalStorage.prototype.run = run;
});

const nextFile = () => new Kept({ globalConfig: {}, projectConfig: { testEnvironmentOptions: {}, globals: {}, fakeTimers: {} } }, {});
const evaluate = (code: string) => vm.runInContext(code, nextFile().getVmContext());
const compile = (source: string, filename: string, parameters = ["module"]) =>
  vm.compileFunction(source, parameters, { filename, parsingContext: nextFile().getVmContext() });

test("all files have one context", () => {
  expect(nextFile().getVmContext()).toBe(nextFile().getVmContext());
});

test.each([
  ["a global", "globalThis.added = 1", "typeof added", "undefined"],
  ["a global that was deleted", "delete globalThis.parseInt", "typeof parseInt", "function"],
  ["a variable of the process", "process.env.ADDED = '1'", "process.env.ADDED", undefined],
  ["a listener of the process", "process.on('added', () => {})", "process.listenerCount('added')", 0],
  ["a function of a built-in", "Math.max = () => 7", "Math.max(1, 2)", 2],
  ["a method of a built-in", "Array.prototype.at = () => 7", "[1].at(0)", 1],
  ["an addition to a built-in", "String.prototype.added = 1", "''.added", undefined],
])("%s that one file changes is as ever in the next", (_, change, look, asEver) => {
  evaluate(change);
  expect(evaluate(look)).toBe(asEver);
});

test("a matcher of one file is not known in the next", () => {
  const store = "globalThis[Symbol.for('$$jest-matchers-object')]";
  evaluate("Object.defineProperty(globalThis, Symbol.for('$$jest-matchers-object'), { value: { state: {} } })");
  evaluate(`${store}.matchers = { toBeMine: 1 }; ${store}.customEqualityTesters = [1]`);
  expect(evaluate(store)).toEqual({ state: {}, matchers: {}, customEqualityTesters: [] });
});

test("a faked clock runs again in the next file", async () => {
  const one = nextFile();
  one.global.Date.now = () => 0;
  await one.teardown();
  expect(nextFile().global.Date.now()).toBeGreaterThan(0);
});

test("a store of one file is off in the next", () => {
  const storage = new AsyncLocalStorage();
  storage.run("kept", () => {
    nextFile();
    expect(storage.getStore()).toBeUndefined();
  });
});

test("a module is compiled once, and again when it is edited; a file of tests each time", () => {
  const first = compile("module.a = 1", "/a.ts");
  expect(compile("module.a = 1", "/a.ts")).toBe(first);
  const edited = compile("module.a = 2", "/a.ts");
  expect(edited).not.toBe(first);
  const module = { a: 0 };
  edited(module);
  expect(module).toEqual({ a: 2 });
  expect(compile("module.a = 1", "/b.ts")).not.toBe(first);
  expect(compile("", "/a.test.ts")).not.toBe(compile("", "/a.test.ts"));
});

test("a global that is handed over gives way to a module's own of that name, and a mistake stays one", () => {
  const module = { a: 0 };
  compile("const { Map, Set } = { Map: 1, Set: 2 }; module.a = Map + Set + Math.abs(-4)", "/c.js", ["module", "Map", "Math", "Set"])(
    module,
    Map,
    Math,
    Set,
  );
  expect(module).toEqual({ a: 7 });
  expect(() => compile("const a = 1; const a = 2", "/d.js", ["module", "Map"])).toThrow("Identifier 'a' has already been declared");
});

test("what belongs to no file is compiled as ever", () => {
  const [first, second] = [0, 1].map(() => vm.compileFunction("", [], { filename: "/a.ts" }));
  expect(first).not.toBe(second);
});
