import { metricPart } from "../../heartbeat";
import { ranges } from "../cidr";
import { COMPONENTS } from "../component";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text, wholeNumber } from "../field";
import { bucketFlaw, listingFlaw, patternFlaw, prefixFlaw, regionFlaw, usernameFlaw } from "../listing";
import { dnsLabel, isDnsLabel } from "../name";
import { type Inside, outsideAddresses, outsideListMistakes } from "../outside-url";
import { quote } from "../quote";
import { scheduleFlaw } from "../schedule";
import { scriptFlaw } from "../script";
import { twice } from "../twice";
import { hostPortFlaw, urlFlaw } from "../url";

const schedule = () => text("17 * * * *", scheduleFlaw).optional();
const addresses = () => ranges("192.168.10.30/32").optional();
const username = () => text("belfry", usernameFlaw).optional();
const label = (example: string) => text(example, labelFlaw);

/** What rules read, whoever pushes it. */
export const FOREIGN_GAUGES = [
  "backup_size_bytes",
  "backup_target_capacity_bytes",
  "backup_target_free_bytes",
  "certificate_inventory_days_left",
  "configuration_backup_age_days",
  "database_backup_age_days",
  "nas_snapshot_age_days",
  "object_store_objects",
  "offsite_copy_age_days",
  "storage_backup_age_days",
] as const;

const keys = {
  batch: section({
    object_store: section({
      url: text("https://s3.example.org", urlFlaw),
      addresses: addresses(),
      region: text("us-east-1", regionFlaw).optional(),
    }).optional(),
    backup_age: section({ schedule: schedule() }).optional(),
    backup_database: section({ schedule: schedule() }).optional(),
    backup_configuration: section({
      bucket: text("configurations", bucketFlaw),
      systems: listOf(section({ system: label("router"), prefix: text("router/", prefixFlaw) }), {
        example: "- { system: router, prefix: router/ }",
        minimum: 1,
      }),
      schedule: schedule(),
    }).optional(),
    backup_object_store: section({
      buckets: listOf(text("volume-backups", bucketFlaw), { example: "[volume-backups]", minimum: 1 }),
      schedule: schedule(),
    }).optional(),
    backup_nas: section({
      shares: listOf(
        section({
          share: label("photos"),
          listing: text("https://nas.example.org/snapshots/photos/", listingFlaw),
          pattern: text("^daily-", patternFlaw).optional(),
          addresses: addresses(),
        }),
        { example: "- { share: photos, listing: https://nas.example.org/snapshots/photos/ }", minimum: 1 },
      ),
      username: username(),
      schedule: schedule(),
    }).optional(),
    backup_offsite: section({
      sources: listOf(
        section({ source: label("volumes"), repository: text("s3://off-site/volumes", listingFlaw), addresses: addresses() }),
        { example: "- { source: volumes, repository: s3://off-site/volumes }", minimum: 1 },
      ),
      username: username(),
      schedule: schedule(),
    }).optional(),
    certificate_check: section({
      certificates: listOf(
        section({
          name: label("directory"),
          host: text("ldap.example.org:636", hostPortFlaw),
          server_name: text("ldap.example.org", serverNameFlaw).optional(),
          addresses: addresses(),
        }),
        { example: "- { name: directory, host: ldap.example.org:636 }", minimum: 1 },
      ).optional(),
      cert_manager: section({}).optional(),
      schedule: schedule(),
    }).optional(),
    ntp_clients: section({
      clients: text("http://192.168.10.11/chrony-clients.txt", urlFlaw),
      addresses: addresses(),
      username: username(),
      server: label("ntp1").optional(),
      schedule: schedule(),
    }).optional(),
    outside_url: text("https://push.example.org", urlFlaw).optional(),
    foreign: listOf(
      section({
        script: text("backup-photos.sh", scriptFlaw),
        namespace: dnsLabel("files").optional(),
        addresses: addresses(),
        every_hours: wholeNumber(24, 1, 8784).optional(),
        component: choice(COMPONENTS),
        severity: choice(["warning", "critical"]).optional(),
        gauges: listOf(choice(FOREIGN_GAUGES), { example: "[backup_target_free_bytes]", minimum: 1 }).optional(),
      }),
      { example: "- { script: backup-photos.sh, namespace: files, component: Backups }", minimum: 1 },
    ).optional(),
  }).optional(),
};

/** The batch jobs that a place has something for; a job's key is its name, with underscores. A place may do without. */
export const batch = { keys, contradictions };

type SiteDraft = DraftOf<typeof keys> & Inside;
type Batch = NonNullable<SiteDraft["batch"]>;
type Path = Contradiction["path"];

/** The keys that switch a job on. */
export const JOB_KEYS = [
  "backup_age",
  "backup_configuration",
  "backup_database",
  "backup_nas",
  "backup_object_store",
  "backup_offsite",
  "certificate_check",
  "ntp_clients",
] as const satisfies readonly (keyof Batch)[];

function contradictions({ batch, ...site }: SiteDraft): Contradiction[] {
  if (batch === undefined) return [];
  const path = ["batch"];
  const { object_store: store, backup_nas: nas, backup_offsite: offsite, certificate_check: certificates, ntp_clients: ntp } = batch;
  const at = (url: Path, value: string | undefined, list: readonly (string | undefined)[] | undefined, addresses: Path) =>
    outsideListMistakes({ url: { path: url, value }, addresses: { path: addresses, value: list }, mayBeService: true }, site);
  const listed = [
    ...(nas?.shares ?? []).map((one, index) => ({
      own: one?.listing,
      list: one?.addresses,
      path: ["batch", "backup_nas", "shares", index],
      key: "listing",
    })),
    ...(offsite?.sources ?? []).map((one, index) => ({
      own: one?.repository,
      list: one?.addresses,
      path: ["batch", "backup_offsite", "sources", index],
      key: "repository",
    })),
  ];
  return [
    ...storeMissing(
      batch,
      listed.filter(({ own }) => own?.startsWith("s3://")).map((one) => [...one.path, one.key]),
    ),
    ...(store === undefined
      ? []
      : at([...path, "object_store", "url"], store.url, store.addresses, [...path, "object_store", "addresses"])),
    ...listed.flatMap(({ own, list, path, key }) => {
      if (own === undefined || listingFlaw(own) !== undefined) return [];
      if (!own.startsWith("s3://")) return at([...path, key], new URL(own).origin, list, [...path, "addresses"]);
      return list === undefined
        ? []
        : [{ path: [...path, "addresses"], message: `is given, but ${quote(own)} is in batch.object_store; write them there` }];
    }),
    ...twice(nas?.shares, "share", [...path, "backup_nas", "shares"]),
    ...twice(offsite?.sources, "source", [...path, "backup_offsite", "sources"]),
    ...twice(batch.backup_configuration?.systems, "system", [...path, "backup_configuration", "systems"]),
    ...twice(certificates?.certificates, "name", [...path, "certificate_check", "certificates"]),
    ...(certificates?.certificates ?? []).flatMap((one, index) =>
      at([...path, "certificate_check", "certificates", index, "host"], one?.host, one?.addresses, [
        ...path,
        "certificate_check",
        "certificates",
        index,
        "addresses",
      ]),
    ),
    ...(certificates !== undefined && certificates.certificates === undefined && certificates.cert_manager === undefined
      ? [{ path: [...path, "certificate_check"], message: "looks at nothing; list certificates, say cert_manager: {}, or leave it out" }]
      : []),
    ...(ntp?.clients === undefined || urlFlaw(ntp.clients) !== undefined
      ? []
      : at([...path, "ntp_clients", "clients"], new URL(ntp.clients).origin, ntp.addresses, [...path, "ntp_clients", "addresses"])),
    ...foreignMistakes(batch, site),
  ];
}

/** Jobs that list an object store, and none is given. */
function storeMissing(batch: Batch, listed: readonly Path[]): Contradiction[] {
  if (batch.object_store !== undefined) return [];
  const jobs = (["backup_configuration", "backup_object_store"] as const).filter((key) => batch[key] !== undefined);
  const asking = [...jobs.map((key) => ["batch", key]), ...listed];
  const [first] = asking;
  if (first === undefined) return [];
  const message = `is missing, and ${first.join(".")} is in an object store; write for example { url: https://s3.example.org }`;
  return [{ path: ["batch", "object_store"], message, isMissing: true }];
}

function foreignMistakes({ foreign = [], outside_url: outsideUrl }: Batch, site: Inside): Contradiction[] {
  const own = new Set<string>(["cadence-map", ...JOB_KEYS.map((key) => key.replaceAll("_", "-"))]);
  const names = new Map<string, string>();
  const isElsewhere = foreign.some((one) => one?.addresses !== undefined);
  return [
    ...(outsideUrl !== undefined && !isElsewhere && foreign.every((one) => one !== undefined)
      ? [
          {
            path: ["batch", "outside_url"],
            message: "is given, and no job of batch.foreign has addresses outside of the cluster; leave it out",
          },
        ]
      : []),
    ...foreign.flatMap((one, index) => {
      if (one === undefined) return [];
      const path = ["batch", "foreign", index];
      const { script, namespace, addresses, every_hours: every } = one;
      const part = script === undefined ? undefined : metricPart(script);
      const other = part === undefined ? undefined : (names.get(part) ?? [...own].find((name) => metricPart(name) === part));
      if (script !== undefined && part !== undefined) names.set(part, script);
      const spaces = [site.namespaces.monitoring, site.namespaces.exporters, site.namespaces.logging, site.boiler?.namespace];
      const isOwn = namespace !== undefined && isDnsLabel(namespace) && spaces.includes(namespace);
      return [
        ...(other === undefined
          ? []
          : [
              {
                path: [...path, "script"],
                message: `${quote(script)} would tell of its runs by the same series as ${quote(other)}; give it another name`,
              },
            ]),
        ...(isOwn
          ? [
              {
                path: [...path, "namespace"],
                message: `${quote(namespace)} is the platform's own, whose policies let nobody of others out; run it in a namespace of its own`,
              },
            ]
          : []),
        ...(namespace !== undefined && addresses !== undefined
          ? [
              {
                path: [...path, "addresses"],
                message: "stands beside namespace: a job runs in the cluster or outside of it; take one of the two out",
              },
            ]
          : []),
        ...(namespace === undefined && addresses === undefined
          ? [{ path, message: "says not where it runs; write its namespace, or the addresses that it calls from" }]
          : []),
        ...(namespace !== undefined && every !== undefined
          ? [
              {
                path: [...path, "every_hours"],
                message: "stands beside namespace, and the cadence map reads the schedule of its CronJob; leave it out",
              },
            ]
          : []),
        ...(addresses !== undefined && every === undefined
          ? [
              {
                path: [...path, "every_hours"],
                message:
                  "is missing, and outside of the cluster nobody else knows how often it runs; write the longest time between two runs",
                isMissing: true as const,
              },
            ]
          : []),
        ...(addresses !== undefined && outsideUrl === undefined
          ? [
              {
                path: ["batch", "outside_url"],
                message: `is missing, and ${quote(script)} pushes from outside of the cluster; write where the gateway is reached from there`,
                isMissing: true as const,
              },
            ]
          : []),
        ...outsideAddresses({ path: [...path, "addresses"], value: addresses }, site),
      ];
    }),
  ];
}

/** The value of a label, that people read. */
function labelFlaw(text: string): Flaw | undefined {
  const isName = text.length <= 64 && text.trim() === text && /^[^\p{C}]+$/u.test(text);
  return isName ? undefined : { wrong: "is not a name (1 to 64 signs on one line, without blanks at its ends)" };
}

function serverNameFlaw(text: string): Flaw | undefined {
  return text.length <= 253 && text.split(".").every(isDnsLabel) ? undefined : { wrong: "is not the name in a certificate" };
}
