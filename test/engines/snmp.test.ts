import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Yaml } from "cdk8s";
import { SNMP_EXPORTER } from "../../components/snmp/exporter";
import { SNMP_JOBS, type SnmpJob } from "../../components/snmp/modules/jobs";
import { exporterSeries, walkSeries } from "../../components/snmp/series";
import { type Series, seriesOf } from "../../lib/series";
import { fullPlatform } from "../example";
import { differences, parseExposition } from "../exposition";
import { freePort } from "../free-port";
import { recorded } from "../snmp/recorded";
import { describeEngines, type RunningEngine, runEngine, startProcess, temporaryFolder, waitUntil } from "./engine";
import { type Device, type Reader, slowed, stackOf, startDevice } from "./snmp/agent";
import { startVictoriaMetrics, type VictoriaMetrics } from "./victoria-metrics";
import { replay } from "./vmalert";

/** Every sign that can be typed, blanks at both ends among them. */
const SIGNS = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join("");
const READER: Reader = { username: "be: #lfry", "auth-password": `${SIGNS} `, "priv-password": `'"\\ {{ . }} $HOME \${X} é€ & <b> %d` };
const ROTATED: Reader = { ...READER, "auth-password": "another password", "priv-password": "- yes: *no" };

const { manifests } = fullPlatform();
const objectOf = (file: string) => {
  const found = manifests.find((manifest) => manifest.file === file)?.object;
  if (found === undefined) throw new Error(`dist/${file} is not there`);
  return found;
};

interface Container {
  readonly name: string;
  readonly args: readonly string[];
}

const deployment = objectOf("monitoring-snmp-exporter/deployment-snmp-exporter.yml").spec as {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
};
const argsOf = (container: string, paths: Readonly<Record<string, string>>): string[] => {
  const { args = [] } = deployment.template.spec.containers.find(({ name }) => name === container) ?? {};
  return args.map((arg) => Object.entries(paths).reduce((so, [from, to]) => so.replace(from, to), arg));
};

const { target } = objectOf("monitoring-secrets/externalsecret-snmp.yml").spec as {
  readonly target: { readonly template: { readonly data: Readonly<Record<string, string>> } };
};

/** The Secret's files, as External Secrets' own engine renders them of what the store holds. */
async function filesOf(store: Reader): Promise<Record<string, string>> {
  const { code, stdout, output } = await runEngine("external-secrets-collectors", ["template"], {
    stdin: JSON.stringify({ template: target.template.data, data: store }),
  });
  if (code !== 0) throw new Error(output);
  return JSON.parse(stdout) as Record<string, string>;
}

/** A Secret as a kubelet mounts it: a new content is a new folder behind a link that is replaced. */
class MountedSecret {
  readonly path = join(temporaryFolder(), "snmp");
  #content = 0;

  becomes(files: Readonly<Record<string, string>>): void {
    const name = `..content_${++this.#content}`;
    mkdirSync(join(this.path, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(this.path, name, file), text);
    symlinkSync(name, join(this.path, "..data_tmp"));
    renameSync(join(this.path, "..data_tmp"), join(this.path, "..data"));
    if (this.#content === 1) for (const file of Object.keys(files)) symlinkSync(join("..data", file), join(this.path, file));
  }
}

describeEngines(["snmp-exporter", "snmpd", "external-secrets-collectors"], "the SNMP exporter, as dist/ runs it", () => {
  const running: { stop(): unknown }[] = [];
  const secret = new MountedSecret();
  let url = "";
  let exporter: RunningEngine;
  let port: number;

  beforeAll(async () => {
    secret.becomes(await filesOf(READER));
    const modules = temporaryFolder();
    const { data = {} } = objectOf("monitoring-snmp-exporter/configmap-snmp-exporter.yml");
    for (const [file, text] of Object.entries(data as Record<string, string>)) writeFileSync(join(modules, file), text);
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const args = argsOf("snmp-exporter", { "/etc/snmp-exporter": modules, "/run/secrets/snmp": secret.path });
    exporter = await startProcess("snmp-exporter", [...args, `--web.listen-address=127.0.0.1:${port}`], { ready: `${url}/-/healthy` });
    running.push(exporter);
  });
  afterAll(async () => {
    for (const one of running.reverse()) await one.stop();
  });

  const device = async (walk: string, reader = READER, host?: string): Promise<Device> => {
    const started = await startDevice(walk, reader, host);
    running.push(started);
    return started;
  };

  const asked = async (job: SnmpJob, at: { readonly target: string }) => {
    const { targetEndpoints } = objectOf(`monitoring-snmp-exporter/vmstaticscrape-${job.job}.yml`).spec as {
      readonly targetEndpoints: readonly { readonly path: string; readonly params: Readonly<Record<string, readonly string[]>> }[];
    };
    const [endpoint] = targetEndpoints;
    const query = new URLSearchParams([
      ...Object.entries(endpoint?.params ?? {}).flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
      ["target", at.target],
    ]);
    const response = await fetch(`${url}${endpoint?.path}?${query}`);
    return { isUp: response.ok, text: await response.text() };
  };
  const told = async (job: SnmpJob, at: { readonly target: string }): Promise<string> => {
    const { isUp, text } = await asked(job, at);
    if (!isUp) throw new Error(`${job.job} of ${at.target}: ${text}\n${exporter.output().split("\n").slice(-5).join("\n")}`);
    return text;
  };

  test.each([
    ["switch", SNMP_JOBS.switchPorts],
    ["switch", SNMP_JOBS.switchHealth],
    ["instant", SNMP_JOBS.instantRadios],
    ["server", SNMP_JOBS.serverHealth],
  ] as const)("reads a device of %s with a user and passwords of every sign, and gives what is declared", async (name, job) => {
    const text = await told(job, await device(recorded(name)));
    const declared: Series[] = [...seriesOf(walkSeries), ...seriesOf(job.series)];
    expect(differences(declared, parseExposition(text))).toEqual([]);
  });

  test("gives of itself what is declared", async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(differences(seriesOf(exporterSeries), parseExposition(text))).toEqual([]);
  });

  test("names ports, pools, sensors and access points by what the device calls them", async () => {
    const [hub, point] = [await device(recorded("switch")), await device(recorded("instant"))];
    expect(await told(SNMP_JOBS.switchPorts, hub)).toContain(
      'ifOperStatus{ifAlias="printer, \\"old\\" one",ifDescr="GigabitEthernet1/0/8",ifIndex="10108",ifName="Gi1/0/8"} 2',
    );
    const health = await told(SNMP_JOBS.switchHealth, hub);
    expect(health).toContain('ciscoMemoryPoolFree{ciscoMemoryPoolName="I/O",ciscoMemoryPoolType="2"} 1e+07');
    expect(health).toContain('ciscoEnvMonTemperatureStatusDescr="SW#2, Sensor#1, GREEN",ciscoEnvMonTemperatureStatusIndex="2006"} 43');
    expect(await told(SNMP_JOBS.instantRadios, point)).toContain(
      'aiRadioNoiseFloor{aiAPName="garden",aiRadioAPMACAddress="02:00:00:00:00:02",aiRadioIndex="1"} 94',
    );
  });

  test("reads a device on IPv6", async () => {
    expect(await told(SNMP_JOBS.serverHealth, await device(recorded("server"), READER, "::1"))).toContain("cpqHeFltTolFanCondition");
  });

  test("walks a stack of 57 ports that takes 100 ms for each packet within the least that a scrape may take", async () => {
    const stack = await slowed(await device(stackOf(57, recorded("switch"))), 100);
    running.push(stack);
    const started = Date.now();
    const text = await told(SNMP_JOBS.switchPorts, stack);
    expect(text.match(/^ifOperStatus\{/gm)).toHaveLength(57);
    expect(Date.now() - started).toBeLessThan(15_000);
  });

  test("fails the scrape of a device that knows another password", async () => {
    const { isUp, text } = await asked(SNMP_JOBS.serverHealth, await device(recorded("server"), ROTATED));
    expect([isUp, text]).toEqual([false, expect.stringMatching(/digest|unknown|authentic/i)]);
  });

  describeEngines(["config-reloader"], "and the reloader beside it", () => {
    test("reads a Secret that was rotated, without a restart", async () => {
      const [before, after] = [await device(recorded("server")), await device(recorded("server"), ROTATED)];
      const paths = { "/run/secrets/snmp": secret.path, ":9116": `:${port}`, ":8435": `:${await freePort()}` };
      const reloader = await startProcess("config-reloader", [...argsOf("config-reloader", paths), "--delay-interval=100ms"], {
        ready: /starting watcher for dir/,
      });
      try {
        expect((await asked(SNMP_JOBS.serverHealth, before)).isUp).toBe(true);
        secret.becomes(await filesOf(ROTATED));
        await waitUntil(
          async () => (await asked(SNMP_JOBS.serverHealth, after)).isUp,
          () => reloader.output(),
          20_000,
        );
        secret.becomes(await filesOf(READER));
        await waitUntil(
          async () => (await asked(SNMP_JOBS.serverHealth, before)).isUp,
          () => reloader.output(),
          20_000,
        );
      } finally {
        await reloader.stop();
      }
    });
  });

  describeEngines(["victoria-metrics", "vmalert"], "what it tells, in the real store", () => {
    // a week after the epoch and more: what looks back beyond it finds nothing in this store
    const START = 10 * 86_400;
    let store: VictoriaMetrics;
    const lines: string[] = [];

    /** The samples of a device, as the agent would store them each minute. */
    const recordAs = async (job: SnmpJob, at: Device, instance: string, minutes: readonly [from: number, to: number]) => {
      const text = await told(job, at);
      const labels = `job="${job.job}",instance="${instance}",component="${job.component}"`;
      const samples = [`up 1`, ...text.split("\n").filter((line) => /^[a-z]/i.test(line))];
      for (let minute = minutes[0]; minute < minutes[1]; minute++) {
        for (const sample of samples) {
          const [, name, own = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(sample) ?? [];
          lines.push(`${name}{${labels}${own === "" ? "" : `,${own}`}} ${value} ${(START + minute * 60) * 1000}`);
        }
      }
    };

    beforeAll(async () => {
      store = await startVictoriaMetrics();
      running.push(store);
    });

    test("a port that goes down, an access point's uplink and fans that fail are told, and a minute's flap is not", async () => {
      const [hub, server] = [await device(recorded("switch")), await device(recorded("server"))];
      const both = async (minutes: readonly [number, number]) => {
        await recordAs(SNMP_JOBS.switchPorts, hub, "192.168.10.2", minutes);
        await recordAs(SNMP_JOBS.switchHealth, hub, "192.168.10.2", minutes);
        await recordAs(SNMP_JOBS.serverHealth, server, "192.168.10.41", minutes);
      };
      const is = (oid: string, value: number) => (walk: string) => walk.replace(new RegExp(`(\\.${oid} = INTEGER: )\\d+`), `$1${value}`);
      await both([0, 10]);
      // the uplink is away for a minute
      hub.becomes(is("2.2.1.8.10101", 2));
      await both([10, 11]);
      hub.becomes(is("2.2.1.8.10101", 1));
      await both([11, 20]);
      hub.becomes((walk) => is("2.2.1.8.10107", 2)(is("13.1.4.1.3.1015", 3)(walk)));
      server.becomes(is("6.7.1.9.0.2", 4));
      await both([20, 30]);
      hub.becomes(is("2.2.1.8.10101", 7));
      await both([30, 40]);
      // the exporter itself, which is asked beside them
      for (let minute = 0; minute < 40; minute++) lines.push(`up{job="${SNMP_EXPORTER}"} 1 ${(START + minute * 60) * 1000}`);
      await store.importPrometheus(lines);

      const folder = temporaryFolder();
      const ruleFiles = ["snmp", "snmp-ports", "snmp-health"].map((area) => {
        const path = join(folder, `${area}.yml`);
        writeFileSync(path, Yaml.stringify(objectOf(`monitoring-rules/${area}.yml`).spec));
        return path;
      });
      const at = (minute: number) => START + minute * 60;
      const { code, output } = await replay({
        ruleFiles,
        storageUrl: store.url,
        from: new Date(at(0) * 1000),
        to: new Date(at(39) * 1000),
        interval: "30s",
      });
      if (code !== 0) throw new Error(output.slice(-2000));
      await store.flush();
      const firing = async (minute: number) =>
        (await store.query(`count_over_time(ALERTS{alertstate="firing"}[1m])`, at(minute)))
          .map(({ labels: { alertname, instance, ifName, access_point, ciscoEnvMonFanStatusDescr, cpqHeFltTolFanIndex } }) =>
            [alertname, instance, ifName, access_point, ciscoEnvMonFanStatusDescr, cpqHeFltTolFanIndex].filter(Boolean).join(" "),
          )
          .sort();
      expect(await firing(19)).toEqual([]);
      const failed = [
        "AccessPointUplinkDown 192.168.10.2 Gi1/0/7 attic",
        "ServerPartFailing 192.168.10.41 2",
        "SwitchPartFailing 192.168.10.2 Switch#1, Fan#2",
      ];
      expect(await firing(29)).toEqual(failed);
      expect(await firing(38)).toEqual(["NetworkPortDown 192.168.10.2 Gi1/0/1", ...failed].sort());
    });
  });
});
