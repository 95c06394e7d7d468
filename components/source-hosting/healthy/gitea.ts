import { around, counts, still } from "../../../lib/world/course";
import { by, healthy, told } from "../../../lib/world/healthy";
import { giteaSeries } from "../series/gitea";

export const giteaHealthy = healthy(giteaSeries, ({ seed }) => {
  // half of the worlds have Forgejo
  const isForgejo = seed % 2 === 0;
  return {
    gitea_build_info: told([isForgejo ? "11.0.7+gitea-1.22.0" : "1.26.0"], (version) => ({
      goarch: "amd64",
      goos: "linux",
      goversion: "go1.26.8",
      version,
    })),
    gitea_repositories: still(64),
    gitea_organizations: still(3),
    gitea_users: isForgejo ? still(9) : by("state", { active: still(8), inactive: still(1) }),
    gitea_issues_open: around(40, 3),
    gitea_issues_closed: counts(1 / 7200),
    gitea_mirrors: still(12),
    gitea_hooktasks: around(320, 20),
    gitea_webhooks: still(18),
    gitea_loginsources: still(1),
    gitea_publickeys: still(11),
    gitea_releases: still(85),
  };
});
