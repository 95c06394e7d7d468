import { counter, declareSeries, gauge, info } from "../../lib/series";

/**
 * What nextcloud-exporter (xperimental) makes of Nextcloud's serverinfo, with --enable-info-apps and --enable-info-update; seen on a running
 * nextcloud-exporter 0.9.1 before an answer of Nextcloud 22 that its own tests state. While Nextcloud does not answer, the first two are all.
 */
export const nextcloudSeries = declareSeries({
  nextcloud_up: gauge("flag", "Whether Nextcloud told of itself."),
  nextcloud_scrape_errors_total: counter("count", "Times that it did not; none before the first.", "cause"),
  nextcloud_system_info: info("The release that runs.", "version"),
  nextcloud_system_update_available: gauge("flag", "1 when there is a newer release.", "version", "available_version?"),
  nextcloud_apps_installed_total: gauge("count", "Apps that are installed."),
  nextcloud_apps_updates_available_total: gauge("count", "Apps of which there is a newer release."),
  nextcloud_users_total: gauge("count", "Accounts."),
  nextcloud_active_users_total: gauge("count", "Users of the last five minutes."),
  nextcloud_active_users_daily_total: gauge("count", "Users of the last day."),
  nextcloud_files_total: gauge("count", "Files."),
  nextcloud_free_space_bytes: gauge("bytes", "Free where the files lie; below zero where it does not know."),
  nextcloud_database_size_bytes: gauge("bytes", "Size of the database."),
  nextcloud_shares_total: gauge("count", "Shares.", "type"),
});
