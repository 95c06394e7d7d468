import { readFileSync } from "node:fs";
import { platform as platformOf } from "../../charts/platform";
import { services } from "../../components/services";
import { heartbeatPeriod } from "../../lib/alerts/heartbeat";
import { kubectlCommands, missingFrom } from "../../lib/checks/kubectl";
import { minutes } from "../../lib/duration";
import { rootApplication } from "../../lib/install/applications";
import { installPage } from "../../lib/install/page";
import { podTemplates } from "../../lib/kubernetes/pod-templates";
import { isOutside } from "../../lib/network/connection";
import type { Platform } from "../../lib/platform/platform";
import { loadSite } from "../../lib/site/load";
import { ELSEWHERE_FILE, examplePlatform, fullPlatform } from "../example";

const HOME = examplePlatform();
const FULL = fullPlatform();
const textOf = (platform: Platform) => installPage(platform).text;
const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| "));
const headingsOf = (text: string, depth: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(`${depth} `) ? [line.slice(depth.length + 1)] : []));
const sectionOf = (text: string, title: string) => {
  const [, rest = ""] = text.split(new RegExp(`^#+ (?:\\d+\\. )?${title}$`, "m"));
  return rest.split(/^## /m)[0] ?? "";
};

const LEAST = examplePlatform({ boiler: undefined });
/** No value of it is one of the example's. */
const ELSEWHERE = platformOf(loadSite(ELSEWHERE_FILE), FULL.runbooks);
const SITES: [string, Platform][] = [
  ["the example", HOME],
  ["the example with UPSes", FULL],
  ["the example with a registry that asks", examplePlatform({ image_pull_secret: { key: "registry-pull", property: "config" } })],
  ["the example at scale cluster", fullPlatform({ scale: "cluster" })],
  ["a site that does without the boiler", LEAST],
  ["another site", ELSEWHERE],
];

describe.each(SITES)("%s", (_, platform) => {
  const text = textOf(platform);

  test("tells the steps in the order of doing them", () => {
    expect(headingsOf(text, "##")).toEqual([
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
      if (!isOutside(to) || isOutside(from)) continue;
      const port = ports.length === 0 ? "any" : ports.join(", ");
      expect(
        rows.filter((row) => {
          const [, place, addresses = "", on = "", callers = ""] = row.split("|").map((cell) => cell.trim());
          return (
            place === to.outside &&
            to.addresses.every((address) => addresses.includes(`\`${address}\``)) &&
            on.replace(/^TCP (?:and UDP )?/, "") === port &&
            callers.includes(`\`${from.namespace}/${from.name}\``)
          );
        }),
      ).toHaveLength(1);
    }
  });

  test("builds and pushes every image of ours that a pod names, and no other", () => {
    const { image_registry } = platform.site;
    const named = podTemplates(platform.manifests)
      .flatMap(({ template }) => (template.spec.containers ?? []).map(({ image = "" }) => image))
      .filter((image) => image.startsWith(`${image_registry}/`));
    const pushed = [...text.matchAll(/^docker push (\S+)$/gm)].map(([, image]) => image);
    const built = [...text.matchAll(/^docker build .*--tag (\S+) build\/images\/\S+$/gm)].map(([, image]) => image);
    expect(pushed.sort()).toEqual([...new Set(named)].sort());
    expect(built.sort()).toEqual(pushed);
    expect(services.length).toBeGreaterThanOrEqual(pushed.length);
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
    const [, files = ""] = /^kubectl apply --server-side (.*)$/m.exec(text) ?? [];
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
    const declared = platform.scrapes.flatMap(({ job, from }) => (from.kind === "pending" || job === undefined ? [] : [job]));
    expect(jobs.split(" ")).toEqual([...new Set(declared)].sort());
    expect(jobs.split(" ")).toEqual(expect.arrayContaining(["kubelet", "node-exporter", "kube-state-metrics"]));
  });
});

test("where the agent is in shards, each is asked: one knows its own part of the targets", () => {
  expect(textOf(ELSEWHERE)).toMatch(/^There are 2 agents, .*`pod\/<pod>` for `svc\/vmagent-\w+`/m);
  expect(textOf(HOME)).not.toMatch(/There are \d agents/);
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

test("what a site does without is not on its page", () => {
  const setups = (platform: Platform) => headingsOf(sectionOf(textOf(platform), "Outside the cluster"), "###");
  expect(setups(FULL).sort()).toEqual([...setups(HOME), "UPS servers"].sort());
  expect(setups(HOME).sort()).toEqual([...setups(LEAST), "Home Assistant"].sort());
  expect(textOf(FULL)).toContain("- `LISTEN 192.168.10.40 3493`: `[rack]`, `[desk]`\n- `LISTEN fd00::5 3493`: one UPS, of any name\n");
  expect(textOf(LEAST).replaceAll(/\bboiler,/g, "")).not.toMatch(/boiler|home.assistant|\bups\b/i);
});

describe("a site that is told otherwise", () => {
  const { status_page: _, components, urls, ...rest } = HOME.site;
  const { status_page_url: __, ...others } = urls;

  test("has no status page on it where it has none", () => {
    const text = textOf(platformOf({ ...rest, urls: others, components }, FULL.runbooks));
    expect(text).not.toMatch(/status.page/i);
    expect(textOf(platformOf({ ...rest, urls: others, components, boiler: undefined }, FULL.runbooks))).toContain(
      "This site has no section that it could do without.",
    );
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

test("the sections that are said to go are those whose absence takes something away", () => {
  const bundles = (platform: Platform) => new Set(platform.manifests.map(({ bundle }) => bundle));
  for (const { section, bundles: own } of FULL.sections) {
    const without = bundles(fullPlatform({ [section]: undefined }));
    expect([...bundles(FULL)].filter((bundle) => !without.has(bundle))).toEqual(own);
  }
});

test("the releases are those that the repository is made for", () => {
  const text = textOf(HOME);
  const [, operator = ""] = /VictoriaMetrics operator \| ([\d.]+) \|/.exec(text) ?? [];
  expect(readFileSync("cdk8s.yaml", "utf8")).toContain(`VictoriaMetrics/operator/v${operator}/`);
  const [, kubernetes = ""] = /\| Kubernetes \| ([\d.]+) or later/.exec(text) ?? [];
  expect(readFileSync("package.json", "utf8")).toContain(`"cdk8s-plus-${kubernetes.replace("1.", "")}"`);
});
