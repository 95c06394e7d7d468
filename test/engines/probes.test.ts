/** What a site says of probes, by the real exporter, agent and evaluator, against servers on loopback. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { blackboxExporter, probeTargets } from "../../components/probes/exporter";
import { blackboxSeries, probeSeries } from "../../components/probes/series";
import type { VMProbeSpec } from "../../lib/kubernetes/custom-resources";
import { seriesOf } from "../../lib/series";
import type { ProbesSite, Site } from "../../lib/site/schema";
import { smallPlatformOf } from "../checks/small-platform";
import { exampleSite } from "../example";
import { differences, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { describeEngines, type RunningEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { startMailServer } from "./mail-server";
import { ownCertificate } from "./own-certificate";
import { type Probed, startGreeter, startNames, startPage } from "./probed-servers";
import { startVictoriaMetrics } from "./victoria-metrics";
import { startVmalert, type Vmalert } from "./vmalert";

/** Both families; a site would refuse loopback, which no pod reaches. */
const siteWith = (probes: ProbesSite): Site => ({ ...exampleSite(), probes });

async function startBlackbox(site: Site, address: string): Promise<RunningEngine> {
  const { files = {} } = blackboxExporter(site) ?? {};
  const [content = ""] = Object.values(files);
  const file = join(temporaryFolder(), "blackbox.yml");
  writeFileSync(file, content);
  return startProcess("blackbox-exporter", [`--config.file=${file}`, `--web.listen-address=${address}`], {
    ready: `http://${address}/-/healthy`,
  });
}

describeEngines(["blackbox-exporter"], "a probe by the real exporter", () => {
  const closing: (() => unknown)[] = [];
  const answers = new Map<string, string>();
  let own: readonly string[] = [];

  beforeAll(async () => {
    const started = <T extends Pick<Probed, "close">>(server: T): T => {
      closing.push(() => server.close());
      return server;
    };
    const good = ownCertificate({ names: "IP:127.0.0.1,DNS:mail.example.org" });
    const authority = good.cert.toString();
    const page = started(
      await startPage(({ url, headers }, response) => {
        const [, status = "200"] = /^\/(\d+)/.exec(url ?? "") ?? [];
        const isOff = status === "301" || status === "302";
        response.writeHead(Number(status), { "last-modified": new Date(1.7e12).toUTCString(), ...(isOff && { location: "/200" }) });
        response.end(headers.host);
      }),
    );
    const asked: string[] = [];
    let vhostName = "";
    const vhost = started(
      await startPage(
        ({ headers, url = "" }, response) => {
          asked.push(`${headers.host}${url}`);
          response.writeHead(headers.host === vhostName && url === "/v2/?n=1&m=2" ? 200 : 404).end();
        },
        "127.0.0.1",
        good,
      ),
    );
    vhostName = vhost.host.replace("127.0.0.1", "mail.example.org");
    const page6 = started(await startPage((_, response) => response.end(), "::1"));
    const [banner, postscreen, busy, rejecting] = [
      started(await startGreeter([[0, "220 mx.example.org ESMTP"]])),
      started(
        await startGreeter([
          [0, "220-mx.example.org waits"],
          [6000, "220 mx.example.org ESMTP"],
        ]),
      ),
      started(await startGreeter([[0, "220-mx.example.org waits for ever"]])),
      started(await startGreeter([[0, "554 no"]])),
    ];
    const mail = started(await startMailServer());
    const imap = started(await startGreeter([[0, "* OK ready"]], { certificate: good }));
    const bye = started(await startGreeter([[0, "* BYE full"]], { certificate: good }));
    const smtps = started(await startGreeter([[0, "220 mx"]], { certificate: good }));
    const names = started(
      await startNames([
        [203, 0, 113, 80],
        [203, 0, 113, 81],
      ]),
    );
    const names6 = started(await startNames([[0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]], "::1"));
    const silentNames = started(await startNames([]));

    const url = (status: number) => `http://${page.host}/${status}`;
    const dns = { server: names.host, query: "www.example.org", answer: "203.0.113.81" };
    const certified = { tls_server_name: "mail.example.org", tls_authority: authority };
    const here = ["127.0.0.0/8", "::1/128"];
    const page4Name = page.host.replace("127.0.0.1", "localhost");
    const port6 = page6.host.replace("[::1]:", "");
    const codes = [200, 204, 301, 302, 401, 403, 404, 500, 503];
    const site = siteWith([
      {
        component: "Websites",
        http: [
          ...codes.map((code) => ({ name: `http-${code}`, url: url(code) })),
          { name: "http-family-4", url: `http://${page4Name}/200`, addresses: here, family: "ipv4" },
          { name: "http-other-family", url: `http://${page4Name}/200`, addresses: here, family: "ipv6" },
          { name: "http-literal-6", url: `http://[::1]:${port6}/` },
          { name: "https-by-name", url: `https://${vhost.host}/v2/?n=1&m=2`, ...certified },
          { name: "https-unknown-authority", url: `https://${vhost.host}/v2/?n=1&m=2`, tls_server_name: "mail.example.org" },
          { name: "https-other-name", url: `https://${vhost.host}/v2/`, tls_server_name: "www.example.org", tls_authority: authority },
        ],
        http_behind_sign_in: codes.map((code) => ({ name: `gated-${code}`, url: url(code) })),
      },
      {
        component: "Mail",
        smtp: [
          { name: "smtp", host: banner.host },
          { name: "smtp-postscreen", host: postscreen.host },
          { name: "smtp-rejecting", host: rejecting.host },
        ],
        smtp_starttls: [
          { name: "starttls", host: `127.0.0.1:${mail.port}`, tls_authority: readFileSync(mail.certificateFile, "utf8") },
          { name: "starttls-unknown-authority", host: `127.0.0.1:${mail.port}` },
        ],
        smtps: [
          { name: "smtps", host: smtps.host, ...certified },
          { name: "smtps-in-the-clear", host: banner.host, ...certified },
        ],
        imaps: [
          { name: "imaps", host: imap.host, ...certified },
          { name: "imaps-bye", host: bye.host, ...certified },
          { name: "imaps-other-name", host: imap.host, tls_server_name: "imap.example.org", tls_authority: authority },
        ],
        tls: [{ name: "tls", host: imap.host, ...certified }],
        tcp: [
          { name: "tcp", host: busy.host },
          { name: "tcp-nobody", host: `127.0.0.1:${await freePort()}` },
        ],
      },
      {
        component: "DNS",
        dns: [
          { name: "dns-udp", ...dns },
          { name: "dns-tcp", ...dns, transport: "tcp" },
          { name: "dns-6", server: names6.host, query: "www.example.org", answer: "2001:DB8:0::80" },
          { name: "dns-other-address", ...dns, answer: "203.0.113.8" },
          { name: "dns-no-address", ...dns, server: silentNames.host },
        ],
      },
      { component: "Internet", nat64: [{ name: "nat64-nobody", host: "192.0.2.1:443" }] },
    ]);
    const address = `127.0.0.1:${await freePort()}`;
    const exporter = await startBlackbox(site, address);
    closing.unshift(() => exporter.stop());
    await Promise.all(
      probeTargets(site).map(async ({ service, module, target }) => {
        const query = new URLSearchParams({ module, target });
        answers.set(service, await (await fetch(`http://${address}/probe?${query}`)).text());
      }),
    );
    own = [await (await fetch(`http://${address}/metrics`)).text()];
    expect(new Set(asked)).toEqual(new Set([`${vhostName}/v2/?n=1&m=2`]));
  }, 60_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  const passed = () => [...answers].filter(([, text]) => /^probe_success 1$/m.test(text)).map(([service]) => service);
  const passing = (prefix: string) =>
    passed()
      .filter((service) => service.startsWith(prefix))
      .sort();

  test("takes 2xx alone for a page, and what a sign-in answers for one behind it, and follows nobody", () => {
    expect(passing("http-").filter((service) => /\d{3}$/.test(service))).toEqual(["http-200", "http-204"]);
    expect(passing("gated-")).toEqual(["gated-200", "gated-301", "gated-302", "gated-401", "gated-403"]);
  });

  test("asks by its own family and by no other", () => {
    expect(passing("http-").filter((service) => !/\d{3}$/.test(service))).toEqual(["http-family-4", "http-literal-6"]);
  });

  test("verifies the certificate for the name given, by the authority given, and asks for the page by that name, with its query", () => {
    expect(passing("https-")).toEqual(["https-by-name"]);
  });

  test("takes a mail server's greeting, also one that waits six seconds with it", () => {
    expect(passing("smtp")).toEqual(["smtp", "smtp-postscreen", "smtps"]);
    expect(passing("starttls")).toEqual(["starttls"]);
    expect(passing("imaps")).toEqual(["imaps"]);
    expect([...passing("tls"), ...passing("tcp")]).toEqual(["tls", "tcp"]);
    for (const service of ["starttls", "smtps", "imaps", "tls"]) expect(answers.get(service)).toContain("probe_ssl_earliest_cert_expiry");
  });

  test("takes an answer that holds the declared address among others", () => {
    expect(passing("dns-")).toEqual(["dns-6", "dns-tcp", "dns-udp"]);
  });

  test("gives the series that are declared, and the exporter its own", () => {
    expect(differences(seriesOf(blackboxSeries), parseExposition(own.join("\n")))).toEqual([]);
    const right = passed().flatMap((service) => answers.get(service) ?? []);
    const absent = { probe_dns_serial: "no module asks for the zone's serial number" };
    expect(differences(seriesOf(probeSeries), parseExposition(right.join("\n")), { absent })).toEqual([]);
  });
});

/** The agent's jobs, as the operator writes them of our objects (factory/vmscrapes, probe.go), at a pace for tests. */
const jobsOf = (specs: readonly VMProbeSpec[], exporter: string, intervalOf: (target: string) => string) =>
  specs.map(({ module = "", jobName, targets, vmProberSpec: _ }, index) => {
    const { targets: asked = [], labels = {} } = targets?.static ?? {};
    return {
      job_name: `probe/${index}`,
      scrape_interval: intervalOf(asked[0] ?? ""),
      metrics_path: "/probe",
      params: { module: [module] },
      static_configs: [{ targets: [...asked], labels }],
      relabel_configs: [
        { source_labels: ["__address__"], target_label: "__param_target" },
        { source_labels: ["__param_target"], target_label: "instance" },
        { target_label: "__address__", replacement: exporter },
        { target_label: "job", replacement: jobName },
      ],
    };
  });

describeEngines(["blackbox-exporter", "vmagent-1.150", "victoria-metrics-1.150", "vmalert-1.150"], "what becomes of a probe", () => {
  const closing: (() => unknown)[] = [];
  let status = 200;
  let delay = 0;
  let vmalert: Vmalert;
  let exporter: RunningEngine;

  beforeAll(async () => {
    const renewed = ownCertificate({ days: 61 });
    const old = ownCertificate({ days: 13 });
    const page = await startPage((_, response) => response.writeHead(status).end());
    const slow = await startPage((_, response) => setTimeout(() => response.end(), delay));
    const [imap, oldImap] = await Promise.all([renewed, old].map((certificate) => startGreeter([[0, "* OK"]], { certificate })));
    if (imap === undefined || oldImap === undefined) throw new Error("two servers were asked for");
    closing.push(...[page, slow, imap, oldImap].map((server) => () => server.close()));
    const site = siteWith([
      { component: "Websites", http: [{ name: "page", url: `http://${page.host}/` }] },
      { component: "Platform", http: [{ name: "slow", url: `http://${slow.host}/` }] },
      {
        component: "Mail",
        imaps: [
          { name: "imap", host: imap.host, tls_authority: renewed.cert.toString() },
          { name: "old-imap", host: oldImap.host, tls_authority: old.cert.toString() },
        ],
      },
    ]);
    const { manifests } = smallPlatformOf(site);
    const specs = manifests.flatMap(({ object }) => (object.kind === "VMProbe" ? [object.spec as VMProbeSpec] : []));
    const rules = Yaml.stringify(manifests.find(({ file }) => file === "monitoring-rules/probes.yml")?.object.spec);

    const folder = temporaryFolder();
    const blackbox = `127.0.0.1:${await freePort()}`;
    exporter = await startBlackbox(site, blackbox);
    const own = { job_name: "blackbox-exporter", scrape_interval: "1s", static_configs: [{ targets: [blackbox] }] };
    const jobs = [own, ...jobsOf(specs, blackbox, (target) => (target.includes(slow.host) ? "4s" : "1s"))];
    writeFileSync(join(folder, "agent.yml"), JSON.stringify({ scrape_configs: jobs }));
    // a minute of a rule takes 600 milliseconds
    writeFileSync(
      join(folder, "rules.yml"),
      rules
        .replace(/for: (\d+)m/g, (_, minutes: string) => `for: ${Number(minutes) * 600}ms`)
        // a slow answer is there seven seconds after it was asked for: half of ten minutes has to be longer
        .replace(/\[(\d+)m\]/g, (_, minutes: string) => `[${Number(minutes) * 1500}ms]`),
    );
    const store = await startVictoriaMetrics(["-search.maxStalenessInterval=10s"], "victoria-metrics-1.150");
    const agentAddress = `127.0.0.1:${await freePort()}`;
    const agent = await startProcess(
      "vmagent-1.150",
      [
        `-httpListenAddr=${agentAddress}`,
        `-promscrape.config=${join(folder, "agent.yml")}`,
        `-remoteWrite.url=${store.url}/api/v1/write`,
        `-remoteWrite.tmpDataPath=${temporaryFolder()}`,
        "-remoteWrite.flushInterval=200ms",
      ],
      { ready: `http://${agentAddress}/health` },
    );
    await waitUntil(
      async () => (await store.query("probe_success == 1", Date.now() / 1000)).length === 4,
      () => "not every probe passes",
      20_000,
    );
    vmalert = await startVmalert({
      program: "vmalert-1.150",
      ruleFiles: [join(folder, "rules.yml")],
      datasourceUrl: store.url,
      args: ["-datasource.queryStep=10s", "-rule.evalDelay=0s"],
    });
    closing.unshift(
      () => vmalert.stop(),
      () => agent.stop(),
      () => exporter.stop(),
      () => store.stop(),
    );
  }, 60_000);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  const firing = async () =>
    (await vmalert.alerts())
      .filter(({ state }) => state === "firing")
      .map(({ name, labels: { component, severity, probe } }) => [name, component, severity, probe].join(" ").trim())
      .sort();
  let seen: readonly string[] = [];
  const fires = (...expected: readonly string[]) =>
    waitUntil(
      async () => {
        seen = await firing();
        return JSON.stringify(seen) === JSON.stringify([...expected].sort());
      },
      () => `fires: ${seen.join(", ")}; should: ${expected.join(", ")}`,
      MOST_TIME,
    );
  /** Milliseconds; the machine may have more to do. */
  const MOST_TIME = 60_000;
  const EXPIRING = "CertificateExpiring Mail warning old-imap";

  test("a certificate with 13 days left warns, one with 61 does not", () => fires(EXPIRING), 2 * MOST_TIME);

  test(
    "a page that fails is critical on its component after a while, and is over when it answers again",
    async () => {
      status = 503;
      const since = Date.now();
      await fires(EXPIRING, "ProbeFailed Websites critical page");
      // five minutes of a rule, at the pace of this test
      expect(Date.now() - since).toBeGreaterThan(3000);
      status = 200;
      await fires(EXPIRING);
    },
    3 * MOST_TIME,
  );

  test(
    "a page that takes more than half of its time is a warning before it fails",
    async () => {
      delay = 2900;
      await fires(EXPIRING, "ProbeSlow Platform warning slow");
      delay = 0;
      await fires(EXPIRING);
    },
    3 * MOST_TIME,
  );

  test(
    "an exporter that stops is one warning on the platform, and no outage of anybody",
    async () => {
      await exporter.stop();
      await fires("ProbeExporterDown Platform warning");
      await new Promise((resolve) => setTimeout(resolve, 6000));
      expect(await firing()).toEqual(["ProbeExporterDown Platform warning"]);
    },
    2 * MOST_TIME,
  );
});
