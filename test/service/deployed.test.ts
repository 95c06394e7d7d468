import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { services } from "../../components/services";
import { sampleNames, seriesOf } from "../../lib/series";
import { freePort } from "../free-port";
import { type Deployed, ready, startDeployed, unheardPlatform } from "./deployed";

// real processes: all of them start at once, beside whatever else the machine does
jest.setTimeout(20_000);

const root = mkdtempSync(join(tmpdir(), "deployed-"));
const deployed = new Map<string, Deployed>();

beforeAll(async () => {
  const built = unheardPlatform();
  for (const manifest of built.manifests) {
    const { service } = manifest;
    if (service) deployed.set(service.name, startDeployed(built, manifest, join(root, service.name), await freePort()));
  }
});
afterAll(async () => {
  for (const { child } of deployed.values()) {
    if (child.exitCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  rmSync(root, { recursive: true });
});

/** What its header says of each series; also of one that has labels and no sample yet. */
function headers(exposition: string): string[] {
  return Array.from(exposition.matchAll(/^# HELP (\S+) (.*)\n# TYPE \1 (\S+)$/gm), ([, name, help, kind]) => `${kind} ${name}: ${help}`);
}

/** Name and labels of each sample. */
function samples(exposition: string): { name: string; labels: Map<string, string> }[] {
  return Array.from(exposition.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm), ([, name = "", labels = ""]) => ({
    name,
    labels: new Map(Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, label = "", value = ""]) => [label, value])),
  }));
}

test("every service is deployed", () => {
  expect([...deployed.keys()].sort()).toEqual(services.map(({ name }) => name).sort());
});

describe.each(services.map(({ name }) => name))("%s, with what its Deployment gives it and nothing else", (name) => {
  const running = () => {
    const found = deployed.get(name);
    if (!found) throw new Error(`${name} is not deployed`);
    return found;
  };

  test("becomes ready", () => ready(running()));

  describe("exports the declared series and no others", () => {
    const exposition = async () => (await fetch(`${running().url}/metrics`)).text();
    const declared = () => seriesOf(running().service.series);

    test("by name, kind and help", async () => {
      expect(headers(await exposition()).sort()).toEqual(
        declared()
          .map(({ kind, name, help }) => `${kind} ${name}: ${help}`)
          .sort(),
      );
    });

    test("with their labels", async () => {
      const names = new Map(
        declared()
          .flatMap(sampleNames)
          .map((one) => [one.name, one]),
      );
      const exported = samples(await exposition()).map(({ name, labels }) => {
        const always = [...labels.keys()].filter((label) => !names.get(name)?.sometimes.includes(label));
        return `${name}{${always.sort()}}`;
      });
      const expected = [...names.values()].map(({ name, labels }) => `${name}{${[...labels].sort()}}`);
      expect(exported.length).toBeGreaterThan(0);
      expect([...new Set(exported)].filter((one) => !expected.includes(one))).toEqual([]);
    });

    test("in their buckets", async () => {
      const bounds = samples(await exposition()).flatMap(({ name, labels }) => (labels.has("le") ? [`${name} ${labels.get("le")}`] : []));
      const expected = declared().flatMap(({ name, buckets }) => (buckets ? [...buckets, "+Inf"].map((le) => `${name}_bucket ${le}`) : []));
      expect([...new Set(bounds)]).toEqual(expected);
    });
  });

  test("serves the declared paths, each by its methods", async () => {
    const { url, service } = running();
    for (const served of service.paths) {
      const [method, path = ""] = served.split(" ");
      // no route of ours takes a PUT: the answer lists what it does take
      const { status, headers } = await fetch(url + path, { method: "PUT" });
      expect([served, status, headers.get("allow")?.split(", ")]).toEqual([served, 405, expect.arrayContaining([method])]);
    }
  });

  test("takes a body up to the declared limit and not a byte more", async () => {
    const { url, service } = running();
    const path = service.paths.find((one) => one.startsWith("POST "))?.slice("POST ".length);
    expect(service.maxBodyBytes > 0).toBe(path !== undefined);
    if (path === undefined) return;
    const statusOf = async (bytes: number) => (await fetch(url + path, { method: "POST", body: Buffer.alloc(bytes, " ") })).status;
    expect([await statusOf(service.maxBodyBytes), await statusOf(service.maxBodyBytes + 1)]).toEqual([400, 413]);
  });

  test("ends on SIGTERM within the declared time, with 0", async () => {
    const { child, service, output } = running();
    expect([child.exitCode, output()]).toEqual([null, expect.any(String)]);
    const ended = once(child, "close");
    const from = Date.now();
    child.kill("SIGTERM");
    expect([(await ended)[0], output()]).toEqual([0, expect.any(String)]);
    expect(Date.now() - from).toBeLessThan(service.shutdownSeconds * 1000);
  });
});
