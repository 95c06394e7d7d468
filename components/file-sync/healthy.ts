import { GIB } from "../../lib/bytes";
import { around, still } from "../../lib/world/course";
import { absent, by, healthy, told } from "../../lib/world/healthy";
import { nextcloudSeries } from "./series";

const VERSION = "32.0.1.2";

export const nextcloudHealthy = healthy(nextcloudSeries, () => ({
  nextcloud_up: still(1),
  nextcloud_scrape_errors_total: absent("nothing has gone wrong since the exporter began"),
  nextcloud_system_info: told([VERSION], (version) => ({ version })),
  nextcloud_system_update_available: [[{ version: VERSION }, still(0)]],
  nextcloud_apps_installed_total: still(48),
  nextcloud_apps_updates_available_total: still(1),
  nextcloud_users_total: still(9),
  nextcloud_active_users_total: around(2, 1),
  nextcloud_active_users_daily_total: still(6),
  nextcloud_files_total: around(240_000, 200),
  nextcloud_free_space_bytes: around(420 * GIB, GIB),
  nextcloud_database_size_bytes: around(GIB, GIB / 100),
  nextcloud_shares_total: by("type", {
    user: still(31),
    group: still(6),
    link: still(18),
    authlink: still(12),
    mail: still(2),
    room: still(0),
  }),
}));
