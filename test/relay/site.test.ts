import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSite } from "../../components/relay/service/site";
import { relaySite } from "../../components/relay/site-file";
import { cidrFlaw, ipv4Flaw } from "../../lib/site/cidr";

const folder = mkdtempSync(join(tmpdir(), "relay-site-"));
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(changes: object): readonly string[] {
  const file = join(folder, "site.json");
  writeFileSync(file, JSON.stringify({ namespaces: {}, trusted_ranges: ["10.0.0.0/8"], nat64_egress: "10.0.0.5", ...changes }));
  const site = readSite(file);
  return "problems" in site ? site.problems : [];
}

describe("both ends read alike", () => {
  test.each([
    "10.0.0.0/8",
    "fd00::/8",
    "::ffff:10.0.0.0/104",
    "10.0.0.5",
    "10.0.0.5/8",
    "10.0.0.0/08",
    "010.0.0.0/8",
    "10/8",
    "fe80::%1/64",
  ])("%s as a trusted range", (range) => expect(problemsOf({ trusted_ranges: [range] }).length > 0).toBe(cidrFlaw(range) !== undefined));

  test.each(["192.168.164.2", "64:ff9b::1", "::ffff:10.0.0.5", "127.1", "010.0.0.1"])("%s as the NAT64 egress", (address) =>
    expect(problemsOf({ nat64_egress: address }).length > 0).toBe(ipv4Flaw(address) !== undefined),
  );
});

test("a site without NAT64 has no exception, at both ends", () => {
  expect(relaySite({ components: [], trusted_ranges: ["10.0.0.0/8"] })).toEqual({ namespaces: {}, trusted_ranges: ["10.0.0.0/8"] });
  expect(problemsOf({ nat64_egress: undefined })).toEqual([]);
});
