import { type Unprobed, unprobedServices } from "../../lib/site/covered";
import { PROBE_KINDS } from "../../lib/site/sections/probes";
import { exampleSite } from "../example";

const SITE = exampleSite();
const { components, probes = [] } = SITE;

const LISTS = [...PROBE_KINDS, "not_probed"] as const;

/** The example without one entry of a component's probes or reasons. */
const without = (component: string, entry: string) =>
  probes.map((group) =>
    group.component === component
      ? {
          component: group.component,
          ...Object.fromEntries(LISTS.map((kind) => [kind, (group[kind] ?? []).filter(({ name }) => name !== entry)])),
        }
      : group,
  );

const ENTRIES = probes.flatMap((group) =>
  LISTS.flatMap((kind) => (group[kind] ?? []).map(({ name }) => ({ component: group.component, name }))),
);

test("each service that the example covers has a probe of its name, or a reason under it", () => {
  expect(unprobedServices(SITE)).toEqual([]);
});

/** Beside what is covered: another door of the same, or what only a probe sees. */
const MORE_THAN_COVERED = ["submission", "readiness", "nts", "public-name"];

test.each(ENTRIES)("without $name of $component its service is named", ({ component, name }) => {
  const isMore = MORE_THAN_COVERED.includes(name);
  const left = unprobedServices({ components, probes: without(component, name) });
  const named: Unprobed = { component, services: [{ service: expect.any(String), name: expect.any(String) }] };
  expect(left).toEqual(isMore ? [] : [named]);
  const [service] = left.flatMap(({ services }) => services);
  if (!isMore) expect(name).toMatch(new RegExp(`^${service?.name}(?:-|$)`));
});
