import { UPS_FLAGS, UPS_VARIABLES, upsSeries } from "../../components/ups/series";
import { seriesOf } from "../../lib/series";
import { captured, isOfLibrary } from "./exposition";

const declared = seriesOf(upsSeries);

describe.each(["on-mains", "on-battery"] as const)("what the exporter gives of a UPS %s is what is declared", (state) => {
  const { kinds, samples } = captured(state);
  const own = samples.filter(({ name }) => !isOfLibrary(name));

  test("by name, none more and none less", () => {
    expect([...new Set(own.map(({ name }) => name))].sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  test("by kind: all are gauges, and that of the device is always 1", () => {
    expect(declared.map(({ name }) => [name, kinds.get(name)])).toEqual(declared.map(({ name }) => [name, "gauge"]));
    const infos = declared.filter(({ kind }) => kind === "info").map(({ name }) => name);
    expect(own.filter(({ name }) => infos.includes(name)).map(({ value }) => value)).toEqual(["1"]);
  });

  test("by label, but for `ups`, which the scrape adds", () => {
    const labelsOf = (name: string) => declared.flatMap((one) => (one.name === name ? [...one.labels, ...one.sometimes] : []));
    for (const { name, labels } of own) expect([name, ["ups", ...Object.keys(labels)].sort()]).toEqual([name, labelsOf(name).sort()]);
  });

  test("by flag, each of them 0 or 1", () => {
    const flags = own.filter(({ name }) => name === "network_ups_tools_ups_status");
    expect(flags.map(({ labels }) => labels.flag).sort()).toEqual([...UPS_FLAGS].sort());
    expect(flags.filter(({ value }) => value !== "0" && value !== "1")).toEqual([]);
  });
});

test("the exporter is asked for NUT's variables by their own names", () => {
  expect(UPS_VARIABLES).toEqual(expect.arrayContaining(["battery.runtime", "battery.charge.low", "ups.status", "input.voltage.nominal"]));
  expect(UPS_VARIABLES).toHaveLength(declared.length - 1);
});
