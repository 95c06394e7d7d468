import { runChecks } from "../../lib/checks/all";
import { examplePlatform, exampleSite } from "../example";
import { ipv6Only } from "../ipv6-site";

test("x", () => {
  exampleSite(ipv6Only());
});
test("y", () => {
  expect(runChecks(examplePlatform(ipv6Only()))).toEqual([]);
});
