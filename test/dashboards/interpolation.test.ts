import { aligned, interpolated, variablesIn } from "../../lib/dashboards/interpolation";

/** As the application writes it; in quotes of its own it would be taken for a mistake. */
const braced = (name: string): string => `\${${name}}`;

test.each([
  ['up{node=~"$node"}', ["node"]],
  [`up{node=~"${braced("node")}"}`, ["node"]],
  [`up{node=~"${braced("node:regex")}"}`, ["node"]],
  ['up{node=~"[[node]]"}', ["node"]],
  ["rate(x[$__rate_interval]) and $__range", []],
  ["$a $b $a", ["a", "b"]],
  ['label_replace(up{node=~"$node"}, "to", "$1", "from", "(.+)")', ["node"]],
])("%s names %j", (text, names) => {
  expect(variablesIn(text)).toEqual(names);
});

test("each is replaced by what stands for it, and the application's own by theirs", () => {
  expect(interpolated(`rate(x{node=~"$node",pod=~"${braced("pod:regex")}"}[$__rate_interval])`, (name) => name.toUpperCase())).toBe(
    'rate(x{node=~"NODE",pod=~"POD"}[5m])',
  );
});

test("what nothing stands for stays", () => {
  expect(interpolated("$node", () => undefined)).toBe("$node");
});

test("a group of label_replace stays", () => {
  expect(interpolated('label_replace(up, "to", "$1", "from", "(.+)")', () => "x")).toBe('label_replace(up, "to", "$1", "from", "(.+)")');
});

test("what is read of a text stands where it stood", () => {
  const text = `rate(x{pod=~"${braced("pod:regex")}",node="[[node]]"}[$__rate_interval])`;
  expect(aligned(text)).toBe('rate(x{pod=~"xxxxxxxxxxxx",node="xxxxxxxx"}[5m              ])');
  expect(aligned(text)).toHaveLength(text.length);
});
