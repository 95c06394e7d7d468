import type { EnvVar } from "../../lib/kubernetes/core";
import type { Credential } from "../../lib/kubernetes/credential";
import { dashboardsReader, isReadByDashboards } from "../../lib/log-store/reader";
import type { S3Site, Site } from "../../lib/site/schema";
import { readersOf } from "./workloads";

type Namespaces = Pick<Site, "namespaces">;

/** What the store asks of a password (OpenObserve, src/config/src/utils/password.rs). */
export const PASSWORD =
  "8 to 128 signs, a small and a capital letter, a digit and another sign among them, and neither a quote nor a backslash";

/** Break-glass: it may all, and is in nobody's hands but the store's, which makes it of this at its first start. */
export function rootAccount({ namespaces }: Namespaces): Credential {
  const entry = (property: string, holds: string) => ({ key: "log-store-root", property, holds });
  return {
    name: "log-store-root",
    namespace: namespaces.logging,
    keys: {
      user: entry("user", "the root account of the log store: an e-mail address in small letters, whose last part has six letters at most"),
      password: entry("password", `its password: ${PASSWORD}`),
    },
  };
}

/** The store's key to its bucket. */
export function bucketKey({ namespaces }: Namespaces, { bucket }: S3Site): Credential {
  const entry = (property: string, holds: string) => ({ key: "log-store-object-storage", property, holds });
  return {
    name: "log-store-object-storage",
    namespace: namespaces.logging,
    keys: {
      "access-key-id": entry("access-key-id", `the identifier of a key that may read, write and delete in \`${bucket}\``),
      "secret-access-key": entry("secret-access-key", "that key's secret"),
    },
  };
}

/** Where the gateway finds its account in the store, ready to be sent, and who may ask it. */
export const READER_KEYS = { authorization: "authorization.conf", readers: "htpasswd" } as const;

const [DASHBOARDS_USER, DASHBOARDS_PASSWORD, OTHERS] = ["dashboards-user", "dashboards-password", "readers"];

/** What the gateway needs: the store's open-source build has no account that only reads, so nobody else gets this one. */
export function readerAccount(site: Pick<Site, "namespaces" | "log_store" | "urls">): Credential {
  const entry = (property: string, holds: string) => ({ key: "log-store-reader", property, holds });
  const hasOthers = readersOf(site).length > 0;
  const dashboards = isReadByDashboards(site) ? dashboardsReader(site) : undefined;
  const others = "a line `name:hash` for each who may read, the hash by `openssl passwd -apr1`";
  return {
    name: "log-store-reader",
    namespace: site.namespaces.logging,
    keys: {
      user: entry("user", "an account of the log store for the gateway: an e-mail address"),
      password: entry("password", `its password: ${PASSWORD}`),
      ...(hasOthers && { [OTHERS]: entry("readers", others) }),
      ...(dashboards && { [DASHBOARDS_USER]: dashboards.user, [DASHBOARDS_PASSWORD]: dashboards.password }),
    },
    composed: {
      [READER_KEYS.authorization]: ['proxy_set_header Authorization "Basic ', { basic: { user: "user", password: "password" } }, '";\n'],
      [READER_KEYS.readers]: [
        ...(hasOthers ? [{ valueOf: OTHERS }, "\n"] : []),
        // as it is: the application needs the password itself, and the Secret beside it holds it (nginx, auth_basic_user_file)
        ...(dashboards ? [{ valueOf: DASHBOARDS_USER }, ":{PLAIN}", { valueOf: DASHBOARDS_PASSWORD }, "\n"] : []),
      ],
    },
  };
}

/** A key of a credential as a variable. */
export function secretVariable(name: string, credential: Credential, key: string): EnvVar {
  return { name, valueFrom: { secretKeyRef: { name: credential.name, key } } };
}
