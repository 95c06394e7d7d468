import type { BatchJob } from "../../../lib/batch/job";
import { backupAge } from "./backup-age/job";
import { backupConfiguration } from "./backup-configuration/job";
import { backupDatabase } from "./backup-database/job";
import { backupNas } from "./backup-nas/job";
import { backupObjectStore } from "./backup-object-store/job";
import { backupOffsite } from "./backup-offsite/job";
import { cadenceMap } from "./cadence-map/job";
import { certificateCheck } from "./certificate-check/job";
import { logStoreSettings } from "./log-store-settings/job";
import type { JobName } from "./names";
import { ntpClients } from "./ntp-clients/job";

/** Every job of ours: each under its script's name, or the compiler refuses it. */
const BY_SCRIPT = {
  "backup-age": backupAge,
  "backup-configuration": backupConfiguration,
  "backup-database": backupDatabase,
  "backup-nas": backupNas,
  "backup-object-store": backupObjectStore,
  "backup-offsite": backupOffsite,
  "cadence-map": cadenceMap,
  "certificate-check": certificateCheck,
  "log-store-settings": logStoreSettings,
  "ntp-clients": ntpClients,
} as const satisfies { readonly [Name in JobName]: { readonly script: Name } };

export const JOBS: readonly BatchJob[] = Object.values(BY_SCRIPT);
