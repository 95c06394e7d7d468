import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

interface Import {
  /** A file of the repository, or a package. */
  readonly target: string;
  readonly isLocal: boolean;
  readonly isTypeOnly: boolean;
}

const FOLDERS = ["bin", "charts", "components", "dashboards", "imports", "lib", "rules"];
const FILES = ["main.ts", ...FOLDERS.flatMap(sourcesOf)].sort();
const IMPORTS: ReadonlyMap<string, readonly Import[]> = new Map(FILES.map((file) => [file, importsOf(file)]));

function sourcesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file));
  } catch {
    // a folder of the layout that has nothing in it yet
    return [];
  }
}

function importsOf(file: string): Import[] {
  const source = readFileSync(file, "utf8");
  const statements = source.matchAll(/^(?:import|export)\s+(type\s)?([^;"']*?)\bfrom\s+["']([^"']+)["']/gm);
  const effects = source.matchAll(/^import\s+["']([^"']+)["']/gm);
  const dynamic = source.matchAll(/\b(?:import|require)\(\s*["']([^"']+)["']\s*\)/g);
  return [
    ...Array.from(statements, ([, type, names = "", path = ""]) => resolved(file, path, type !== undefined || areAllTypes(names))),
    ...Array.from([...effects, ...dynamic], ([, path = ""]) => resolved(file, path, false)),
  ];
}

/** `{ type A, type B }`: nothing of it is there at run time. */
function areAllTypes(names: string): boolean {
  const [, inside] = /^\{([^}]*)\}\s*$/.exec(names.trim()) ?? [];
  const each = (inside ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return each.length > 0 && each.every((name) => name.startsWith("type "));
}

function resolved(file: string, path: string, isTypeOnly: boolean): Import {
  if (!path.startsWith(".")) return { target: path, isLocal: false, isTypeOnly };
  const base = normalize(join(dirname(file), path));
  const target = [base, `${base}.ts`, join(base, "index.ts")].find((name) => FILES.includes(name)) ?? base;
  return { target, isLocal: true, isTypeOnly };
}

/** Every import of the files, as `importer -> imported`, that `isWrong`. */
function wrong(isWrong: (file: string, one: Import) => boolean): string[] {
  return FILES.flatMap((file) => (IMPORTS.get(file) ?? []).filter((one) => isWrong(file, one)).map(({ target }) => `${file} -> ${target}`));
}

/** What a file needs at run time, each with the way to it. */
function reachedBy(file: string): Map<string, string> {
  const ways = new Map([[file, file]]);
  for (const [at, way] of ways) {
    for (const { target, isTypeOnly } of IMPORTS.get(at) ?? []) {
      if (!isTypeOnly && !ways.has(target)) ways.set(target, `${way} -> ${target}`);
    }
  }
  return ways;
}

/** What runs of a batch job: all in its folder but what is declared of it. */
const JOB_SCRIPT = /^components\/batch\/jobs\/[^/]+\/(?!job\.ts$|settings\.ts$|series\.ts$)/;

const layerOf = (file: string): string => file.split("/")[0] ?? "";

test("the imports are read: relative, package, type-only and spread over lines", () => {
  expect(IMPORTS.get("main.ts")?.map(({ target }) => target)).toContain("charts/platform.ts");
  expect(IMPORTS.get("lib/platform/platform.ts")).toContainEqual({ target: "cdk8s", isLocal: false, isTypeOnly: false });
  expect(IMPORTS.get("lib/checks/check.ts")).toContainEqual({ target: "lib/platform/platform.ts", isLocal: true, isTypeOnly: true });
  expect(IMPORTS.get("components/relay/service/main.ts")).toContainEqual({
    target: "lib/service/run.ts",
    isLocal: true,
    isTypeOnly: false,
  });
  const lost = [...IMPORTS.values()].flat().filter(({ target, isLocal }) => isLocal && !FILES.includes(target));
  expect(lost).toEqual([]);
});

describe("dependencies go one way", () => {
  const ALLOWED: Readonly<Record<string, readonly string[]>> = {
    "main.ts": ["charts", "lib"],
    charts: ["charts", "components", "rules", "dashboards", "lib"],
    components: ["components", "lib"],
    rules: ["components", "rules", "lib"],
    dashboards: ["components", "dashboards", "lib"],
    lib: ["lib", "imports"],
    imports: [],
    bin: ["bin", "main.ts", "components", "lib"],
  };

  test.each(Object.entries(ALLOWED))("%s imports only from %j", (layer, below) => {
    expect(wrong((file, { target, isLocal }) => layerOf(file) === layer && isLocal && !below.includes(layerOf(target)))).toEqual([]);
  });

  test("every layer is in the table", () => {
    expect([...new Set(FILES.map(layerOf))].filter((layer) => !(layer in ALLOWED))).toEqual([]);
  });

  test("imports/ are types and nothing at run time", () => {
    expect(wrong((_, { target, isTypeOnly }) => target.startsWith("imports/") && !isTypeOnly)).toEqual([]);
  });

  test("a component never imports its sibling: what it needs of one stands in the site, or comes as a parameter", () => {
    const componentOf = (file: string) => file.split("/")[1] ?? "";
    // what all components have one of is listed beside them
    const isList = (file: string) => /^components\/[^/]+\.ts$/.test(file);
    const isSibling = (file: string, { target }: Import) =>
      file.startsWith("components/") && !isList(file) && target.startsWith("components/") && componentOf(file) !== componentOf(target);
    expect(wrong(isSibling)).toEqual([]);
  });

  test("a part never imports another part: only the list names them", () => {
    const isPart = (file: string, { target }: Import) => file.startsWith("charts/") && target.startsWith("charts/");
    expect(wrong((file, one) => isPart(file, one) && file !== "charts/platform.ts")).toEqual([]);
    expect(wrong((file, { target }) => target.startsWith("charts/") && !["main.ts", "charts/platform.ts"].includes(file))).toEqual([]);
  });

  describe("the folders of lib/", () => {
    /** Each may import from those before it. */
    const ORDER = [
      "cron",
      "command-line",
      "autoscaling",
      "site",
      "service",
      "images",
      "kubernetes",
      "gitops",
      "network",
      "metrics",
      "promql",
      "snmp",
      "workloads",
      "alerts",
      "logs",
      "log-store",
      "dashboards",
      "preview",
      "batch",
      "platform",
      "world",
      "install",
      "checks",
    ];
    const folderOf = (file: string) => /^lib\/([^/]+)\//.exec(file)?.[1];

    test("are all in the order", () => {
      expect([...new Set(FILES.map(folderOf))].filter((folder) => folder !== undefined && !ORDER.includes(folder))).toEqual([]);
    });

    test("import from those before them alone, types included: no circle of folders", () => {
      const isBackwards = (file: string, { target }: Import) => {
        const [from, to] = [folderOf(file), folderOf(target)];
        if (from === undefined) return to !== undefined;
        return to !== undefined && ORDER.indexOf(to) > ORDER.indexOf(from);
      };
      expect(wrong((file, one) => file.startsWith("lib/") && isBackwards(file, one))).toEqual([]);
    });
  });

  test("rules import of a component its series, and nothing else", () => {
    const isOther = (file: string, { target }: Import) =>
      file.startsWith("rules/") &&
      target.startsWith("components/") &&
      !/^components\/[^/]+\/(?:series|modules)(?:\/[^/]+)?\.ts$/.test(target);
    expect(wrong(isOther)).toEqual([]);
  });

  test("nothing that is deployed, written or checked knows of worlds: only the healthy values of the catalogues and the preview do", () => {
    const isHealthy = (file: string) => /^components\/(?:healthy\.ts$|[^/]+\/healthy(?:\/|\.ts$))/.test(file);
    // the preview is a tool of who declares: it shows a world
    const isOfPreview = (file: string) => file.startsWith("bin/");
    const isOfWorld = (file: string) => file.startsWith("lib/world/") || isHealthy(file) || isOfPreview(file);
    expect(wrong((file, { target }) => isOfWorld(target) && !isOfWorld(file))).toEqual([]);
  });

  test("healthy values import of their component its series, and what they list", () => {
    const isOther = (file: string, { target }: Import) =>
      /^components\/[^/]+\/healthy(?:\/|\.ts$)/.test(file) &&
      target.startsWith("components/") &&
      !/^components\/[^/]+\/(?:series|modules|healthy)(?:\/[^/]+)?\.ts$/.test(target) &&
      !["components/relay/detectors/all.ts", "components/log-router/streams/all.ts"].includes(target);
    expect(wrong(isOther)).toEqual([]);
  });

  test("services.ts imports declarations, and nothing else of a component", () => {
    const isOther = (file: string, { target }: Import) =>
      file === "components/services.ts" && target.startsWith("components/") && !target.endsWith("/declaration.ts");
    expect(wrong(isOther)).toEqual([]);
  });

  test("observed.ts imports what exporters are, and nothing else of a component", () => {
    const lists = wrong((file, { target }) => file === "components/observed.ts" && target.startsWith("components/"));
    expect(lists.filter((line) => !/\/(exporters?|registry)\.ts$/.test(line))).toEqual([]);
  });

  test("a construct never imports a service's run-time code", () => {
    // a job's script is run-time code, in the folder of what declares it
    const isRunTime = (file: string) => file.includes("/service/") || JOB_SCRIPT.test(file);
    expect(wrong((file, { target }) => target.startsWith("components/") && isRunTime(target) && !isRunTime(file))).toEqual([]);
  });
});

describe("addresses are read in one place", () => {
  const READER = "lib/address.ts";

  test("by a reader that services can carry: it imports ipaddr.js alone", () => {
    expect(IMPORTS.get(READER)).toEqual([{ target: "ipaddr.js", isLocal: false, isTypeOnly: false }]);
  });

  test("and nowhere else: neither with ipaddr.js nor with node:net", () => {
    expect(
      wrong((file, { target, isTypeOnly }) => /^(?:ipaddr\.js|(?:node:)?net)$/.test(target) && !isTypeOnly && file !== READER),
    ).toEqual([]);
  });
});

test("only lib/service/metrics.ts makes metrics: a service declares them in its series.ts", () => {
  expect(wrong((file, { target, isTypeOnly }) => target === "prom-client" && !isTypeOnly && file !== "lib/service/metrics.ts")).toEqual([]);
});

describe("a service bundle stays small", () => {
  const RUN_TIME = FILES.filter(
    (file) =>
      /^components\/[^/]+\/(?:(?:service|detectors)\/|declaration\.ts$)/.test(file) ||
      JOB_SCRIPT.test(file) ||
      /^components\/batch\/jobs\/[^/]+\/(?:settings|series)\.ts$/.test(file) ||
      file.startsWith("lib/service/"),
  );
  const HEAVY = /^(?:cdk8s|cdk8s-plus-\d+|constructs|yaml|zod|esbuild)$|^@lezer\/|^@prometheus-io\//;

  test("services, their declarations and detectors are found", () => {
    expect(RUN_TIME).toEqual(
      expect.arrayContaining(["service/main.ts", "declaration.ts", "detectors/all.ts"].map((file) => `components/relay/${file}`)),
    );
  });

  test("a synth that reads a declaration loads nothing that serves", () => {
    const declarations = FILES.filter((file) => /^components\/[^/]+\/declaration\.ts$/.test(file));
    const packages = declarations.flatMap((file) => [...reachedBy(file).keys()].filter((target) => !FILES.includes(target)));
    expect([...new Set(packages)].sort()).toEqual(["node:fs", "node:path", "zod/mini"]);
  });

  test.each(RUN_TIME)("%s reaches neither cdk8s nor what only a synth needs", (file) => {
    const heavy = [...reachedBy(file)].filter(([target]) => HEAVY.test(target));
    expect(heavy.map(([, way]) => way)).toEqual([]);
  });
});

describe("files", () => {
  const NAMED = FILES.filter((file) => !file.startsWith("imports/"));

  test("are named by their concept", () => {
    expect(NAMED.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|misc|shared)\.ts$/.test(file))).toEqual([]);
  });

  test("are named in kebab-case", () => {
    expect(
      NAMED.filter((file) => !/^(?:[a-z0-9-]+\/)*[a-z0-9-]+(?:\.d)?\.ts$/.test(file.replace(/^dashboards\/[^/]+\//, "dashboards/"))),
    ).toEqual([]);
  });

  test("hold one concept: at most 300 lines, where they are no table of alerts, of panels, of series or of their values", () => {
    const isTable = (file: string) => /^(?:rules\/|dashboards\/|components\/[^/]+\/(?:series|healthy)(?:\/|\.ts$))/.test(file);
    const long = NAMED.filter((file) => !isTable(file))
      .map((file) => [file, readFileSync(file, "utf8").split("\n").length - 1] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });

  test("have no default export", () => {
    expect(FILES.filter((file) => /^export default\b/m.test(readFileSync(file, "utf8")))).toEqual([]);
  });
});
