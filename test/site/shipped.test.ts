import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { parseSite } from "../../lib/site/load";
import { EXAMPLE_FILE, ROOT } from "../example";

/*
 * The site.yaml that belfry comes with documents every key. Whoever runs belfry changes it, and then it is theirs: nothing
 * here is about it any more.
 */

const text = readFileSync(join(ROOT, "site.yaml"), "utf8");
const isShipped = JSON.stringify(parse(text)) === JSON.stringify(parse(readFileSync(EXAMPLE_FILE, "utf8")));
const shipped = isShipped ? test : test.skip;

if (!isShipped) test.skip("site.yaml is an installation's own: its comments are not judged", () => undefined);

shipped("the example shows in comments what may be left out, as it would stand there", () => {
  const optional =
    /^( *)# ( *(?:api_addresses|dead_man|ping_port|ping_addresses|mqtt|url|addresses|ups|servers|- address|port|username|component|project):.*)$/gm;
  const { status_page, dead_man, boiler, ups, gitops } = parseSite(text.replace(optional, "$1$2"), "site.yaml");
  expect([status_page.api_addresses, dead_man?.ping_port, dead_man?.ping_addresses, boiler?.mqtt?.addresses]).toEqual([
    ["192.168.10.30/32"],
    443,
    ["203.0.113.0/24"],
    ["192.168.10.20/32"],
  ]);
  expect(gitops.project).toBe("platform");
  expect(ups).toEqual({
    servers: [{ address: "192.168.10.40", ups: ["rack"] }],
    port: 3493,
    username: "monitor",
    component: "Platform",
  });
});
