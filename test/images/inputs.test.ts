import { buildServices } from "../../lib/images/bundle";
import { entryOf, serviceNames } from "../../lib/images/entry";
import { bundlerInputs, inputsOf } from "../../lib/images/inputs";

const { metafile } = buildServices();

/** What esbuild took up for a service. */
function bundled(name: string): string[] {
  const output = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entryOf(name))?.[1];
  return (
    Object.keys(output?.inputs ?? {})
      // node_modules may be a link to elsewhere
      .map((file) => file.replace(/^.*?(?=node_modules\/)/, ""))
      .filter((file) => file !== "lib/images/left-out.ts")
  );
}

/** `node_modules/a/node_modules/b/index.js` -> `node_modules/a/node_modules/b`. */
function packageFolder(file: string): string {
  const at = file.lastIndexOf("node_modules/") + "node_modules/".length;
  const [scope = "", name] = file.slice(at).split("/");
  return file.slice(0, at) + (scope.startsWith("@") ? `${scope}/${name}` : scope);
}

describe.each(serviceNames())("the inputs of %s", (name) => {
  const { sources, packages } = inputsOf(entryOf(name));
  const isPackage = (file: string) => file.startsWith("node_modules/");

  test("are every source of ours that its bundle holds", () => {
    const missing = bundled(name).filter((file) => !isPackage(file) && !sources.includes(file));
    expect(missing).toEqual([]);
    expect(sources.length).toBeGreaterThan(20);
  });

  test("hold no source that another service alone uses", () => {
    const others = sources.filter((file) => /^components\//.test(file) && !file.startsWith(`components/${name}/`));
    expect(others).toEqual([]);
  });

  test("are every package that its bundle holds, with what pins it", () => {
    const folders = new Set(bundled(name).filter(isPackage).map(packageFolder));
    const pinned = new Map(packages.map((one) => [one.slice(0, one.lastIndexOf("@")), one.slice(one.lastIndexOf("@") + 1)]));
    expect([...folders].filter((folder) => !pinned.has(folder))).toEqual([]);
    expect([...pinned.values()].filter((integrity) => !integrity.startsWith("sha512-"))).toEqual([]);
  });
});

test("the bundler and how it is called are inputs too", () => {
  const { sources, packages } = bundlerInputs();
  expect(sources).toEqual(["lib/images/bundle.ts", "lib/images/left-out.ts"]);
  expect(packages.some((one) => one.startsWith("node_modules/esbuild@sha512-"))).toBe(true);
});
