import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Watching } from "../../bin/work/watching";

let root: string;
let watching: Watching;
let seen: () => void;
const path = (name: string) => join(root, name);
const write = (name: string) => {
  mkdirSync(dirname(path(name)), { recursive: true });
  writeFileSync(path(name), "");
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "belfry-watching-"));
  for (const name of ["lib/deep/deeper/a.ts", "docs/pages/a.md", "main.ts", "site/site.yaml"]) write(name);
  seen = () => {};
  watching = new Watching(["lib", "docs/pages", "main.ts", "site/site.yaml", "later"].map(path), () => seen());
  watching.look();
});
afterEach(() => {
  watching.close();
  rmSync(root, { recursive: true });
});

/** Whether a change is seen; what watches looks again after it, as after every one. */
async function sees(change: () => void): Promise<boolean> {
  let limit: NodeJS.Timeout | undefined;
  const isSeen = await new Promise<boolean>((resolve) => {
    seen = () => resolve(true);
    limit = setTimeout(() => resolve(false), 2000);
    change();
  });
  clearTimeout(limit);
  // what else came with the change
  await new Promise((resolve) => setImmediate(resolve));
  watching.look();
  return isSeen;
}
/** What a change tells, it tells in the next turn. */
async function seesNothing(change: () => void): Promise<void> {
  const changes = jest.fn();
  seen = changes;
  change();
  await new Promise((resolve) => setImmediate(resolve));
  expect(changes).not.toHaveBeenCalled();
}
const seesEdit = (name: string) => sees(() => write(name));

test.each(["main.ts", "site/site.yaml", "lib/b.ts", "lib/deep/deeper/a.ts", "docs/pages/a.md"])("an edit of %s is seen", async (name) => {
  expect(await seesEdit(name)).toBe(true);
});

test("what lies beside a file is not, such as the output", async () => {
  await seesNothing(() => {
    write("other.ts");
    mkdirSync(path("dist"));
  });
  expect(await seesEdit("main.ts")).toBe(true);
});

test("a folder that comes is watched, and so is one that was not there at first", async () => {
  expect(await sees(() => mkdirSync(path("lib/new")))).toBe(true);
  expect(await seesEdit("lib/new/a.ts")).toBe(true);
  expect(await sees(() => mkdirSync(path("later")))).toBe(true);
  expect(await seesEdit("later/a.ts")).toBe(true);
});

describe("a file that is a link", () => {
  const link = (to: string) => {
    rmSync(path("site/site.yaml"), { force: true });
    symlinkSync(path(to), path("site/site.yaml"));
  };
  beforeEach(async () => {
    for (const name of ["sites/home/of-home.yaml", "sites/away/of-away.yaml"]) write(name);
    expect(await sees(() => link("sites/home/of-home.yaml"))).toBe(true);
  });

  test("is watched where it leads, and so is the link", async () => {
    expect(await seesEdit("sites/home/of-home.yaml")).toBe(true);
    await seesNothing(() => write("sites/home/another.yaml"));
    expect(await sees(() => link("sites/away/of-away.yaml"))).toBe(true);
    expect(await seesEdit("sites/away/of-away.yaml")).toBe(true);
    await seesNothing(() => write("sites/home/of-home.yaml"));
  });

  test("may lead nowhere, or to itself", async () => {
    expect(await sees(() => link("sites/not-yet.yaml"))).toBe(true);
    expect(await sees(() => link("site/site.yaml"))).toBe(true);
    expect(await sees(() => link("sites/away/of-away.yaml"))).toBe(true);
    expect(await seesEdit("sites/away/of-away.yaml")).toBe(true);
  });
});

test.each(["lib", "lib/deep", "docs/pages", "docs", "site"])("%s may go, for a moment or for good", async (folder) => {
  const kept = `${root}-kept`;
  cpSync(path(folder), kept, { recursive: true });
  try {
    expect(await sees(() => rmSync(path(folder), { recursive: true }))).toBe(true);
    expect(await sees(() => cpSync(kept, path(folder), { recursive: true }))).toBe(true);
  } finally {
    rmSync(kept, { recursive: true });
  }
  for (const name of ["lib/deep/deeper/a.ts", "docs/pages/a.md", "site/site.yaml"])
    expect([name, await seesEdit(name)]).toEqual([name, true]);
});

test("a folder deleted and made again between two looks is watched anew", async () => {
  const again = () => {
    rmSync(path("lib/deep"), { recursive: true });
    write("lib/deep/deeper/a.ts");
  };
  expect(await sees(again)).toBe(true);
  expect(await seesEdit("lib/deep/deeper/a.ts")).toBe(true);
});

test("below a folder that was replaced by another, what is there now is watched", async () => {
  const replaced = () => {
    cpSync(path("lib"), path("copy"), { recursive: true });
    renameSync(path("lib"), path("old"));
    renameSync(path("copy"), path("lib"));
  };
  expect(await sees(replaced)).toBe(true);
  expect(await seesEdit("lib/deep/deeper/a.ts")).toBe(true);
});

test("what lies in a folder that was moved away is left alone", async () => {
  expect(await sees(() => renameSync(path("lib"), path("old")))).toBe(true);
  await seesNothing(() => write("old/deep/deeper/a.ts"));
});
