import { isDnsLabel, isDnsName, lineFlaw, quantityFlaw, versionFlaw } from "../../lib/site/name";

const isRight = (flawOf: (text: string) => unknown) => (text: string) => flawOf(text) === undefined;

describe.each<readonly [string, (text: string) => boolean, readonly string[], readonly string[]]>([
  ["DNS label", isDnsLabel, ["a", "a-1", "1", "x".repeat(63)], ["", "-a", "a-", "A", "a.b", "a_b", "x".repeat(64), "a\n"]],
  ["DNS name", isDnsName, ["local", "cluster.local", "a.b.c"], ["", ".", "a.", "a..b", "10.0.0.1", `${"a.".repeat(127)}`]],
  ["line", isRight(lineFlaw), ["SMTP, IMAP", "é & ü", "x".repeat(200)], ["", "  ", "a\nb", "x".repeat(201)]],
  ["quantity", isRight(quantityFlaw), ["500Gi", "1.5Ti", "10G", "100k"], ["", "500", "0Gi", "-1Gi", "1e3", "500 Gi", "500gi", "500GB"]],
  ["version", isRight(versionFlaw), ["88.5.3", "0.0.1", "1.2.3-rc.1"], ["", "88.5", "v88.5.3", "^88.5.3", "88.x.x", "01.2.3"]],
])("%s", (_, accepts, right, wrong) => {
  test.each(right)("%j is right", (text) => {
    expect(accepts(text)).toBe(true);
  });
  test.each(wrong)("%j is wrong", (text) => {
    expect(accepts(text)).toBe(false);
  });
});
