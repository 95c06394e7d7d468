import { declareSeries, gauge, info } from "../../../lib/series";

/**
 * What Gitea exports at /metrics of what its database holds, with ENABLED in the section [metrics] of its app.ini; seen on a running
 * Gitea 1.26.0. Forgejo has the same names, from before they parted.
 */
export const giteaSeries = declareSeries({
  gitea_build_info: info("Release.", "goarch", "goos", "goversion", "version"),
  gitea_repositories: gauge("count", "Repositories."),
  gitea_organizations: gauge("count", "Organizations."),
  // Forgejo counts them together
  gitea_users: gauge("count", "Users, by whether they may log in.", "state?"),
  gitea_issues_open: gauge("count", "Open issues and pull requests."),
  gitea_issues_closed: gauge("count", "Closed issues and pull requests."),
  gitea_mirrors: gauge("count", "Repositories that mirror another."),
  gitea_hooktasks: gauge("count", "Calls of webhooks that are kept, delivered or not."),
  gitea_webhooks: gauge("count", "Webhooks."),
  gitea_loginsources: gauge("count", "Sources of logins other than its own."),
  gitea_publickeys: gauge("count", "Public keys of users."),
  gitea_releases: gauge("count", "Releases."),
});
