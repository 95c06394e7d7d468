import { readFileSync } from "node:fs";
import { join } from "node:path";
import { platform as platformOf } from "../../charts/platform";
import { services } from "../../components/services";
import { heartbeatPeriod } from "../../lib/alerts/heartbeat";
import { kubectlCommands, missingFrom } from "../../lib/checks/kubectl";
import { minutes } from "../../lib/duration";
import { rootApplication } from "../../lib/install/applications";
import { outputFiles } from "../../lib/install/files";
import { installPage } from "../../lib/install/page";
import { fileName } from "../../lib/install/site-file";
import { podTemplates } from "../../lib/kubernetes/pod-templates";
import { isOutside, isWorkload } from "../../lib/network/connection";
import type { Platform } from "../../lib/platform/platform";
import { loadSite } from "../../lib/site/load";
import { ELSEWHERE_FILE, EVERY_PUSH, EXAMPLE_FILE, examplePlatform, fullPlatform, ROOT } from "../example";
import { wideTest } from "../wide";

const HOME = examplePlatform();
const FULL = fullPlatform();
const textOf = (platform: Platform, siteFile = "site.yaml") => installPage(platform, siteFile).text;
const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| "));
const headingsOf = (text: string, depth: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(`${depth} `) ? [line.slice(depth.length + 1)] : []));
const sectionOf = (text: string, title: string) => {
  const [, rest = ""] = text.split(new RegExp(`^#+ (?:\\d+\\. )?${title}$`, "m"));
  return rest.split(/^## /m)[0] ?? "";
};

const LEAST = examplePlatform({ boiler: undefined, scrapes: undefined });
/** No value of it is one of the example's. */
const ELSEWHERE = platformOf(loadSite(ELSEWHERE_FILE), FULL.runbooks);
const PULL = { key: "registry-pull", property: "config" };
const SITES: [string, Platform][] = [
  ["the example", HOME],
  ["the example with UPSes", FULL],
  ["the example with a registry that asks", examplePlatform({ image_pull_secret: PULL })],
  ["the example at scale cluster", fullPlatform({ scale: "cluster" })],
  ["a site that does without the boiler", LEAST],
  ["another site", ELSEWHERE],
];

describe.each(SITES)("%s", (_, platform) => {
  const text = textOf(platform);

  test("tells the steps in the order of doing them", () => {
    expect(headingsOf(text, "##")).toEqual([
      "First: lock the images",
      "1. Before the first apply",
      "2. The secret store",
      "3. Outside the cluster",
      "4. Images",
      "5. Commit and apply",
      "6. Trials",
      "7. Take a section out again",
    ]);
  });

  test("names every kind that is not Kubernetes' own, and who makes something of it, once", () => {
    const groups = new Set(
      platform.manifests.map(({ object }) => object.apiVersion).filter((version) => version.split("/")[0]?.includes(".")),
    );
    const foreign = [...groups].filter((version) => !/\.k8s\.io\//.test(version));
    expect(foreign.length).toBeGreaterThan(3);
    for (const version of foreign) expect(rowsOf(text).filter((row) => row.includes(`\`${version}\``))).toHaveLength(1);
  });

  test("names every entry of the secret store with what it holds, where it goes and who reads it", () => {
    for (const { name, namespace, keys } of platform.credentials) {
      for (const [key, { key: entry, property, holds }] of Object.entries(keys)) {
        const row = `| \`${entry}\` | \`${property}\` | ${holds} | \`${name}\`, \`${key}\` | \`${namespace}\` | `;
        expect(rowsOf(text)).toContainEqual(
          expect.stringMatching(new RegExp(`^${row.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}[A-Z]\\w+ \``)),
        );
      }
    }
  });

  test("names every way out with its addresses, ports and callers", () => {
    const rows = rowsOf(sectionOf(text, "Outside the cluster"));
    for (const { from, to, ports } of platform.paths) {
      if (!isOutside(to) || !isWorkload(from)) continue;
      const port = ports.length === 0 ? "any" : ports.join(", ");
      expect(
        rows.filter((row) => {
          const [, place, addresses = "", on = "", callers = ""] = row.split("|").map((cell) => cell.trim());
          return (
            place === to.outside &&
            to.addresses.every((address) => addresses.includes(`\`${address}\``)) &&
            on.replace(/^(?:UDP|TCP(?: and UDP)?) /, "") === port &&
            callers.includes(`\`${from.namespace}/${from.name}\``)
          );
        }),
      ).toHaveLength(1);
    }
  });

  test("builds and pushes every image of ours that a pod names, and no other", () => {
    const { image_registry } = platform.site;
    const named = podTemplates(platform.manifests)
      .flatMap(({ template: { spec } }) => [...(spec.containers ?? []), ...(spec.initContainers ?? [])].map(({ image = "" }) => image))
      .filter((image) => image.startsWith(`${image_registry}/`));
    const pushed = [...text.matchAll(/^docker push (\S+)$/gm)].map(([, image]) => image);
    const built = [...text.matchAll(/^docker build .*--tag (\S+) build\/images\/\S+$/gm)].map(([, image]) => image);
    expect(pushed.sort()).toEqual([...new Set(named)].sort());
    expect(built.sort()).toEqual(pushed);
    // and one of scripts, and one of plugins
    expect(services.length + 2).toBeGreaterThanOrEqual(pushed.length);
  });

  test("begins with the lock, as long as a tag is all that it names", () => {
    const [first] = text.match(/^## .*$/m) ?? [];
    expect(first).toBe("## First: lock the images");
    expect(text).toMatch(/^All \d+ images that the manifests name are named by their tags alone/m);
    expect(text).toContain("npm ci\nnpx belfry images lock\nnpm run synth\n");
    expect(text).toContain("npm ci\nnpx belfry images push\n");
  });

  test("has kubectl commands that name what is there", () => {
    const { site } = platform;
    // these are not ours to make
    const beforehand = [`StorageClass "${site.storage_class}"`, `${site.secret_store.kind} "${site.secret_store.name}"`];
    const isBeforehand = (fault: string) => beforehand.some((one) => fault.toLowerCase().startsWith(`no ${one.toLowerCase()}`));
    const commands = kubectlCommands(text);
    expect(commands.length).toBeGreaterThan(25);
    const faults = commands.flatMap((command) =>
      missingFrom(command, platform)
        .filter((fault) => !isBeforehand(fault))
        .map((fault) => `${command.text}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test("applies by hand what is in the output, where the checkout has it", () => {
    const { repository, revision, path } = platform.site.gitops;
    const [, cloned, from, checkout = ""] = /^git clone --branch (\S+) (\S+) (\S+)$/m.exec(text) ?? [];
    expect([cloned, from]).toEqual([revision, repository]);
    expect(text).toContain(`\nCDK8S_OUTDIR=${checkout}/${path} npm run synth\ngit -C ${checkout} add --all ${path}\n`);
    const [, files = ""] = /^kubectl (?:--context=<cd-context> )?apply --server-side (.*)$/m.exec(text) ?? [];
    const names = Array.from(files.matchAll(/-f (\S+)/g), ([, file]) => file);
    expect(names).toContain(`${checkout}/${path}/${rootApplication(platform).manifest.file}`);
    for (const name of names) expect(platform.manifests.map(({ file }) => `${checkout}/${path}/${file}`)).toContain(name);
  });

  test("tells the Applications in the order of their waves", () => {
    const section = sectionOf(text, "Commit and apply");
    const waves = rowsOf(section).flatMap((row) => {
      const [, wave, names = ""] = /^\| (-?\d+) \| (.*) \|$/.exec(row) ?? [];
      return wave === undefined ? [] : [{ wave: Number(wave), names: names.split(", ").map((name) => name.replaceAll("`", "")) }];
    });
    expect(waves.map(({ wave }) => wave)).toEqual(waves.map(({ wave }) => wave).sort((a, b) => a - b));
    const applications = platform.manifests.filter(({ object }) => object.kind === "Application").map(({ object }) => object.metadata.name);
    expect(waves.flatMap(({ names }) => names).sort()).toEqual(applications.sort());
  });

  test("warns of every namespace that denies all traffic, and says where names are resolved", () => {
    const section = sectionOf(text, "Where operators may run");
    for (const { name } of platform.namespaces) expect(section).toContain(`kubectl -n ${name} get pods\n`);
    expect(section).toContain(`Names are resolved in \`${platform.site.namespaces.orchestrator}\``);
  });

  test("says of every volume which class it is of", () => {
    for (const { object } of platform.manifests.filter((one) => one.object.kind === "PersistentVolumeClaim")) {
      expect(text).toContain(`for PersistentVolumeClaim \`${object.metadata.name}\` in \`${object.metadata.namespace}\``);
    }
    expect(text).toContain(`kubectl get storageclass ${platform.site.storage_class}\n`);
  });

  test("leaves nothing open", () => {
    expect(text).not.toMatch(/undefined|NaN|\[object|%[a-z]+%/);
  });
});

test("what may not work for long is told before anything is applied", () => {
  const text = textOf(examplePlatform({ metrics: { retention_months: 13, volume: "100Gi" } }));
  expect(text).toContain("- Caution: metrics.volume: 100Gi holds 13 months of up to 0.21 GiB a day");
  expect(textOf(HOME)).not.toContain("Caution");
});

describe("a site in another file", () => {
  const text = textOf(HOME, "sites/two of us.yaml");

  test("is built and rendered from it, by every command of its page", () => {
    expect(text).toContain("\nSITE='sites/two of us.yaml' npm run build\n");
    expect(text).toContain("\nSITE='sites/two of us.yaml' npx belfry images lock\nnpm run synth -- 'sites/two of us.yaml'\n");
    expect(text).toContain("\nSITE='sites/two of us.yaml' npx belfry images push\n");
    expect(text).not.toMatch(/^npx belfry/m);
    expect(text).toContain("\nCDK8S_OUTDIR=../gitops/belfry npm run synth -- 'sites/two of us.yaml'\n");
    expect(text).not.toMatch(/^npm run build$|npm run synth$/m);
  });

  test("is called by its name wherever the page speaks of it, and no other file is", () => {
    expect(text).toContain("Written from `sites/two of us.yaml` and the declarations");
    for (const [, platform] of SITES) expect(textOf(platform, "other.yaml")).not.toContain("site.yaml");
    expect(textOf(HOME)).not.toMatch(/another file|SITE=|npm run synth -- /);
  });

  test("and a lock in another file are read by every command that names images", () => {
    const page = installPage(HOME, "two.yaml", "locks/two of us.json").text;
    const lock = "--lock 'locks/two of us.json'";
    expect(page).toContain(`\nSITE=two.yaml npx belfry images lock ${lock}\nnpm run synth -- ${lock} two.yaml\n`);
    expect(page).toContain(`\nSITE=two.yaml npx belfry images push ${lock}\n`);
    expect(page).toContain(`\nCDK8S_OUTDIR=../gitops/belfry npm run synth -- ${lock} two.yaml\n`);
    expect(page).toContain("Commit `locks/two of us.json`");
    expect(page).not.toContain("images.lock.json");
    const [written] = outputFiles(HOME, "site.yaml", join(ROOT, "locks/one.json"));
    expect(written?.text).toContain("\nnpx belfry images lock --lock locks/one.json\nnpm run synth -- --lock locks/one.json\n");
  });

  test("is what the output was made of", () => {
    const page = outputFiles(HOME, EXAMPLE_FILE).find(({ file }) => file === "INSTALL.md");
    expect(page?.text).toContain("npm run synth -- test/fixtures/home.yaml\n");
  });

  test("is named from belfry's folder on", () => {
    expect(fileName(join(ROOT, "sites/home.yaml"))).toBe("sites/home.yaml");
    expect(fileName("./site.yaml")).toBe("site.yaml");
    expect(fileName("../sites/home.yaml")).toBe("../sites/home.yaml");
    expect(fileName("/etc/belfry/home.yaml")).toBe("/etc/belfry/home.yaml");
  });
});

describe("what the nodes pull", () => {
  const registries = (platform: Platform) =>
    new Map(
      rowsOf(sectionOf(textOf(platform), "Outside the cluster")).flatMap((row) => {
        const [, registry = "", images = "", whose = ""] = /^\| `([\w.:-]+)` \| (`[^|]*`) \| ([^|]*) \|$/.exec(row) ?? [];
        return registry === "" ? [] : [[registry, { images: images.replaceAll("`", "").split(", "), whose }] as const];
      }),
    );

  test("is named with its registries: ours, the metrics operator's programs, the chart's exporters", () => {
    const found = registries(HOME);
    expect([...found.keys()]).toEqual(expect.arrayContaining(["docker.io", "quay.io", "registry.example.org", "registry.k8s.io"]));
    expect(found.get("docker.io")?.images).toEqual([
      "grafana/grafana",
      "kiwigrid/k8s-sidecar",
      "nginxinc/nginx-unprivileged",
      "otel/opentelemetry-collector-contrib",
      "prom/alertmanager",
      "prom/blackbox-exporter",
      "prom/pushgateway",
      "prom/snmp-exporter",
      "timberio/vector",
      "victoriametrics/operator",
      "victoriametrics/victoria-metrics",
      "victoriametrics/vmagent",
      "victoriametrics/vmalert",
    ]);
    expect(found.get("docker.io")?.whose).toBe("VictoriaMetrics operator 0.74.1; our own pods");
    expect(found.get("quay.io")?.images).toContain("quay.io/prometheus/node-exporter");
    expect(found.get("quay.io")?.whose).toContain("kube-prometheus-stack 88.5.3");
    expect(found.get("registry.k8s.io")?.images).toEqual(["registry.k8s.io/kube-state-metrics/kube-state-metrics"]);
    expect(found.get("registry.example.org")?.images).toContain("registry.example.org/belfry/relay");
  });

  test("follows the site: a clustered store has programs of its own, UPSes their exporter", () => {
    const images = registries(fullPlatform({ scale: "cluster" })).get("docker.io")?.images ?? [];
    for (const program of ["vmauth", "vminsert", "vmselect", "vmstorage"]) expect(images).toContain(`victoriametrics/${program}`);
    expect(images).not.toContain("victoriametrics/victoria-metrics");
    const all = [...registries(FULL).values()].flatMap(({ images }) => images);
    expect(all.some((image) => image.includes("nut"))).toBe(true);
  });

  test("says that the chart's are those of another release, where the site has one that nobody looked at", () => {
    expect(registries(ELSEWHERE).get("quay.io")?.whose).toContain("kube-prometheus-stack 87.1.0, by what another release has: look");
  });
});

describe("a CD tool in another cluster", () => {
  const address = "https://192.168.20.5:6443";
  const page = textOf(examplePlatform({ gitops: { ...HOME.site.gitops, destination: address } }));
  const linesOf = (start: RegExp, of = page) => of.split("\n").filter((line) => start.test(line));

  test("gets the commands on what is its own, and no other", () => {
    const isItsOwn = (line: string) => /--api-group=argoproj\.io|-n argocd|application|appproject/.test(line);
    const commands = kubectlCommands(page).map(({ text: command }) => command);
    const its = commands.filter((command) => command.startsWith("kubectl --context=<cd-context> "));
    expect(commands.filter(isItsOwn)).toEqual(its);
    expect(its.length).toBeGreaterThanOrEqual(4);
    expect(page).toContain("`--context=<cd-context>`");
    expect(kubectlCommands(textOf(HOME)).some(({ text: command }) => command.includes("--context"))).toBe(false);
  });

  test("is told apart in the table of programs", () => {
    expect(linesOf(/^\| What \|/)).toEqual(["| What | Release | Cluster | Serves | How it has to be set |"]);
    expect(linesOf(/^\| Argo CD \|/)[0]).toContain("| the CD tool's |");
    for (const program of ["Kubernetes", "VictoriaMetrics operator", "External Secrets", "Logging operator"])
      expect(linesOf(new RegExp(`^\\| ${program} \\|`))[0]).toContain(`| \`${address}\` |`);
    expect(linesOf(/^\| What \|/, textOf(HOME))).toEqual(["| What | Release | Serves | How it has to be set |"]);
  });

  test("knows the cluster before anything is applied to it", () => {
    const section = sectionOf(page, "Commit and apply");
    const at = section.indexOf("argocd cluster add <context> --name home\n");
    expect(at).toBeGreaterThan(-1);
    expect(at).toBeLessThan(section.indexOf("apply --server-side"));
    expect(section).toContain(`under exactly \`${address}\``);
    expect(textOf(HOME)).not.toContain("argocd cluster");
  });
});

describe("a store in each namespace (SecretStore)", () => {
  const section = sectionOf(textOf(ELSEWHERE), "Commit and apply");

  test("is made once the first apply has made the namespace, before anything is looked for", () => {
    const places = ["watch", "warmth"].map((name) => section.indexOf(`kubectl -n ${name} get secretstore vault`));
    for (const place of places) {
      expect(place).toBeGreaterThan(section.indexOf("apply --server-side"));
      expect(place).toBeLessThan(section.indexOf("### What becomes healthy"));
    }
    expect(section.indexOf("until kubectl get namespace watch; do")).toBeGreaterThan(-1);
    expect(section).toContain("Until then no Secret is made, and pods wait for theirs");
  });

  test("is not looked for before its namespace is there", () => {
    expect(sectionOf(textOf(ELSEWHERE), "The secret store")).not.toContain("get secretstore");
    expect(sectionOf(textOf(ELSEWHERE), "The secret store")).toContain("step 5");
    expect(sectionOf(textOf(HOME), "Commit and apply")).not.toMatch(/secretstore/i);
  });
});

describe.each(SITES)("the metrics operator of %s", (_, platform) => {
  const text = textOf(platform);
  const section = sectionOf(text, "Commit and apply");
  const orderOf = (...texts: string[]) => texts.map((one) => section.indexOf(one));

  test("is started again once the chart's kinds are there, which come with the first apply", () => {
    const order = orderOf(
      "apply --server-side",
      "until kubectl get crd servicemonitors.monitoring.coreos.com; do",
      "kubectl wait --for=condition=Established --timeout=60s crd/servicemonitors.monitoring.coreos.com",
      "kubectl -n <operator-namespace> rollout restart deployment/<operator>",
      `kubectl -n ${platform.site.namespaces.exporters} get vmservicescrapes exporters-prometheus-node-exporter exporters-kube-state-metrics`,
      "### What becomes healthy",
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test("is said beforehand to be started again, and why", () => {
    const [row = ""] = rowsOf(text).filter((one) => one.startsWith("| VictoriaMetrics operator |"));
    expect(row).toContain("looks for them at its start alone: after the first apply it is started again (step 5)");
  });

  test("and every job that has to have a target are looked for: what is absent is not down", () => {
    const [, jobs = ""] = /^for job in (.*); do$/m.exec(sectionOf(text, "Trials")) ?? [];
    const declared = platform.scrapes.flatMap(({ job }) => job ?? []);
    expect(jobs.split(" ")).toEqual([...new Set(declared)].sort());
    expect(jobs.split(" ")).toEqual(expect.arrayContaining(["kubelet", "node-exporter", "kube-state-metrics"]));
  });
});

test("where the agent is in shards, each is asked: one knows its own part of the targets", () => {
  expect(textOf(ELSEWHERE)).toMatch(/^The agent is in 3 shards, .*`pod\/<pod>` for `svc\/vmagent-\w+`/m);
  expect(textOf(HOME)).not.toMatch(/in \d shards/);
});

describe("the dead-man check", () => {
  test("has the period of the heartbeat's route, not a number of its own", () => {
    expect(heartbeatPeriod(HOME.routing)).toEqual(minutes(4));
    expect(textOf(HOME)).toContain("expects a ping every **4 minutes**, with a grace of **6 minutes**");
    const { root } = HOME.routing;
    const slower = (root.routes ?? []).map((route, index) => (index === 0 ? { ...route, repeatInterval: minutes(9) } : route));
    const text = textOf({ ...HOME, routing: { ...HOME.routing, root: { ...root, routes: slower } } });
    expect(text).toContain("expects a ping every **10 minutes**, with a grace of **15 minutes**");
    expect(text).toContain("At the latest 25 minutes after it");
    expect(text).toContain("silence add alertname=WatchdogOps --duration=50m");
  });

  test("is tried in the alert manager of this site", () => {
    expect(textOf(ELSEWHERE)).toContain(
      "kubectl -n watch exec vmalertmanager-pager-0 -c alertmanager -- amtool --alertmanager.url=http://localhost:19093 silence add",
    );
  });
});

test("a project that is somebody's own is told what it has to allow, and is not applied", () => {
  const { site } = HOME;
  const text = textOf(examplePlatform({ gitops: { ...site.gitops, project: "observability" } }));
  const section = sectionOf(text, "Commit and apply");
  expect(section).toContain("The project `observability` is yours. It has to allow:\n");
  expect(section).toContain(`- \`sourceRepos\`: \`${site.gitops.repository}\`, \`${site.exporters.chart_repository}\`\n`);
  expect(section).toMatch(/^kubectl apply --server-side --field-manager argocd-controller -f \S+application\S+$/m);
});

test("the trial alert goes to whom a critical one goes, and its link to the page of this site", () => {
  const text = textOf(ELSEWHERE);
  const [, alert = ""] = /alert add alertname=(\w+) team=ops severity=critical/.exec(text) ?? [];
  expect(text).toContain("It goes to `push-critical`, `status-page`. About 30 seconds later");
  expect(text).toContain(`https://forge.example.net/infra/deploy/tree/trunk/watchtower/runbooks/${alert}.md`);
});

const TOLD_AS_LEFT_OUT = /^- `[\w-]+` is not (here|asked) .*$/gm;
const startOf = (name: string): unknown => expect.stringContaining(`- \`${name}\` is not `);

test("what a site does without is on its page among what is left out alone", () => {
  const setups = (platform: Platform) => headingsOf(sectionOf(textOf(platform), "Outside the cluster"), "###");
  expect(setups(FULL).sort()).toEqual([...setups(HOME), "UPS servers"].sort());
  expect(setups(HOME).sort()).toEqual([...setups(LEAST), "Home Assistant"].sort());
  expect(textOf(FULL)).toContain("- `LISTEN 192.168.10.40 3493`: `[rack]`, `[desk]`\n- `LISTEN fd00::5 3493`: one UPS, of any name\n");
  const least = textOf(LEAST);
  expect(least.match(TOLD_AS_LEFT_OUT)).toEqual(expect.arrayContaining(["home-assistant", "boiler-bridge", "ups"].map(startOf)));
  expect(least.replaceAll(TOLD_AS_LEFT_OUT, "").replaceAll(/\bboiler,/g, "")).not.toMatch(/boiler|home.assistant|\bups\b/i);
});

describe("a site that is told otherwise", () => {
  const { status_page: _, components, urls, ...rest } = HOME.site;
  const { status_page_url: __, ...others } = urls;

  test("has no status page on it where it has none", () => {
    const text = textOf(platformOf({ ...rest, urls: others, components }, FULL.runbooks));
    expect(text.match(TOLD_AS_LEFT_OUT)).toContainEqual(startOf("status-page"));
    expect(text.replaceAll(TOLD_AS_LEFT_OUT, "")).not.toMatch(/status.page/i);
    expect(
      textOf(
        platformOf(
          {
            ...rest,
            urls: others,
            components,
            batch: undefined,
            boiler: undefined,
            log_store: undefined,
            databases: undefined,
            probes: undefined,
            push: {},
            snmp: undefined,
            autoscaling: undefined,
            stale_mounts: undefined,
          },
          FULL.runbooks,
        ),
      ),
    ).toContain("This site has no section that it could do without.");
    expect(text).toContain("It goes to `push-critical`. About 30 seconds later the phone shows");
  });

  test("names the push services that it has, with their entries", () => {
    const section = sectionOf(textOf(examplePlatform({ push: { ntfy: { url: "https://ntfy.example.net" } } })), "Push messages");
    expect(section).toContain("- ntfy, on port 443; into the secret store go\n  - `ntfy`, property `topic`: ");
    expect(section.split("###")[0]).not.toContain("Pushover");
  });

  test("says that no phone rings where it has none", () => {
    const text = textOf(examplePlatform({ push: {} }));
    expect(headingsOf(text, "###")).not.toContain("Push messages");
    expect(text).toContain("It goes to `status-page`. This site tells nobody's phone: `push` of `site.yaml` says by what it would.");
  });
});

test("a section that goes takes its Applications along; what holds data stays", () => {
  const section = sectionOf(textOf(FULL), "Take a section out again");
  expect(rowsOf(section)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\| `boiler` \| `[\w-]*boiler-bridge` \| `boiler-bridge` \|$/),
      expect.stringMatching(/^\| `status_page` \| `[\w-]*monitoring-status-page` \| `status-page` \|$/),
      expect.stringMatching(/^\| `ups` \| `[\w-]*nut-exporter` \| `ups` \|$/),
    ]),
  );
  expect(section).toContain("`kubectl -n boiler delete persistentvolumeclaim boiler-bridge`");
  for (const { name } of FULL.namespaces) expect(section).toContain(`\`kubectl delete namespace ${name}\``);
});

wideTest("the sections that are said to go are those whose absence takes something away", () => {
  const bundles = (platform: Platform) => new Set(platform.manifests.map(({ bundle }) => bundle));
  const names = (platform: Platform) => platform.credentials.map(({ namespace, name }) => `${namespace}/${name}`);
  const all = fullPlatform({ push: EVERY_PUSH, image_pull_secret: PULL });
  expect(all.sections.map(({ section }) => section).sort()).toEqual(
    [
      "autoscaling",
      "batch",
      "boiler",
      "databases",
      "image_pull_secret",
      "log_store",
      "probes",
      "push.email",
      "push.ntfy",
      "push.pushover",
      "push.webhook",
      "snmp",
      "stale_mounts",
      "status_page",
      "ups",
    ].sort(),
  );
  for (const { section, bundles: own, credentials } of all.sections) {
    const [key = "", product] = section.split(".");
    const changed = product === undefined ? undefined : { ...EVERY_PUSH, [product]: undefined };
    const without = fullPlatform({ push: EVERY_PUSH, image_pull_secret: PULL, [key]: changed });
    expect([...bundles(all)].filter((bundle) => !bundles(without).has(bundle))).toEqual(own);
    const kept = names(without);
    // the boiler's namespace has its own copy of what images are pulled with
    expect(names(all).filter((name) => !kept.includes(name) && (key !== "boiler" || !name.endsWith("/image-pull")))).toEqual(
      credentials.map(({ namespace, name }) => `${namespace}/${name}`),
    );
  }
});

wideTest("what brings messages and what images are pulled with can go too, with their entries to revoke", () => {
  const section = sectionOf(textOf(examplePlatform({ push: EVERY_PUSH, image_pull_secret: PULL })), "Take a section out again");
  for (const [key, entry] of [
    ["push.pushover", "`push-service`"],
    ["push.ntfy", "`ntfy`"],
    ["push.webhook", "`push-webhook`"],
    ["push.email", "`push-email`"],
    ["image_pull_secret", "`registry-pull`"],
  ])
    expect(rowsOf(section)).toContain(`| \`${key}\` | none | ${entry} |`);
  expect(section).toContain("`push: {}`");
  const least = sectionOf(
    textOf(examplePlatform({ push: { email: { ...EVERY_PUSH.email, username: undefined } } })),
    "Take a section out again",
  );
  expect(rowsOf(least)).toContain("| `push.email` | none | none |");
  expect(least).not.toContain("push.pushover");
});

test("the releases are those that the repository is made for", () => {
  const text = textOf(HOME);
  const [, operator = ""] = /VictoriaMetrics operator \| ([\d.]+) \|/.exec(text) ?? [];
  expect(readFileSync("cdk8s.yaml", "utf8")).toContain(`VictoriaMetrics/operator/v${operator}/`);
  const [, kubernetes = ""] = /\| Kubernetes \| ([\d.]+) or later/.exec(text) ?? [];
  expect(readFileSync("package.json", "utf8")).toContain(`"cdk8s-plus-${kubernetes.replace("1.", "")}"`);
});
