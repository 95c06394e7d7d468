import type { Construct } from "constructs";
import { organisationOf } from "../../../lib/log-store/organisation";
import type { Workload } from "../../../lib/network/workload";
import type { Site } from "../../../lib/site/schema";
import { readGateway } from "../../../lib/workloads/read-gateway";
import { secretFile } from "../../../lib/workloads/restricted-workload";
import { READER_KEYS, readerAccount } from "../credentials";
import { logAccess } from "./access";

/**
 * The way in for what reads: in the store's open-source build every account may do all, so the gateway's stays here, and what it lets through
 * changes nothing.
 */
export function readerGateway(scope: Construct, site: Site, workload: Workload): void {
  const account = readerAccount(site);
  const access = logAccess({
    organisation: organisationOf(site),
    files: {
      authorization: secretFile(account, READER_KEYS.authorization).path,
      readers: secretFile(account, READER_KEYS.readers).path,
    },
  });
  readGateway(scope, site, { workload, role: "logs", replicas: 1, url: site.urls.logs_url, access, credentials: [account] });
}
