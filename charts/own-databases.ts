import { dashboardDatabases } from "../components/dashboards/database";
import { databasesOf, storeDatabases } from "../components/log-store/databases";
import { postgresOperator } from "../components/log-store/prerequisite";
import type { Part } from "../lib/platform/part";
import { withheld } from "../lib/platform/rules-at-site";
import { ownDatabases as databaseRules } from "../rules/own-databases";

/** What all databases of the platform's own have together: who makes them, and where they are backed up. */
export const ownDatabases: Part = {
  name: "own-databases",
  at: (site) => {
    const clusters = [...databasesOf(storeDatabases(site)), ...dashboardDatabases(site)];
    const backedUp = clusters.filter(({ backups }) => backups !== undefined);
    const rules = backedUp.length === 0 ? [] : [databaseRules(backedUp)];
    // one for all databases of a namespace
    const credentials = [
      ...new Map(backedUp.flatMap(({ backups }) => backups?.credential ?? []).map((one) => [`${one.namespace}/${one.name}`, one])).values(),
    ];
    return {
      declares: {
        rules,
        withheld: withheld(
          { exporter: "databases of ours that are backed up", until: "write databases.backups" },
          [databaseRules(clusters)],
          rules,
        ),
        credentials,
        prerequisites: [postgresOperator(site)],
        // they stay
        sections: site.databases === undefined ? [] : [{ section: "databases", bundles: [], credentials }],
      },
    };
  },
};
