import fc from "fast-check";
import { COMPONENTS } from "../../lib/site/component";
import { SiteSchema } from "../../lib/site/schema";
import { EXPORTERS, keyOf, OUTSIDE_EXPORTERS } from "../../lib/site/sections/scrapes";

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
const serviceName = label(LETTERS, 63).filter((name) => !/^vm(single|agent|alert|alertmanager|auth|insert|select|storage)-/.test(name));

const port = fc.integer({ min: 1, max: 65_535 }).filter((number) => number !== 8435 && number !== 9094);

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
    namespaces: fc.uniqueArray(namespaceName, { minLength: 24, maxLength: 24 }),
    services: fc.uniqueArray(serviceName, { minLength: 14, maxLength: 14 }),
    alertManager: label(LETTERS, 37),
    ports: fc.array(port, { minLength: 20, maxLength: 20 }),
    sites: fc.uniqueArray(website, { minLength: 12, maxLength: 12, selector: (url) => url.split("/")[2] }),
    order: fc.shuffledSubarray([...COMPONENTS], { minLength: COMPONENTS.length }),
    words: fc.uniqueArray(word(LETTERS, 6, 12), { minLength: 44, maxLength: 44 }),
    months: fc.integer({ min: 1, max: 120 }),
    volume: fc.constantFrom("2G", "20Gi", "1.5Ti", "999Gi"),
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
      fc.array(fc.constantFrom("looked for", "off", "namespaces", "targets", "port"), {
        minLength: EXPORTERS.length,
        maxLength: EXPORTERS.length,
      }),
    ),
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
        router_url: `${inside(service(), logging)}/${text()}`,
        logs_url: inside(service(), logging),
        grafana_url: one.ingress === "none" ? undefined : url(),
        grafana_embed_url: one.ingress === "all" ? url() : undefined,
        auth_url: one.ingress === "none" ? undefined : `${url()}/${text()}`,
        runbooks_url: `${url()}/${text()}`,
      },
      namespaces: { monitoring, exporters, logging, orchestrator, gitops },
      components: one.order.map((name, index) => ({
        name,
        covers: `${text()}: "${text()}"`,
        namespaces: index === 3 ? [monitoring, ...(one.boiler ? [boilerSpace] : [])] : index % 4 === 0 ? [] : [space()],
        page_id: one.page === "none" ? undefined : `${index}-${one.clusterName.slice(0, 20)}`,
      })),
      ...net.trust,
      storage_class: text(),
      secret_store: { kind: one.withDomain ? "SecretStore" : "ClusterSecretStore", name: text() },
      image_registry: `${text()}.example:${portOf()}/${text()}`,
      image_pull_secret: one.pull ? { key: text(), property: text() } : undefined,
      priority_class: one.priority ? text() : undefined,
      metrics: { retention_months: one.months, volume: one.volume },
      sizes: one.sizes,
      gitops: {
        repository: repository(one.repository, text),
        revision: text(),
        path: `${text()}/x`,
        destination: one.project ? "https://kubernetes.default.svc" : url(),
        project: one.project ? text() : undefined,
      },
      exporters: { chart_repository: url(), chart_version: "88.4.1" },
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
      ups: one.ups && {
        servers: [{ address: net.machine, ups: one.ups.names }],
        port: one.ups.port,
        username: one.ups.username ? "watcher" : undefined,
        component: one.order[0],
      },
    });
  });

/** Of each exporter, whether it is there and where. */
function scrapesOf(
  kinds: readonly string[],
  { net, namespace }: { readonly net: { readonly machine: string }; readonly namespace: string },
): RawSite {
  const of = (kind: string) => EXPORTERS.filter((_, index) => kinds[index] === kind);
  const withPort = net.machine.includes(":") ? `[${net.machine}]:9999` : `${net.machine}:9999`;
  const off = of("off");
  return {
    off: off.length === 0 ? undefined : off,
    ...Object.fromEntries([
      ...of("namespaces").flatMap((name) => (OUTSIDE_EXPORTERS.includes(name) ? [] : [[keyOf(name), { namespaces: [namespace] }]])),
      ...of("targets").map((name) => [keyOf(name), { targets: [net.machine] }]),
      ...of("port").map((name) => [keyOf(name), { targets: [net.machine, withPort] }]),
    ]),
  };
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
