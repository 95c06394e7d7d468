import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { STREAMS } from "../../components/log-router/streams/all";
import { knownNamespaces, programText } from "../../components/log-router/streams/program-text";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import { isPersonal, STREAM_SOURCES } from "../../lib/logs/stream";
import { exampleSite, ROOT } from "../example-site";

/** The store takes fewer of neither, nor a global setting of them. */
const LEAST_RETENTION_DAYS = 3;
const FOLDER = join(ROOT, "components/log-router/streams");

test("streams have names of their own, which the store leaves as they are", () => {
  const names = STREAMS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name))).toEqual([]);
});

test("every folder beside the list is in it", () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name.replaceAll("-", "_")] : [],
  );
  expect(folders.sort()).toEqual(STREAMS.map(({ name }) => name).sort());
});

test.each(STREAM_SOURCES)("of the streams of %s, the last alone takes what no other recognises", (source) => {
  const takesRest = STREAMS.filter((stream) => stream.source === source).map(({ recognised }) => recognised === undefined);
  expect(takesRest.length).toBeGreaterThan(0);
  expect(takesRest).toEqual([...takesRest.slice(1).map(() => false), true]);
});

describe.each(STREAMS)("$name", (stream) => {
  test("is kept for as long as the store takes, and its busy hour is a positive one", () => {
    expect(stream.retentionDays).toBeGreaterThanOrEqual(LEAST_RETENTION_DAYS);
    expect(stream.busy.recordsPerSecond).toBeGreaterThan(0);
    expect(stream.busy.bytesPerRecord).toBeGreaterThan(100);
  });

  test("has its program where it says, and columns that say what they are", () => {
    expect(existsSync(join(ROOT, stream.program))).toBe(true);
    expect(
      Object.entries(stream.columns).filter(([name, { what }]) => !/^[a-z][a-z0-9_]*$/.test(name) || what === "" || what.endsWith(".")),
    ).toEqual([]);
  });

  test("has samples of columns that are declared", () => {
    const declared = new Set([...Object.keys(stream.columns), ...Object.keys(SHARED_COLUMNS), "modsec_kind"]);
    expect(stream.samples.flatMap(({ columns }) => Object.keys(columns).filter((column) => !declared.has(column)))).toEqual([]);
  });

  test("a column of its own that others have too has the same type", () => {
    const shared: Readonly<Record<string, { readonly type: string }>> = SHARED_COLUMNS;
    expect(Object.entries(stream.columns).filter(([name, { type }]) => (shared[name]?.type ?? type) !== type)).toEqual([]);
  });
});

test("what names people or their doings is kept for half a year at most, but for who logged in on a node", () => {
  expect(STREAMS.filter((stream) => isPersonal(stream) && stream.retentionDays > 180).map(({ name }) => name)).toEqual(["host_audit"]);
});

test("what comes in thousands is kept for a month at most", () => {
  expect(STREAMS.filter(({ busy, retentionDays }) => busy.recordsPerSecond >= 50 && retentionDays > 30).map(({ name }) => name)).toEqual(
    [],
  );
});

describe("a program knows its site", () => {
  const site = exampleSite();
  const ingress = "components/log-router/streams/ingress-access/program.vrl";
  const devices = "components/log-router/programs/devices.vrl";

  test("its namespaces, the longest first, the platform's own among them", () => {
    const known = knownNamespaces(site);
    expect(known).toEqual([...known].sort((a, b) => b.length - a.length));
    expect(known).toEqual(
      expect.arrayContaining([...Object.values(site.namespaces), ...site.components.flatMap(({ namespaces }) => namespaces)]),
    );
    expect(new Set(known).size).toBe(known.length);
    expect(programText(ingress, site)).toContain(`(?P<namespace>${known.join("|")})-`);
  });

  test("the devices that send syslog, by their kinds", () => {
    const text = programText(devices, site, [
      { kind: "router", address: "192.0.2.1" },
      { kind: "nat64", address: "2001:db8::1" },
    ]);
    expect(text).toContain('kinds = { "192.0.2.1": "router", "2001:db8::1": "nat64" }');
    expect(programText(devices, site)).toContain("kinds = {  }");
  });

  test("nothing is left to be filled in", () => {
    const programs = [
      ...STREAMS.map(({ program }) => program),
      ...["aggregator", "jobs", "devices", "kept"].map((name) => `components/log-router/programs/${name}.vrl`),
    ];
    expect(programs.filter((program) => /KNOWN_|TAILER_/.test(programText(program, site)))).toEqual([]);
  });
});
