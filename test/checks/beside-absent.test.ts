import { alert, area } from "../../lib/alerts/rule";
import { runChecks } from "../../lib/checks/all";
import type { Part } from "../../lib/platform/part";
import type { Site } from "../../lib/site/schema";
import { telling } from "../wide";
import { SMALL_PARTS, smallPlatform } from "./small-platform";

const down = (name: string, value: number) => ({ [`${name}_up{job="${name}",instance="10.42.0.9:9121"}`]: `${value}x9` });

/** An alert on either of two databases. */
const part: Part = {
  name: "databases",
  at: () => ({
    declares: {
      rules: [
        area("databases", { component: "Platform", severity: "warning" }, [
          alert("DatabaseDown", {
            expr: "max by (job, instance) (redis_up) == 0 or max by (job, instance) (mysql_up) == 0",
            summary: "{{ $labels.job }} at {{ $labels.instance }} is down",
            description: "Look at its log.",
            fires: [down("redis", 0), down("mysql", 0)],
            silent: { ...down("redis", 1), ...down("mysql", 1) },
          }),
        ]),
      ],
    },
  }),
};

const at = (...off: NonNullable<NonNullable<Site["scrapes"]>["off"]>) => smallPlatform({ scrapes: { off } }, [...SMALL_PARTS, part]);

test.each(telling([["mysql"], ["redis"]] as const))(
  "without %s a rule on it or another exporter stays, and no check takes offence",
  (off) => {
    const platform = at(off);
    expect(platform.rules.map(({ area: name }) => name)).toContain("databases");
    expect(runChecks(platform)).toEqual([]);
  },
);

test("without both it goes", () => {
  expect(at("redis", "mysql").rules.map(({ area: name }) => name)).not.toContain("databases");
});
