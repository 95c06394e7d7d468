import { clusterName } from "../../lib/gitops/cluster-name";

const LONG = "cluster-of-the-north-eastern-branch-office-in-the-old-town-hall";

test("a name has the cluster's in front", () => {
  expect(clusterName("home", "monitoring-rules")).toBe("home-monitoring-rules");
});

test("63 characters are kept as they are, one more is cut", () => {
  const name = "monitoring-rules";
  expect(clusterName("c".repeat(46), name)).toBe(`${"c".repeat(46)}-${name}`);
  expect(clusterName("c".repeat(47), name)).toMatch(/^c{37}-[0-9a-f]{8}-monitoring-rules$/);
});

test.each(["gitops", "monitoring-logging-flows", "n".repeat(52)])("the longest cluster's %s is a label and a DNS name", (name) => {
  const whole = clusterName(LONG, name);
  expect(LONG).toHaveLength(63);
  expect(whole).toMatch(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/);
  expect(whole).toHaveLength(63);
  expect(whole.endsWith(`-${name}`)).toBe(true);
});

test("clusters that begin alike are told apart", () => {
  expect(clusterName(`${LONG.slice(0, -1)}1`, "gitops")).not.toBe(clusterName(LONG, "gitops"));
});

test("a name that leaves nothing of the cluster's is a mistake of ours", () => {
  expect(() => clusterName(LONG, "n".repeat(53))).toThrow("leaves no room for the cluster's name in 63 characters");
});
