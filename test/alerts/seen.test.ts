import { after, type SeriesSet } from "../../lib/alerts/proof";
import { record } from "../../lib/alerts/rule";
import { isSeenAlike, readingsOf, seenBy } from "../../lib/alerts/seen";
import { minutes } from "../../lib/duration";

const recorded = (name: string, expr: string, reads: readonly ReturnType<typeof record>[] = []) =>
  record(name, { expr, unit: "count", help: "A sample.", reads, gives: { series: {}, gives: [] } });

const see = (expr: string, series: SeriesSet, at = 5, reads: readonly ReturnType<typeof record>[] = []) =>
  seenBy(readingsOf({ expr, reads }))(after(minutes(at), series));

test.each<[string, string, SeriesSet, SeriesSet]>([
  ["a series that it does not read", "x > 1", { x: "1x9" }, { x: "1x9", y: "1x9" }],
  ["a label that it does not ask", 'x{a="b"} > 1', { 'x{a="b",c="d"}': "1x9" }, { 'x{a="b",c="e"}': "1x9" }],
  ["the order of series and labels", "x > on (a, b) y", { 'x{a="1",b="2"}': "1x9", y: "1x9" }, { y: "1x9", 'x{b="2",a="1"}': "1x9" }],
  ["what comes later", "x > 1", { x: "1x5 7x9" }, { x: "1x5 8x9" }],
  ["another way to write it", "x > 1", { x: "1x9" }, { x: "1 1 1 1x6" }],
  ["blanks at the end", "x > 1", { x: "1 1" }, { x: "1 1 _x3" }],
])("an expression does not see %s", (_, expr, one, other) => {
  expect(isSeenAlike(see(expr, one), see(expr, other))).toBe(true);
});

test.each<[string, string, SeriesSet, SeriesSet]>([
  ["another value", "x > 1", { x: "1x9" }, { x: "1 1 2x7" }],
  ["another value at the moment", "x > 1", { x: "1x4 2" }, { x: "1x4 3" }],
  ["no number", "x > 1", { x: "NaN NaN" }, { x: "_ _" }],
  ["an end", "x > 1", { x: "1x2 stale" }, { x: "1x2" }],
  ["another name", '{__name__=~"x|y"} > 1', { x: "1x9" }, { y: "1x9" }],
  ["a label that it asks", 'x{a="b"} > 1', { 'x{a="b"}': "1x9" }, { 'x{a="c"}': "1x9" }],
  ["a label that it groups by", "sum by (a) (x) > 1", { 'x{a="b"}': "1x9" }, { 'x{a="c"}': "1x9" }],
  ["any label that plain matching compares", "x / y > 1", { 'x{a="b"}': "1x9", y: "1x9" }, { x: "1x9", y: "1x9" }],
  [
    "another value of one of two series that it does not tell apart",
    "sum by (a) (x) > 1",
    { 'x{a="b",c="1"}': "1x9", 'x{a="b",c="2"}': "1x9" },
    { 'x{a="b",c="1"}': "1x9", 'x{a="b",c="2"}': "2x9" },
  ],
  ["a second series beside the same", "sum(x) > 1", { 'x{a="b"}': "1x9" }, { 'x{a="b"}': "1x9", 'x{a="c"}': "1x9" }],
])("an expression sees %s", (_, expr, one, other) => {
  expect(isSeenAlike(see(expr, one), see(expr, other))).toBe(false);
});

test("the moment counts", () => {
  expect(isSeenAlike(see("x > 1", { x: "1 stale" }, 5), see("x > 1", { x: "1 stale" }, 6))).toBe(false);
});

test("it sees through the recordings that it reads, and through theirs", () => {
  const low = recorded("a:x:sum", "sum by (a) (x)");
  const high = recorded("a:x:max", "max by (b) (a:x:sum)", [low]);
  const through = (series: SeriesSet) => see("a:x:max > 1", series, 5, [high]);
  expect(through({ 'x{a="1"}': "1x9" }).series).toHaveLength(1);
  expect(isSeenAlike(through({ 'x{a="1"}': "1x9" }), through({ 'x{a="2"}': "1x9" }))).toBe(false);
  expect(isSeenAlike(through({ 'x{a="1",c="1"}': "1x9" }), through({ 'x{a="1",c="2"}': "1x9" }))).toBe(true);
});

test("what can't be read is not seen, and told by the checks", () => {
  expect(see('{__name__=~"(?U)up"} > 1', { up: "1x9" }).series).toEqual([]);
  expect(see("x > 1", { "x{": "1x9" }).series).toEqual([]);
});
