import type { ListedResource } from "../../../lib/batch/listed-resource";
import type { AnyCatalogue } from "../../../lib/series";
import type { Variables } from "../../../lib/service/environment";
import { backupAgeSeries } from "./backup-age/series";
import { backupAgeLists, backupAgeSettings } from "./backup-age/settings";
import { backupConfigurationSeries } from "./backup-configuration/series";
import { backupConfigurationSettings } from "./backup-configuration/settings";
import { backupDatabaseSeries } from "./backup-database/series";
import { backupDatabaseLists, backupDatabaseSettings } from "./backup-database/settings";
import { backupNasSeries } from "./backup-nas/series";
import { backupNasSettings } from "./backup-nas/settings";
import { backupObjectStoreSeries } from "./backup-object-store/series";
import { backupObjectStoreSettings } from "./backup-object-store/settings";
import { backupOffsiteSeries } from "./backup-offsite/series";
import { backupOffsiteSettings } from "./backup-offsite/settings";
import { cadenceMapSeries } from "./cadence-map/series";
import { cadenceMapLists, cadenceMapSettings } from "./cadence-map/settings";
import { certificateCheckSeries } from "./certificate-check/series";
import { certificateCheckLists, certificateCheckSettings } from "./certificate-check/settings";
import { logStoreSettingsSeries } from "./log-store-settings/series";
import { logStoreSettingsSettings } from "./log-store-settings/settings";
import type { JobName } from "./names";
import { ntpClientsSeries } from "./ntp-clients/series";
import { ntpClientsSettings } from "./ntp-clients/settings";

/** What a script reads and pushes, whatever becomes of it in the cluster. */
export interface ScriptDeclaration {
  /** Its own variables, beside those of every job (../settings.ts). */
  readonly settings: Variables;
  /** What it pushes, the series of its run among them. */
  readonly series: AnyCatalogue;
  /** What it lists of the API server. @default - it does not ask the API server */
  readonly lists?: readonly ListedResource[];
}

export const SCRIPTS = {
  "backup-age": { settings: backupAgeSettings, series: backupAgeSeries, lists: backupAgeLists },
  "backup-configuration": { settings: backupConfigurationSettings, series: backupConfigurationSeries },
  "backup-database": { settings: backupDatabaseSettings, series: backupDatabaseSeries, lists: backupDatabaseLists },
  "backup-nas": { settings: backupNasSettings, series: backupNasSeries },
  "backup-object-store": { settings: backupObjectStoreSettings, series: backupObjectStoreSeries },
  "backup-offsite": { settings: backupOffsiteSettings, series: backupOffsiteSeries },
  "cadence-map": { settings: cadenceMapSettings, series: cadenceMapSeries, lists: cadenceMapLists },
  "certificate-check": { settings: certificateCheckSettings, series: certificateCheckSeries, lists: certificateCheckLists },
  "log-store-settings": { settings: logStoreSettingsSettings, series: logStoreSettingsSeries },
  "ntp-clients": { settings: ntpClientsSettings, series: ntpClientsSeries },
} as const satisfies Readonly<Record<JobName, ScriptDeclaration>>;
