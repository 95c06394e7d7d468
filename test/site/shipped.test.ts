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
    /^( *)# ( *(?:api_addresses|dead_man|ping_port|ping_addresses|mqtt|url|addresses|ups|servers|- address|port|username|component|push|pushover|ntfy|access|webhook|email|smarthost|from|to|tls):.*)$/gm;
  const { status_page, dead_man, push, boiler, ups } = parseSite(text.replace(optional, "$1$2"), "site.yaml");
  expect([status_page?.api_addresses, dead_man?.ping_port, dead_man?.ping_addresses, boiler?.mqtt?.addresses]).toEqual([
    ["192.168.10.30/32"],
    443,
    ["203.0.113.0/24"],
    ["192.168.10.20/32"],
  ]);
  expect(push).toEqual({
    pushover: {},
    ntfy: { url: "https://ntfy.example.org", addresses: ["192.168.10.50/32"], access: "token" },
    webhook: { port: 443, addresses: ["203.0.113.0/24"] },
    email: {
      smarthost: "mail.example.org:587",
      addresses: ["192.168.10.60/32"],
      from: "belfry@example.org",
      to: ["ops@example.org"],
      username: "belfry",
      tls: "required",
    },
  });
  expect(ups).toEqual({
    servers: [{ address: "192.168.10.40", ups: ["rack"] }],
    port: 3493,
    username: "monitor",
    component: "Platform",
  });
});
