import type { Credential } from "../../lib/kubernetes/credential";
import type { Call } from "../../lib/network/connection";
import { isWorkload } from "../../lib/network/connection";
import { outsideCall } from "../../lib/network/outside-call";
import { parseInCluster } from "../../lib/site/in-cluster";
import type { Site } from "../../lib/site/schema";
import { DATABASE_KINDS, type DatabaseKind } from "../../lib/site/sections/database-statistics";
import { asHttp } from "../../lib/site/url";
import { secretFile } from "../../lib/workloads/restricted-workload";

/** A database that is asked for its statistics. */
export interface AskedDatabase {
  readonly kind: DatabaseKind;
  /** Its service_name. */
  readonly name: string;
  /** Of its Service, where it has one. */
  readonly namespace?: string;
  readonly host: string;
  readonly addresses?: readonly string[];
  readonly username?: string;
  readonly tls: "none" | "verified" | "unverified";
}

export function databasesOf({ database_statistics: asked }: Pick<Site, "database_statistics">): AskedDatabase[] {
  return DATABASE_KINDS.flatMap((kind) =>
    (asked?.[kind] ?? []).map(({ name, host, addresses, username, tls = "none" }) => {
      const namespace = parseInCluster(asHttp(host))?.namespace;
      return {
        kind,
        name,
        host,
        tls,
        ...(namespace !== undefined && { namespace }),
        ...(addresses && { addresses }),
        ...(username && { username }),
      };
    }),
  );
}

/** Where each is reached. Pods of a database are labelled as its operator likes: those of the namespace, on the database's own port. */
export function databaseCalls(site: Pick<Site, "database_statistics">): Call[] {
  return databasesOf(site).map(({ name, host, addresses }) => {
    const call = outsideCall(`the database ${name}`, host, addresses);
    return isWorkload(call.to) ? { ...call, to: { ...call.to, pods: {} } } : call;
  });
}

const idOf = ({ kind, name }: Pick<AskedDatabase, "kind" | "name">): string => `${kind}-${name}`;

/** Redis may have no account, and then no password. */
const isSignedIn = ({ kind, username }: AskedDatabase): boolean => kind !== "redis" || username !== undefined;

const CREDENTIAL = "database-statistics";

/** The passwords of those that ask for one. */
export function databaseCredential(site: Pick<Site, "database_statistics" | "namespaces">): Credential | undefined {
  const asked = databasesOf(site).filter(isSignedIn);
  if (asked.length === 0) return undefined;
  const entries = asked.map((database) => {
    const id = idOf(database);
    const holds = `the password of ${database.username} at the ${database.kind} database ${database.name}, which may read statistics alone; without a dollar sign, which the collector would read as the beginning of a variable`;
    return [id, { key: CREDENTIAL, property: id, holds }] as const;
  });
  return {
    name: CREDENTIAL,
    namespace: site.namespaces.logging,
    keys: Object.fromEntries(entries),
    // the collector takes a file as it is, with the line's end of an editor
    composed: Object.fromEntries(entries.map(([id]) => [id, [{ valueOf: id }]])),
  };
}

/** The receiver of one, by its name in the collector's configuration. */
export function databaseReceiver(database: AskedDatabase, seconds: number, credential: Credential | undefined): [string, object] {
  const { kind, name, host, username, tls } = database;
  const login =
    credential === undefined || !isSignedIn(database)
      ? {}
      : // the file's text as it is, read when the collector starts
        { username, password: `\${file:${secretFile(credential, idOf(database)).path}}` };
  return [
    `${kind}/${name}`,
    {
      endpoint: host,
      ...login,
      tls: {
        none: { insecure: true },
        verified: { insecure: false, insecure_skip_verify: false },
        unverified: { insecure: false, insecure_skip_verify: true },
      }[tls],
      collection_interval: `${seconds}s`,
    },
  ];
}
