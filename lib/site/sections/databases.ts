import type { Contradiction, DraftOf } from "../draft";
import { section, text, wholeNumber } from "../field";
import { dnsLabel, volumeFlaw } from "../name";
import type { Inside } from "../outside-url";
import { quote } from "../quote";
import { s3Bucket, s3Mistakes } from "../s3";
import { scheduleFlaw } from "../schedule";

const keys = {
  databases: section({
    operator_namespace: dnsLabel("cnpg-system").optional(),
    volume: text("10Gi", volumeFlaw).optional(),
    backups: s3Bucket("database-backups", {
      schedule: text("40 1 * * *", scheduleFlaw).optional(),
      keep_days: wholeNumber(30, 1, 3650).optional(),
    }).optional(),
  }).optional(),
};

/** The platform's own databases, PostgreSQL by CloudNativePG. A place may do without: they are there, and nobody backs them up. */
export const databases = { keys, contradictions };

function contradictions({ databases: all, ...site }: DraftOf<typeof keys> & Inside): Contradiction[] {
  if (all === undefined) return [];
  const { operator_namespace: namespace, backups } = all;
  const key = Object.entries(site.namespaces).find(([, own]) => namespace !== undefined && own === namespace)?.[0];
  const isOwn = key === "monitoring" || key === "exporters" || key === "logging";
  return [
    ...(isOwn
      ? [
          {
            path: ["databases", "operator_namespace"],
            message: `${quote(namespace)} is namespaces.${key}, the platform's own, whose policies cut the operator off; run it in a namespace of its own`,
          },
        ]
      : []),
    ...(backups === undefined ? [] : s3Mistakes(["databases", "backups"], backups, site)),
  ];
}
