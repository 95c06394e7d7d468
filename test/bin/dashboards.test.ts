import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { chromiumPath } from "../../bin/preview/browser";
import { RemoteStore } from "../../bin/preview/remote-store";
import { type Preview, previewServer, type Shows } from "../../bin/preview/server";
import { EXAMPLE_FILE, ROOT } from "../example";
import { wideTest } from "../wide";
import { called } from "./called";

jest.setTimeout(180_000);

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "belfry-dashboards-"));
  folders.push(made);
  return made;
};
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe("a command line that is wrong", () => {
  test.each<[string, readonly string[], string]>([
    ["a port", ["preview", "--port", "high"], "Write a number from 0 to 65535."],
    [
      "a store's address, its password untold",
      ["preview", "--url", "ftp://me:secret@host"],
      "argument '...@host' is invalid. Write an http(s) URL",
    ],
    ["a fault of a store that is asked", ["preview", "--url", "http://x", "--fault", "y"], "cannot be used with option"],
    ["a width", ["sheet", "--width", "10"], "Write a number of pixels from 320 to 9999."],
    ["a theme", ["sheet", "--theme", "pink"], "Allowed choices are dark, light."],
    ["one side alone", ["diff", "dist"], "missing required argument 'new'"],
  ])("%s", async (_, args, message) => {
    const { status, stderr } = await called(["dashboards", ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("secret");
  });
});

describe("diff in words", () => {
  const model = (title: string) => ({ uid: "one", title, schemaVersion: 42, panels: [] });
  const output = (title: string): string => {
    const root = folder();
    const path = join(root, "monitoring-grafana/dashboards/Nodes");
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "one.json"), JSON.stringify(model(title)));
    return root;
  };
  const diff = (...args: readonly string[]) => called(["dashboards", "diff", ...args, "--no-pictures"]);

  test("tells what is another in the second output", async () => {
    const { status, stdout } = await diff(output("Before"), output("After"));
    expect([status, stdout]).toEqual([0, 'changed Nodes/one "After"\n  title: Before -> After\n0 added, 1 changed, 0 removed\n']);
  });
  test("as JSON", async () => {
    const { stdout } = await diff(output("Before"), output("After"), "--json");
    const fields = [{ path: "title", old: "Before", new: "After" }];
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      dashboards: [{ uid: "one", folder: "Nodes", title: "After", change: "changed", fields, panels: [] }],
    });
  });
  test("nothing is none", async () => {
    expect((await diff(output("Same"), output("Same"))).stdout).toBe("0 added, 0 changed, 0 removed\n");
  });
  test("what is neither a folder nor a revision is refused", async () => {
    const { status, stderr } = await diff("no-such-thing", output("x"));
    expect([status, stderr]).toEqual([
      1,
      '"no-such-thing" is neither a folder nor a revision of the repository; name an output such as dist, or a revision such as main\n',
    ]);
  });
  test("a file that is no dashboard is named", async () => {
    const root = folder();
    writeFileSync(join(root, "a.json"), "{");
    writeFileSync(join(folder(), "b.json"), "{}");
    expect((await diff(root, root, "--json")).stdout).toContain(`${join(root, "a.json")} is no JSON`);
    writeFileSync(join(root, "a.json"), "{}");
    expect((await diff(root, root)).stderr).toContain(`${join(root, "a.json")} is no dashboard: uid `);
  });
});

test("without Chromium it says how to get it", () => {
  expect(() => chromiumPath({ PATH: folder() })).toThrow("install it (apt-get install chromium), or name it in the variable CHROMIUM");
  expect(chromiumPath({ PATH: "", CHROMIUM: "/opt/chrome" })).toBe("/opt/chrome");
});

describe("the page's server", () => {
  let preview: Preview;
  let base: string;
  const asked: unknown[] = [];
  const shows: Shows = {
    dashboards: () => [{ folder: "Nodes", model: { uid: "one", title: "One", description: "Is it?", schemaVersion: 42, panels: [] } }],
    problem: () => undefined,
    faults: () => ["it burns"],
    now: () => 1000,
    of: "a test",
    ask: async (...args) => {
      asked.push(args);
      return { status: 200, body: "{}" };
    },
  };
  beforeAll(async () => {
    preview = await previewServer(shows);
    preview.server.listen(0, "127.0.0.1");
    await once(preview.server, "listening");
    base = `http://127.0.0.1:${(preview.server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    preview.server.closeAllConnections();
    preview.server.close();
  });

  beforeEach(() => asked.splice(0));

  test.each([
    ["/", "text/html; charset=utf-8"],
    ["/d/one", "text/html; charset=utf-8"],
    ["/page.css", "text/css; charset=utf-8"],
    ["/page.js", "text/javascript; charset=utf-8"],
  ])("%s is %s", async (path, type) => {
    const response = await fetch(`${base}${path}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
    expect((await response.text()).length).toBeGreaterThan(100);
  });
  test("lists folders that have dashboards", async () => {
    expect(await (await fetch(`${base}/api/state`)).json()).toEqual({
      now: 1000,
      of: "a test",
      faults: ["it burns"],
      folders: [{ title: "Nodes", dashboards: [{ uid: "one", title: "One", description: "Is it?" }] }],
    });
  });
  test("says that there is no such dashboard", async () => {
    const response = await fetch(`${base}/api/dashboards/two`);
    expect([response.status, await response.json()]).toEqual([404, { error: 'no dashboard "two"' }]);
  });
  test("asks the store, and in which world", async () => {
    await fetch(`${base}/api/v1/query?fault=it+burns&since=940`, { method: "POST", body: new URLSearchParams({ query: "up" }) });
    expect(asked).toEqual([["query", { query: "up" }, { title: "it burns", since: "940" }]]);
  });
  test.each<[string, string, Readonly<Record<string, string>>, number]>([
    ["a page of another name", "/", { host: "evil.example" }, 403],
    ["the question of a page elsewhere", "/api/v1/query", { origin: "https://evil.example" }, 403],
    ["the question of a page elsewhere that hides its name", "/api/v1/query", { "sec-fetch-site": "cross-site" }, 403],
    ["that of another server's page on this machine", "/api/v1/query", { "sec-fetch-site": "same-site" }, 403],
    ["that of a page without an origin", "/api/v1/query", { origin: "null" }, 403],
    ["what deletes series", "/api/v1/admin/tsdb/delete_series?match[]=up", {}, 404],
    ["what writes series", "/api/v1/import/prometheus", {}, 404],
  ])("does not answer %s", async (_, path, headers, status) => {
    const { port } = preview.server.address() as AddressInfo;
    const asking = request({ port, path, method: "POST", host: "127.0.0.1", headers }).end();
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(status);
    expect(asked).toEqual([]);
    response.resume();
  });
  test("asks nothing of the store for an address that is followed", async () => {
    const response = await fetch(`${base}/api/v1/query?query=up`);
    expect([response.status, asked]).toEqual([405, []]);
  });
  test("answers its own page, and a link to it from anywhere", async () => {
    const own = { origin: base, "sec-fetch-site": "same-origin" };
    expect((await fetch(`${base}/api/v1/query`, { method: "POST", headers: own, body: new URLSearchParams({ query: "up" }) })).status).toBe(
      200,
    );
    expect((await fetch(`${base}/d/one`, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });
  test("tells open pages of a change", async () => {
    const { body } = await fetch(`${base}/api/events`);
    const reader = body?.getReader();
    await reader?.read();
    preview.changed();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: changed\n\n");
    await reader?.cancel();
  });
});

describe("another store", () => {
  const seen: { readonly url?: string; readonly authorization?: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ url: request.url, authorization: request.headers.authorization, body: await text(request) });
    response.writeHead(422).end('{"status":"error"}');
  });
  let port: number;
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());
  beforeEach(() => seen.splice(0));

  test("is asked below its path, with the user and password of its address, which no message has", async () => {
    const store = new RemoteStore(`http://me:sec%40ret@127.0.0.1:${port}/select/0`, undefined);
    expect(await store.ask("query", { query: "up" })).toEqual({ status: 422, body: '{"status":"error"}' });
    expect(seen).toEqual([
      { url: "/select/0/api/v1/query", authorization: `Basic ${Buffer.from("me:sec@ret").toString("base64")}`, body: "query=up" },
    ]);
    expect(store.address).toBe(`http://127.0.0.1:${port}/select/0`);
  });
  test("or with a token, and for labels by the address", async () => {
    await new RemoteStore(`http://127.0.0.1:${port}`, "abc").ask("label/job/values", { "match[]": "up" });
    expect(seen).toEqual([{ url: "/api/v1/label/job/values?match%5B%5D=up", authorization: "Bearer abc", body: "" }]);
  });
  test("that never answers is told too", async () => {
    const silent = createServer(() => {});
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { status, body } = await new RemoteStore(address, undefined, 0.2).ask("query", { query: "up" });
    expect([status, body]).toEqual([504, expect.stringContaining(`${address} has not answered within 0.2 s`)]);
    silent.closeAllConnections();
    silent.close();
  });
  test("that is not there is told", async () => {
    const { status, body } = await new RemoteStore("http://127.0.0.1:1", undefined).ask("query", { query: "up" });
    expect([status, body]).toEqual([502, expect.stringContaining("http://127.0.0.1:1 does not answer")]);
  });
});

describe("preview", () => {
  /** What is printed until a line matches. */
  async function started(...args: readonly string[]): Promise<string> {
    const child = spawn(process.execPath, [join(ROOT, "bin/belfry.cjs"), "dashboards", "preview", ...args], { cwd: ROOT });
    children.push(child);
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
    await new Promise<void>((done) => {
      child.stdout.on("data", () => printed.includes("\n") && done());
      child.on("exit", () => done());
    });
    return printed;
  }

  test("shows a site's dashboards with data, and a fault's alert", async () => {
    const printed = await started(EXAMPLE_FILE, "--port", "0");
    expect(printed).toMatch(/ shows \d+ dashboards with the data of a healthy installation, made up; Ctrl-C ends it\n$/);
    const [url = ""] = /^http:\/\/\S+/.exec(printed) ?? [];
    const { folders, faults, now } = (await (await fetch(`${url}/api/state`)).json()) as {
      readonly folders: readonly { readonly dashboards: readonly unknown[] }[];
      readonly faults: readonly string[];
      readonly now: number;
    };
    expect(folders.length).toBeGreaterThan(0);
    const fault = "somebody copied a large archive to a node, and its disk is almost full";
    expect(faults).toContain(fault);
    const ask = async (more: Readonly<Record<string, string>>) => {
      const form = new URLSearchParams({ query: 'ALERTS{alertstate="firing"}', ...more });
      const { data } = (await (await fetch(`${url}/api/v1/query`, { method: "POST", body: form })).json()) as {
        readonly data: { readonly result: readonly { readonly metric: { readonly alertname: string } }[] };
      };
      return data.result.map(({ metric }) => metric.alertname);
    };
    expect(await ask({})).toEqual(["WatchdogOps"]);
    expect(await ask({ fault, since: String(now - 1800) })).toContain("NodeFilesystemAlmostFull");
  });
  wideTest("refuses a fault that is not there, and a site that is not", async () => {
    expect(await started(EXAMPLE_FILE, "--fault", "nothing of the kind")).toContain(
      'there is no fault "nothing of the kind" at this site; without --fault',
    );
    expect(await started(join(folder(), "none.yaml"))).toContain("none.yaml");
  });
});
