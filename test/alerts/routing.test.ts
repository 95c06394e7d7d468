import { differs, equals, matcherText, matches, matchesLabels } from "../../lib/alerts/matcher";
import { type Route, receiversOf } from "../../lib/alerts/routing";

const leaf = (receiver: string, ...matchers: NonNullable<Route["matchers"]>): Route => ({ receiver, matchers });
const going = (route: Route): Route => ({ ...route, continue: true });
const root = (...routes: Route[]): Route => ({ receiver: "root", routes });

const A = equals("a", "1");
const B = equals("b", "1");

describe("an alert walks the tree (Alertmanager, dispatch/route.go)", () => {
  test.each<[string, Route, Record<string, string>, string[]]>([
    ["the root takes what there are no routes for", { receiver: "root" }, {}, ["root"]],
    ["the root takes what no child matches", root(leaf("x", A)), {}, ["root"]],
    ["a matching child takes it from the root", root(leaf("x", A)), { a: "1" }, ["x"]],
    ["the first match ends the walk", root(leaf("x", A), leaf("y", A)), { a: "1" }, ["x"]],
    ["siblings before the first match are passed", root(leaf("x", B), leaf("y", A)), { a: "1" }, ["y"]],
    ["`continue` goes on to the next sibling", root(going(leaf("x", A)), leaf("y", A), leaf("z", A)), { a: "1" }, ["x", "y"]],
    ["`continue` passes siblings that do not match", root(going(leaf("x", A)), leaf("y", B), leaf("z", A)), { a: "1" }, ["x", "z"]],
    ["`continue` on a route that does not match means nothing", root(going(leaf("x", B)), leaf("y", A)), { a: "1" }, ["y"]],
    ["`continue` on the last route does not add the parent", root(going(leaf("x", A))), { a: "1" }, ["x"]],
    ["a child without matchers matches everything", root(leaf("x"), leaf("y", A)), { a: "1" }, ["x"]],
    ["all matchers must hold", root(leaf("x", A, B)), { a: "1" }, ["root"]],
    ["all matchers hold", root(leaf("x", A, B)), { a: "1", b: "1" }, ["x"]],
    ["a parent takes what none of its own children match", root({ ...leaf("x", A), routes: [leaf("y", B)] }), { a: "1" }, ["x"]],
    ["a grandchild takes it from its parent", root({ ...leaf("x", A), routes: [leaf("y", B)] }), { a: "1", b: "1" }, ["y"]],
    ["a parent that does not match hides its children", root({ ...leaf("x", A), routes: [leaf("y", B)] }), { b: "1" }, ["root"]],
    [
      "a grandchild's `continue` stays among its siblings",
      root({ ...leaf("x", A), routes: [going(leaf("y", A)), leaf("z", A)] }, leaf("w", A)),
      { a: "1" },
      ["y", "z"],
    ],
    [
      "a parent's `continue` goes on although a grandchild took it",
      root(going({ ...leaf("x", A), routes: [leaf("y", A)] }), leaf("w", A)),
      { a: "1" },
      ["y", "w"],
    ],
    ["one receiver on two routes is told twice", root(going(leaf("x", A)), leaf("x", A)), { a: "1" }, ["x", "x"]],
    ["a root that does not match takes nothing", leaf("root", A), {}, []],
  ])("%s", (_, route, labels, receivers) => {
    expect(receiversOf(route, labels)).toEqual(receivers);
  });
});

describe("a matcher", () => {
  test.each([
    ["equal", equals("a", "1"), "1", true],
    ["equal to another value", equals("a", "1"), "2", false],
    ["equal to nothing, and the label is absent", equals("a", ""), undefined, true],
    ["equal to something, and the label is absent", equals("a", "1"), undefined, false],
    ["different", differs("a", "1"), "2", true],
    ["different from the value it has", differs("a", "1"), "1", false],
    ["different from nothing: the label is there", differs("a", ""), "1", true],
    ["different from nothing, and the label is absent", differs("a", ""), undefined, false],
    ["a pattern", matches("a", "critical|warning"), "warning", true],
    ["a pattern covers the whole value from its start", matches("a", "critical|warning"), "not critical", false],
    ["a pattern covers the whole value to its end", matches("a", "critical|warning"), "criticality", false],
    ["a pattern that takes nothing, and the label is absent", matches("a", ".*"), undefined, true],
    ["a pattern that takes something, and the label is absent", matches("a", ".+"), undefined, false],
    ["no pattern", { label: "a", op: "!~", value: "x|y" } as const, "xy", true],
    ["no pattern, and it does", { label: "a", op: "!~", value: "x|y" } as const, "y", false],
  ])("%s", (_, matcher, value, expected) => {
    const labels: Record<string, string> = value === undefined ? {} : { a: value };
    expect(matchesLabels(matcher, labels)).toBe(expected);
  });

  test.each([
    ["a name with spaces, brackets and &", equals("component", "Sign-in (SSO)"), 'component="Sign-in (SSO)"'],
    ["an ampersand", equals("component", "Files & Documents"), 'component="Files & Documents"'],
    ["a plain word, quoted all the same", equals("team", "ops"), 'team="ops"'],
    ["nothing", differs("namespace", ""), 'namespace!=""'],
    ["a pattern", matches("severity", "critical|warning"), 'severity=~"critical|warning"'],
    ["quotes and backslashes", equals("a", 'x"y\\z'), 'a="x\\"y\\\\z"'],
  ])("writes %s as Alertmanager reads it", (_, matcher, text) => {
    expect(matcherText(matcher)).toBe(text);
  });
});
