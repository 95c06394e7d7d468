import fc from "fast-check";
import { COMPONENTS } from "../../lib/site/component";
import { coveredServices } from "../../lib/site/covered";
import { OWN_NAMES } from "../../lib/site/own-names";
import { SiteSchema } from "../../lib/site/schema";
import { JOB_KEYS } from "../../lib/site/sections/batch";
import { DATABASE_KINDS } from "../../lib/site/sections/database-statistics";
import { SENDER_KINDS } from "../../lib/site/sections/logs";
import { CHART_EXPORTERS, EXPORTERS, keyOf, OUTSIDE_EXPORTERS } from "../../lib/site/sections/scrapes";
import { STREAM_NAMES } from "../../lib/site/stream-names";

/*
 * Valid installations of every kind, as site.yaml would hold them: names, ports, namespaces and ranges at random, both families of
 * addresses, both scales, each optional section there or not. They are right by construction: a site that the schema refuses is a
 * mistake here or there.
 */

/** As `site.yaml` is read, before any check. */
export type RawSite = Record<string, unknown>;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const INNER = `${LETTERS}0123456789-`;

const characters = (of: string) => fc.constantFrom(...of);
const word = (first: string, minLength: number, maxLength: number) =>
  fc
    .tuple(
      characters(first),
      fc.string({ unit: characters(INNER), minLength: Math.max(0, minLength - 2), maxLength: maxLength - 2 }),
      characters(`${LETTERS}0123456789`),
    )
    .map((parts) => parts.join(""));

/** Short, usual and as long as allowed; nothing in between, where a name may look like a slip in another. */
const label = (first: string, longest: number) =>
  fc.oneof(
    { weight: 2, arbitrary: word(first, 2, 4) },
    { weight: 6, arbitrary: word(first, 11, 20) },
    { weight: 1, arbitrary: word(first, longest, longest) },
  );

const namespaceName = label(`${LETTERS}0123456789`, 63);
const serviceName = label(LETTERS, 63).filter(
  (name) => !OWN_NAMES.has(name) && !/^vm(single|agent|alert|alertmanager|auth|insert|select|storage)-/.test(name),
);

const port = fc.integer({ min: 1, max: 65_535 }).filter((number) => number !== 8435 && number !== 9094);

/** Of a stateful set, whose pods have more behind it. */
const shortened = (name: string) => name.slice(0, 52).replace(/-+$/, "");

/** A public name. */
const host = fc.tuple(word(LETTERS, 3, 12), word(LETTERS, 3, 12)).map(([one, two]) => `${one}.${two}.example`);
const website = fc
  .tuple(fc.constantFrom("http", "https"), host, fc.option(port, { nil: undefined }))
  .map(([scheme, name, at]) => `${scheme}://${name}${at === undefined ? "" : `:${at}`}`);

type Family = 4 | 6;

/** A range of its own for each `index`, in the private space of its family. */
function range(family: Family, index: number, shorter: number): string {
  return family === 4 ? `10.${index}.0.0/${16 + (shorter % 9)}` : `fd5e:${index.toString(16)}::/${32 + 16 * (shorter % 3)}`;
}

/** The n-th address of such a range. */
function addressIn(family: Family, index: number, n: number): string {
  return family === 4 ? `10.${index}.0.${n}` : `fd5e:${index.toString(16)}::${n.toString(16)}`;
}

const families = fc.constantFrom<readonly Family[]>([4], [6], [4, 6], [6, 4]);
const single = (family: Family) => (family === 4 ? 32 : 128);

const network = fc
  .record({
    indices: fc.uniqueArray(fc.integer({ min: 1, max: 250 }), { minLength: 6, maxLength: 6 }),
    families,
    shorter: fc.nat({ max: 8 }),
    controlPlane: fc.integer({ min: 1, max: 3 }),
    nodesInLan: fc.boolean(),
    nat64: fc.boolean(),
  })
  .map(({ indices, families, shorter, controlPlane, nodesInLan, nat64 }) => {
    const [pods = 0, services = 0, lan = 0, apart = 0, trusted = 0, outside = 0] = indices;
    const nodes = nodesInLan ? lan : apart;
    const all = (index: number) => families.map((family) => range(family, index, shorter));
    const lastNode = families.includes(4) ? 250 : 0xff;
    return {
      families,
      /** Addresses of machines that are neither pods nor nodes. */
      outside: families.map((family) => `${addressIn(family, outside, 9)}/${single(family)}`),
      machine: addressIn(families[0] ?? 4, outside, 33),
      /** The n-th of its machines, in the longest spelling that it has. */
      device: (n: number) => {
        const address = addressIn(families[n % families.length] ?? 4, outside, 100 + n);
        return n % 2 === 0 ? address : address.replace("::", ":0:0:0:0:0:0:").replace(/^(fd5e:\w+:0:0:0:0:0):0:/, "$1:");
      },
      cluster: {
        address_ranges: [...all(pods), ...all(services)],
        node_addresses: all(nodes),
        api_server_addresses: families.flatMap((family) => [
          `${addressIn(family, services, 1)}/${single(family)}`,
          ...Array.from({ length: controlPlane }, (_, index) => `${addressIn(family, nodes, lastNode - index)}/${single(family)}`),
        ]),
      },
      trust: {
        trusted_ranges: [...all(lan), ...all(trusted)],
        home_lan: all(lan),
        ...(families.includes(4) && nat64 && { nat64_egress: addressIn(4, trusted, 77) }),
      },
    };
  });

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const anyRawSite = fc
  .record({
    network,
    clusterName: label(`${LETTERS}0123456789`, 63),
    dnsDomain: fc.constantFrom("cluster.local", "k8s.internal", "in.side.example"),
    withDomain: fc.boolean(),
    scale: fc.constantFrom("single", "cluster"),
    nodes: fc.integer({ min: 2, max: 40 }),
    one: fc.boolean(),
    timeZone: fc.constantFrom("UTC", "Asia/Kathmandu", "America/Argentina/Ushuaia", "Pacific/Chatham"),
    namespaces: fc.uniqueArray(namespaceName, { minLength: 30, maxLength: 30 }),
    services: fc.uniqueArray(serviceName, { minLength: 24, maxLength: 24 }),
    alertManager: label(LETTERS, 37),
    ports: fc.array(port, { minLength: 32, maxLength: 32 }),
    sites: fc.uniqueArray(website, { minLength: 24, maxLength: 24, selector: (url) => url.split("/")[2] }),
    order: fc.shuffledSubarray([...COMPONENTS], { minLength: COMPONENTS.length }),
    words: fc.uniqueArray(word(LETTERS, 6, 12), { minLength: 64, maxLength: 64 }),
    months: fc.integer({ min: 1, max: 120 }),
    // the smallest holds a month or two
    volume: fc.constantFrom("2G", "90Gi", "1.5Ti", "999Gi"),
    page: fc.constantFrom("none", "public", "addresses", "address", "service"),
    ingress: fc.constantFrom("all", "without frames", "none"),
    repository: fc.constantFrom("https", "ssh", "scp"),
    project: fc.boolean(),
    apiPorts: optional(fc.uniqueArray(port, { minLength: 1, maxLength: 3 })),
    pull: fc.boolean(),
    priority: fc.boolean(),
    sizes: optional(
      fc.record(
        {
          profile: fc.constantFrom("small", "default"),
          metrics: fc.record(
            {
              profile: fc.constantFrom("small", "default"),
              store_memory: fc.constantFrom("512Mi", "9Gi"),
              store_cpus: fc.constantFrom(1, 8),
              agent_memory: fc.constantFrom("200Mi", "3Gi"),
              agent_cpus: fc.constantFrom(1, 4),
            },
            { requiredKeys: [] },
          ),
          alerting: fc.record({ profile: fc.constantFrom("small", "default") }),
          services: fc.record({ profile: fc.constantFrom("small", "default") }),
        },
        { requiredKeys: [] },
      ),
    ),
    autoscaling: optional(
      fc.record({
        modes: fc.array(fc.constantFrom("Recreate", "InPlaceOrRecreate", "Off", "recorded", "on each node"), { maxLength: 5 }),
        excluded: fc.boolean(),
      }),
    ),
    push: optional(
      fc.record(
        {
          pushover: fc.constant({}),
          ntfy: fc.record({ where: fc.constantFrom("public", "own", "inside"), access: fc.constantFrom("open", "token") }),
          webhook: fc.record({ port: optional(port), elsewhere: fc.boolean() }),
          email: fc.record({ where: fc.constantFrom("public", "own", "inside"), account: fc.constantFrom("none", "name", "open") }),
        },
        { requiredKeys: [] },
      ),
    ),
    systemdServices: optional(fc.constantFrom("all", "none")),
    deadMan: optional(fc.record({ ping_port: optional(port), elsewhere: fc.boolean() })),
    boiler: optional(
      fc.record({
        mqtt: fc.constantFrom("none", "own", "inside"),
        inside: fc.boolean(),
        zone: fc.integer({ min: 1, max: 6 }),
        listed: fc.boolean(),
      }),
    ),
    scrapes: optional(
      fc.record({
        kinds: fc.array(fc.constantFrom("looked for", "off", "namespaces", "targets", "port", "https"), {
          minLength: EXPORTERS.length,
          maxLength: EXPORTERS.length,
        }),
        ofChart: fc.subarray([...CHART_EXPORTERS]),
      }),
    ),
    snmp: optional(
      fc
        .record({
          switches: fc.integer({ min: 0, max: 3 }),
          instant: fc.integer({ min: 0, max: 3 }),
          others: fc.integer({ min: 0, max: 2 }),
          servers: fc.integer({ min: 0, max: 3 }),
          silent: fc.integer({ min: 0, max: 3 }),
          port: fc.constantFrom("Gi1/0/7", "access point: attic", "7", 'the "old" $1 one', "{{ braces }}"),
        })
        .filter(({ switches, instant, others, servers }) => switches + instant + others + servers > 0),
    ),
    probes: optional(
      fc.record({
        where: fc.constantFrom("public", "own", "inside", "address"),
        certificate: fc.boolean(),
        family: fc.boolean(),
        tcp: fc.boolean(),
        reasons: fc.boolean(),
      }),
    ),
    staleMounts: optional(
      fc.record(
        {
          mode: fc.constantFrom("restart", "dry_run"),
          listed: fc.constant(true),
          except: fc.constant(true),
          restarts_per_hour: fc.integer({ min: 1, max: 60 }),
        },
        { requiredKeys: [] },
      ),
    ),
    shipping: optional(
      fc.record(
        {
          journal: fc.constantFrom("persistent", "volatile", "none"),
          audit_log: fc.constant("/var/log/audit/audit.log"),
          host_files: fc.constant([{ name: "kern", path: "/var/log/kern.log" }]),
          aggregator_volume: fc.constantFrom("1Gi", "3G", "100Gi"),
          events_volume: fc.constant("64Mi"),
          node_buffer: fc.constantFrom("1Gi", "5G"),
        },
        { requiredKeys: [] },
      ),
    ),
    batch: optional(
      fc.record({
        jobs: fc.subarray([...JOB_KEYS]),
        store: fc.constantFrom("public", "own", "inside"),
        listed: fc.constantFrom("store", "web"),
        schedule: optional(fc.constantFrom("7 * * * *", "*/30 1-5 * * MON", "@weekly")),
        certManager: fc.boolean(),
        foreign: fc.constantFrom("none", "inside", "outside", "both"),
        severity: optional(fc.constantFrom("warning", "critical")),
      }),
    ),
    logs: optional(
      fc.record(
        {
          organisation: fc.constantFrom("default", "org_2"),
          buffer_volume: fc.constantFrom("16Gi", "1Ti"),
          retention_days: fc.dictionary(fc.constantFrom(...STREAM_NAMES), fc.integer({ min: 3, max: 3650 })),
          syslog: fc.record({ port: optional(port), kinds: fc.subarray([...SENDER_KINDS], { minLength: 1 }) }),
        },
        { requiredKeys: [] },
      ),
    ),
    logStore: optional(
      fc.record(
        {
          edition: fc.constantFrom("open_source", "enterprise"),
          volume: fc.constantFrom("30Gi", "2T"),
          object_storage: fc.constantFrom("public", "own", "inside"),
          memory: fc.constantFrom("512Mi", "6Gi"),
          cpus: fc.constantFrom(1, 6),
          readers: fc.boolean(),
        },
        { requiredKeys: ["readers"] },
      ),
    ),
    dashboards: optional(
      fc.record({
        by: fc.constantFrom("ingress", "gateway", "neither"),
        said: fc.boolean(),
        listener: optional(fc.constant("https")),
        header: optional(fc.constantFrom("X-Auth-Request-User", "Remote-User")),
      }),
    ),
    databases: optional(
      fc.record(
        {
          operator: fc.boolean(),
          volume: fc.constantFrom("2Gi", "100G"),
          backups: fc.constantFrom("public", "own", "inside"),
          schedule: fc.constantFrom("7 2 * * *", "@weekly"),
          keep_days: fc.integer({ min: 1, max: 3650 }),
        },
        { requiredKeys: ["operator"] },
      ),
    ),
    statistics: optional(
      fc.record({
        kinds: fc.subarray([...DATABASE_KINDS], { minLength: 1 }),
        every_seconds: optional(fc.constantFrom(10, 3600)),
        inside: fc.boolean(),
      }),
    ),
    rum: fc.boolean(),
    ups: optional(fc.record({ names: optional(fc.constantFrom(["a"], ["left", "right"])), port: optional(port), username: fc.boolean() })),
  })
  .map((one): RawSite => {
    const { network: net, namespaces: spaces, services, ports, sites, words } = one;
    const next = <T>(list: readonly T[]) => {
      let index = 0;
      return (): T => {
        const value = list[index++];
        if (value === undefined) throw new Error("the generator of sites runs out of names");
        return value;
      };
    };
    const [space, service, portOf, url, text] = [next(spaces), next(services), next(ports), next(sites), next(words)];
    const [monitoring, exporters, logging, orchestrator, gitops, boilerSpace, foreign] = Array.from({ length: 7 }, space);
    const domain = one.withDomain ? `svc.${one.dnsDomain}` : "svc";
    const inside = (name: string, namespace = monitoring) => `http://${name}.${namespace}.${domain}:${portOf()}`;
    const foreignService = () => `${service()}.${foreign}.${domain}:${portOf()}`;
    const covering = one.order.map((name) => ({ name, covers: `${text()}: "${text()}"` }));
    return given({
      cluster: {
        name: one.clusterName,
        dns_domain: one.dnsDomain,
        nodes: one.scale === "single" && one.one ? 1 : one.nodes,
        ...net.cluster,
        api_server_ports: one.apiPorts,
      },
      domain: `${text()}.example`,
      scale: one.scale,
      time_zone: one.timeZone,
      urls: {
        metrics_url: inside(service()),
        alertmanager_url: inside(`vmalertmanager-${one.alertManager}`),
        relay_url: inside(service()),
        status_page_url: one.page === "none" ? undefined : inside(service()),
        dead_man_url: inside(service()),
        pushgateway_url: inside(service()),
        router_url: `${inside(shortened(service()), logging)}/${text()}`,
        logs_url: inside(shortened(service()), logging),
        grafana_url: one.ingress === "none" ? undefined : url(),
        grafana_embed_url: one.ingress === "all" ? url() : undefined,
        auth_url: one.ingress === "none" ? undefined : `${url()}/${text()}`,
        runbooks_url: `${url()}/${text()}`,
      },
      namespaces: { monitoring, exporters, logging, orchestrator, gitops },
      components: covering.map(({ name, covers }, index) => ({
        name,
        covers,
        namespaces: index === 3 ? [monitoring, ...(one.boiler ? [boilerSpace] : [])] : index % 4 === 0 ? [] : [space()],
        page_id: one.page === "none" ? undefined : `${index}-${one.clusterName.slice(0, 20)}`,
      })),
      ...net.trust,
      storage_class: text(),
      secret_store: { kind: one.withDomain ? "SecretStore" : "ClusterSecretStore", name: text() },
      image_registry: `${text()}.example:${portOf()}/${text()}`,
      base_image: one.pull ? `${text()}.example/${text()}:22` : undefined,
      image_pull_secret: one.pull ? { key: text(), property: text() } : undefined,
      priority_class: one.priority ? text() : undefined,
      metrics: { retention_months: one.volume === "2G" ? 1 + (one.months % 3) : one.months, volume: one.volume },
      sizes: one.sizes,
      autoscaling: one.autoscaling && {
        workloads: one.autoscaling.modes.map((mode, index) => ({ namespace: foreign, name: `app-${index}`, ...autoscaled(mode) })),
        excluded: one.autoscaling.excluded ? ["rows-and-columns"] : undefined,
      },
      gitops: {
        repository: repository(one.repository, text),
        revision: text(),
        path: `${text()}/x`,
        destination: one.project ? "https://kubernetes.default.svc" : url(),
        project: one.project ? text() : undefined,
      },
      exporters: { chart_repository: url(), chart_version: "88.4.1", systemd_services: one.systemdServices },
      status_page: one.page === "none" ? undefined : statusPage(one.page, { url, net, foreignService }),
      push: one.push && {
        pushover: one.push.pushover,
        ntfy: one.push.ntfy && { ...ntfy(one.push.ntfy.where, { net, foreignService }), access: one.push.ntfy.access },
        webhook: one.push.webhook && { port: one.push.webhook.port, addresses: one.push.webhook.elsewhere ? net.outside : undefined },
        email: one.push.email && {
          ...smarthost(one.push.email.where, { net, foreignService }),
          from: `${text()}@mail.example`,
          to: [`${text()}@mail.example`],
          username: one.push.email.account === "name" ? text() : undefined,
          tls: one.push.email.account === "open" ? "none" : undefined,
        },
      },
      dead_man: one.deadMan && { ping_port: one.deadMan.ping_port, ping_addresses: one.deadMan.elsewhere ? net.outside : undefined },
      boiler: one.boiler && {
        namespace: boilerSpace,
        cloud_url: "https://heat.vendor.example",
        cloud_addresses: one.boiler.listed ? net.outside : net.families.map((family) => (family === 4 ? "0.0.0.0/0" : "::/0")),
        gateway: text(),
        zone: one.boiler.zone,
        login: one.boiler.listed ? "form" : "antiforgery",
        user_agent: `${text()}/7`,
        poll_seconds: 60 * one.boiler.zone,
        price_per_kwh: one.boiler.zone / 100,
        home_assistant_url: one.boiler.inside ? `http://${foreignService()}` : `http://${text()}.lan:8123`,
        home_assistant_addresses: one.boiler.inside ? [] : net.outside,
        holiday_calendar: "calendar.away",
        mqtt: broker(one.boiler.mqtt, { net, foreignService }),
      },
      scrapes: one.scrapes && scrapesOf(one.scrapes, { net, namespace: foreign ?? "" }),
      snmp: one.snmp && snmpOf(one.snmp, net.device),
      probes: one.probes && probesOf(one.probes, { components: covering, net, foreignService, url, text }),
      log_shipping: one.shipping,
      stale_mounts: one.staleMounts && {
        mode: one.staleMounts.mode,
        namespaces: one.staleMounts.listed && [monitoring, foreign],
        except: one.staleMounts.except && [logging],
        restarts_per_hour: one.staleMounts.restarts_per_hour,
      },
      batch: one.batch && batchOf(one.batch, { components: one.order, net, foreign: foreign ?? "", foreignService, url }),
      logs: one.logs && {
        ...one.logs,
        syslog: one.logs.syslog && {
          port: one.logs.syslog.port,
          ...Object.fromEntries(one.logs.syslog.kinds.map((kind, index) => [kind, [net.device(2 * index), net.device(2 * index + 1)]])),
        },
      },
      log_store: one.logStore && {
        ...one.logStore,
        object_storage: one.logStore.object_storage && bucket(one.logStore.object_storage, "logs.of", { net, foreignService }),
        readers: one.logStore.readers ? [foreign] : undefined,
      },
      dashboards: one.ingress === "none" ? undefined : one.dashboards && dashboardsOf(one.dashboards, { foreign: foreign ?? "", text }),
      databases: one.databases && {
        operator_namespace: one.databases.operator ? foreign : undefined,
        volume: one.databases.volume,
        backups: one.databases.backups && {
          ...bucket(one.databases.backups, "rows", { net, foreignService }),
          schedule: one.databases.schedule,
          keep_days: one.databases.keep_days,
        },
      },
      database_statistics: one.statistics && {
        every_seconds: one.statistics.every_seconds,
        ...Object.fromEntries(
          one.statistics.kinds.map((kind) => {
            const place = one.statistics?.inside
              ? { host: `db.${foreign}.${domain}:7000` }
              : { host: "db.lan:7000", addresses: net.outside };
            return [kind, [{ name: "rows", ...place, username: "reader", tls: "unverified" }]];
          }),
        ),
      },
      rum: one.rum
        ? {
            url: "https://eyes.example",
            ingress_namespace: foreign,
            applications: [{ name: "front", namespace: foreign, origins: ["https://front.example:8443"] }],
          }
        : undefined,
      ups: one.ups && {
        servers: [{ address: net.machine, ups: one.ups.names }],
        port: one.ups.port,
        username: one.ups.username ? "watcher" : undefined,
        component: one.order[0],
      },
    });
  });

/** What the autoscaler does with somebody's workload. */
function autoscaled(mode: string): RawSite {
  if (mode === "Recreate") return { mode, kind: "StatefulSet", replicas: 2 };
  if (mode === "on each node") return { mode: "InPlaceOrRecreate", kind: "DaemonSet" };
  if (mode === "InPlaceOrRecreate") return { mode };
  const off = { mode: "Off", because: 'it "bursts" | {{ often }}' };
  if (mode === "Off") return off;
  const containers = [
    { name: "app", recorded: "2026-02-28", target: { cpu: "120m", memory: "100Mi" }, upper_bound: { cpu: "1.5", memory: "1Gi" } },
    { name: "beside", recorded: "2024-02-29", target: { cpu: "1", memory: "1G" }, upper_bound: { cpu: "1000m", memory: "1G" } },
  ];
  return { ...off, containers };
}

/** Some of the jobs, with what they need, and some of others'. */
function batchOf(
  batch: {
    readonly jobs: readonly string[];
    readonly store: string;
    readonly listed: string;
    readonly schedule?: string | undefined;
    readonly certManager: boolean;
    readonly foreign: string;
    readonly severity?: string | undefined;
  },
  {
    components,
    net,
    foreign,
    foreignService,
    url,
  }: {
    readonly components: readonly string[];
    readonly net: { readonly outside: readonly string[]; readonly machine: string };
    readonly foreign: string;
    readonly foreignService: () => string;
    readonly url: () => string;
  },
): RawSite {
  const { schedule, severity } = batch;
  const store = {
    public: { url: url() },
    own: { url: "https://objects.lan:9000", addresses: net.outside, region: "eu-south-7" },
    inside: { url: `http://${foreignService()}` },
  }[batch.store];
  const place = batch.listed === "store" ? { at: "s3://lists/a" } : { at: "https://lists.lan/a/", addresses: net.outside };
  const machine = net.machine.includes(":") ? `[${net.machine}]` : net.machine;
  // by a name behind which addresses are, or by an address
  const named = batch.listed === "web";
  const host = named ? "machine.lan" : machine;
  const behind = { addresses: named ? net.outside : undefined };
  const username = named ? "lister" : undefined;
  const all: RawSite = {
    backup_age: { schedule },
    backup_database: { schedule },
    backup_configuration: { bucket: "saved", systems: [{ system: "gate", prefix: "gate/" }], schedule },
    backup_object_store: { buckets: ["one", "two"], schedule },
    backup_nas: { shares: [{ share: "films", listing: place.at, addresses: place.addresses, pattern: "^auto" }], username, schedule },
    backup_offsite: { sources: [{ source: "all", repository: place.at, addresses: place.addresses }], username, schedule },
    certificate_check: {
      certificates: [{ name: "board", host: `${host}:443`, server_name: "board.example", ...behind }],
      cert_manager: batch.certManager ? {} : undefined,
      schedule,
    },
    ntp_clients: {
      clients: `http://${host}/clients`,
      ...behind,
      username,
      server: "clock",
      schedule,
    },
  };
  const inside = {
    script: "inside.sh",
    namespace: foreign,
    component: components[1],
    severity,
    gauges: named ? ["object_store_objects"] : undefined,
  };
  const outside = { script: "outside.rb", addresses: net.outside, every_hours: 24, component: components[2] };
  const others = { none: [], inside: [inside], outside: [outside], both: [inside, outside] }[batch.foreign] ?? [];
  return {
    object_store: store,
    ...Object.fromEntries(batch.jobs.map((job) => [job, all[job]])),
    foreign: others.length === 0 ? undefined : others,
    outside_url: others.includes(outside as never) ? url() : undefined,
  };
}

/** Devices of each class, and what hangs on the first switches. */
function snmpOf(
  counts: {
    readonly switches: number;
    readonly instant: number;
    readonly others: number;
    readonly servers: number;
    readonly silent: number;
    readonly port: string;
  },
  device: (n: number) => string,
): RawSite {
  let next = 0;
  const some = (count: number) => (count === 0 ? undefined : Array.from({ length: count }, () => device(next++)));
  const switches = some(counts.switches);
  const silent = switches?.slice(0, counts.silent) ?? [];
  return {
    switches,
    instant_access_points: some(counts.instant),
    access_points: some(counts.others),
    servers: some(counts.servers),
    silent_access_points:
      silent.length === 0 ? undefined : silent.map((one, index) => ({ name: `point ${index}`, switch: one, port: counts.port })),
  };
}

/** By what browsers get to the dashboards. */
function dashboardsOf(
  {
    by,
    said,
    listener,
    header,
  }: { readonly by: string; readonly said: boolean; readonly listener?: string | undefined; readonly header?: string | undefined },
  { foreign, text }: { readonly foreign: string; readonly text: () => string },
): RawSite {
  const filter = () => ({ group: "filters.example", kind: "Filter", name: text() });
  const ingress = { class: text(), cluster_issuer: text(), auth_path: "/outpost/auth", sign_in_path: "/outpost/start" };
  return {
    user_header: header,
    ingress_namespace: said ? foreign : undefined,
    ingress: by === "ingress" ? (said ? ingress : {}) : undefined,
    gateway:
      by === "gateway" ? { name: text(), namespace: foreign, listener, authentication: filter(), address_ranges: filter() } : undefined,
  };
}

/** Of each exporter, whether it is there and where. */
function scrapesOf(
  { kinds, ofChart }: { readonly kinds: readonly string[]; readonly ofChart: readonly string[] },
  { net, namespace }: { readonly net: { readonly machine: string }; readonly namespace: string },
): RawSite {
  const of = (kind: string) => EXPORTERS.filter((_, index) => kinds[index] === kind);
  const withPort = net.machine.includes(":") ? `[${net.machine}]:9999` : `${net.machine}:9999`;
  // either spelling will do
  const off = [...of("off").map((name, index) => (index % 2 === 0 ? keyOf(name) : name)), ...ofChart];
  return {
    off: off.length === 0 ? undefined : off,
    ...Object.fromEntries([
      ...of("namespaces").flatMap((name) => (OUTSIDE_EXPORTERS.includes(name) ? [] : [[keyOf(name), { namespaces: [namespace] }]])),
      ...of("targets").map((name) => [keyOf(name), { targets: [net.machine] }]),
      ...of("https").map((name) => [keyOf(name), { targets: [net.machine], scheme: "https", tls_server_name: "exporter.example.org" }]),
      ...of("port").map((name) => [keyOf(name), { targets: [net.machine, withPort] }]),
    ]),
  };
}

/** Of nobody: its key is gone. */
const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBczCCARmgAwIBAgIUNewIcx8lByX3IUsTzQ2CCRfgY8IwCgYIKoZIzj0EAwIw
DjEMMAoGA1UEAwwDQW55MCAXDTI2MTEyMzExMzQwNFoYDzIxMjYxMDMwMTEzNDA0
WjAOMQwwCgYDVQQDDANBbnkwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT5IrxM
lxolRfAXNF9WIudvG+2o5HDclq/85aqFJad/bQZL/2Ndnbgqj3EZGky4nDx0o3Rf
aHFpSYQA2m9vr9h4o1MwUTAdBgNVHQ4EFgQUkaK68/ZMxl0+v02oZAiwvp6TxUEw
HwYDVR0jBBgwFoAUkaK68/ZMxl0+v02oZAiwvp6TxUEwDwYDVR0TAQH/BAUwAwEB
/zAKBggqhkjOPQQDAgNIADBFAiBaxBiKmzaWJuN3VhT1X1Gi7/T4zutz9w3a26i9
4hyRfAIhANiJma7eiLRjQQpZcCeSaPvib7yhwAg8lg+MFivkeAuY
-----END CERTIFICATE-----
`;

/** Every kind of probe, each at its component, and the others by pages. */
function probesOf(
  {
    where,
    certificate,
    family,
    tcp,
    reasons,
  }: { readonly where: string; readonly certificate: boolean; readonly family: boolean; readonly tcp: boolean; readonly reasons: boolean },
  {
    components,
    net,
    foreignService,
    url,
    text,
  }: {
    readonly components: readonly { readonly name: string; readonly covers: string }[];
    readonly net: { readonly families: readonly Family[]; readonly outside: readonly string[]; readonly machine: string };
    readonly foreignService: () => string;
    readonly url: () => string;
    readonly text: () => string;
  },
): RawSite[] {
  const machine = net.machine.includes(":") ? `[${net.machine}]` : net.machine;
  const asks = family ? { family: net.families.at(-1) === 4 ? "ipv4" : "ipv6" } : {};
  const inside = foreignService();
  const host = (port: number): RawSite => {
    if (where === "inside") return { host: inside };
    if (where === "address") return { host: `${machine}:${port}` };
    return where === "own" ? { host: `probed.lan:${port}`, addresses: net.outside, ...asks } : { host: `probed.example:${port}`, ...asks };
  };
  const vouched = certificate ? { tls_authority: AUTHORITY } : {};
  const verified = { ...(certificate || where === "address" ? { tls_server_name: "certified.example" } : {}), ...vouched };
  // what only a URL says goes for pages of one's own
  const page = (pathOfPage: string, otherUrl: string): RawSite =>
    where === "own" && pathOfPage === ""
      ? { name: "page", url: "https://probed.lan/", addresses: net.outside, ...asks, ...verified }
      : { name: "page", url: `${otherUrl}/${pathOfPage}` };
  const mail = ["smtp_starttls", "smtps", "imaps", "tls"].map((kind, index) => [
    kind,
    [{ name: kind.replace("_", "-"), ...host(index + 2000), ...verified }],
  ]);
  const { host: server, ...rest } = host(53);
  const answer = net.machine;
  const kinds: Readonly<Record<string, RawSite>> = {
    Mail: { smtp: [{ name: "smtp", ...host(25) }], ...Object.fromEntries(mail) },
    DNS: { dns: [{ name: "zone", server, query: "zone.example", answer, transport: tcp ? "tcp" : undefined, ...rest }] },
    "Smart Home": { tcp: [{ name: "broker", ...host(1883) }] },
    Internet: net.families.includes(6)
      ? { nat64: [{ name: "nat64", host: tcp ? "198.51.100.7:443" : "only.example:443", prefix: reasons ? "64:ff9b::/96" : undefined }] }
      : {},
  };
  return components.flatMap(({ name: component, covers }, index): RawSite[] => {
    const own = kinds[component] ?? {};
    if (index % 3 === 0 && reasons) {
      const because = text();
      return [{ component, ...own, not_probed: [{ name: "the-rest" }, ...coveredServices(covers)].map(({ name }) => ({ name, because })) }];
    }
    if (index > 3 && Object.keys(own).length > 0) return [{ component, ...own }];
    const kind = index === 1 ? "http_behind_sign_in" : "http";
    return [{ component, ...own, [kind]: [page(index === 0 ? "?a=b" : "", index < 2 ? url() : "https://pages.example")] }];
  });
}

function statusPage(
  kind: string,
  {
    url,
    net,
    foreignService,
  }: {
    readonly url: () => string;
    readonly net: { readonly outside: readonly string[]; readonly machine: string };
    readonly foreignService: () => string;
  },
): RawSite {
  const page_id = "page-7";
  const machine = net.machine.includes(":") ? `[${net.machine}]` : net.machine;
  if (kind === "public") return { api_url: url(), page_id };
  if (kind === "addresses") return { api_url: "https://page.lan", api_addresses: net.outside, page_id };
  if (kind === "address") return { api_url: `http://${machine}:8080`, page_id };
  return { api_url: `http://${foreignService()}`, page_id };
}

interface Where {
  readonly net: { readonly outside: readonly string[] };
  readonly foreignService: () => string;
}

function ntfy(where: string, { net, foreignService }: Where): RawSite {
  if (where === "public") return { url: "https://ntfy.sh" };
  return where === "own" ? { url: "https://ring.lan", addresses: net.outside } : { url: `http://${foreignService()}` };
}

function bucket(where: string, name: string, { net, foreignService }: Where): RawSite {
  if (where === "public") return { url: "https://s3.example.com", bucket: name };
  return where === "own"
    ? { url: "https://buckets.lan", addresses: net.outside, bucket: name, region: "garage" }
    : { url: `http://${foreignService()}`, bucket: name };
}

function smarthost(where: string, { net, foreignService }: Where): RawSite {
  if (where === "public") return { smarthost: "smtp.provider.example:587" };
  return where === "own" ? { smarthost: "mail.lan:25", addresses: net.outside } : { smarthost: foreignService() };
}

function broker(where: string, { net, foreignService }: Where): RawSite | undefined {
  if (where === "none") return undefined;
  return where === "own" ? { url: "mqtts://broker.lan", addresses: net.outside } : { url: `mqtt://${foreignService()}`, addresses: [] };
}

function repository(form: string, text: () => string): string {
  if (form === "https") return `https://${text()}.example/${text()}.git`;
  return form === "ssh" ? `ssh://git@${text()}.example:2222/${text()}.git` : `git@${text()}.example:${text()}.git`;
}

/** Without the keys that are left out. */
function given(value: RawSite): RawSite {
  return JSON.parse(JSON.stringify(value)) as RawSite;
}

/** Random names are slips in one another now and then, which the site is right to say. */
const LOOKS_LIKE_A_SLIP = /is named nowhere else, and/;

export const anySite: fc.Arbitrary<RawSite> = anyRawSite.filter((site) => {
  const { success, error } = SiteSchema.safeParse(site);
  return success || !error.issues.some(({ message }) => LOOKS_LIKE_A_SLIP.test(message));
});
