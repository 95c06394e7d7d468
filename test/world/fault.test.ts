import { HEALTHY } from "../../components/healthy";
import { minutes } from "../../lib/duration";
import { still } from "../../lib/world/course";
import {
  appears,
  becomes,
  type Change,
  countsFaster,
  earlier,
  freezes,
  goes,
  later,
  moves,
  nodeFails,
  passing,
  podGoes,
  startsAgain,
  targetFails,
  targetGoes,
  targets,
  together,
} from "../../lib/world/fault";
import { isPicked, pickedBy } from "../../lib/world/picked";
import { kept, keyOf, type World, worldOf } from "../../lib/world/world";
import { fullPlatform } from "../example";

const world = kept(worldOf(fullPlatform(), HEALTHY, 1));
const FROM = 600;

/** The values of the only series that a selector picks, before the fault and after it. */
function values(change: Change, selector: string, at: readonly number[]): (number | undefined)[] {
  const found = [...change(world, FROM).series()].filter(pickedBy(selector));
  expect(found.map(keyOf)).toHaveLength(1);
  return at.map((seconds) => found[0]?.at(seconds));
}

const namesLeft = (
  changed: World,
  isMeant: (series: { readonly labels: Readonly<Record<string, string>>; readonly target: unknown }) => boolean,
) => [...changed.series()].filter((series) => isMeant(series) && series.at(FROM + 60) !== undefined).map(({ name }) => name);

const COUNTER = 'relay_events_total{pod=~".*"}';
const [relay] = world.targets.filter(({ labels }) => labels.job === "relay");
const ofOne = `relay_events_total{instance="${relay?.labels.instance}"}`;
const PING = `dead_man_pings_total{outcome="ok",instance="${world.targets.find(({ labels }) => labels.job === "dead-man")?.labels.instance}"}`;

describe("before a fault all is as it was", () => {
  test.each([
    ["goes", goes(ofOne)],
    ["freezes", freezes(ofOne)],
    ["becomes", becomes(ofOne, 1)],
    ["moves", moves(ofOne, 0, minutes(1))],
    ["counts faster", countsFaster(ofOne, 1)],
    ["starts again", startsAgain(ofOne)],
  ])("%s", (_, change) => {
    const [before] = values(change, ofOne, [FROM - 30]);
    expect(before).toBe([...world.series()].find(pickedBy(ofOne))?.at(FROM - 30));
    expect(before).toBeGreaterThan(1000);
  });
});

test("a series goes", () => expect(values(goes(ofOne), ofOne, [FROM])).toEqual([undefined]));
test("it becomes something", () => expect(values(becomes(ofOne, 3), ofOne, [FROM, FROM + 60])).toEqual([3, 3]));
test("it freezes", () => {
  const [at, after] = values(freezes(ofOne), ofOne, [FROM, FROM + 600]);
  expect(after).toBe(at);
});
test("it moves, and stays there", () => {
  const [at = 0, half = 0, end, after] = values(moves(ofOne, 0, minutes(10)), ofOne, [FROM, FROM + 300, FROM + 600, FROM + 900]);
  expect([half / at, end, after]).toEqual([0.5, 0, 0]);
});
test("it counts faster", () => {
  const healthy = values(together(), PING, [FROM + 60, FROM + 120]);
  expect(values(countsFaster(PING, 2), PING, [FROM + 60, FROM + 120])).toEqual(
    healthy.map((value = 0, index) => value + 120 * (index + 1)),
  );
});
test("it starts again", () => expect(values(startsAgain(ofOne), ofOne, [FROM])).toEqual([0]));
test("earlier is earlier", () => expect(values(earlier(minutes(5), becomes(ofOne, 3)), ofOne, [FROM - 301, FROM - 300])[1]).toBe(3));

test("later is later", () => expect(values(later(minutes(5), becomes(ofOne, 3)), ofOne, [FROM + 299, FROM + 300])[1]).toBe(3));
test("a series appears that was not there, with the labels of who gives it", () => {
  const reason = 'kube_pod_container_status_waiting_reason{namespace="mail",pod="a",uid="b",container="c",reason="CrashLoopBackOff"}';
  expect(values(appears("kube-state-metrics", reason, still(1)), reason, [FROM - 1, FROM])).toEqual([undefined, 1]);
  const [made] = [...appears("kube-state-metrics", reason, still(1))(world, FROM).series()].filter(pickedBy(reason));
  expect(made?.labels).toMatchObject({ job: "kube-state-metrics", namespace: "mail" });
});

test("a target that fails says so, and nothing else; the other replica goes on", () => {
  const changed = targetFails((target) => target === relay)(world, FROM);
  expect(namesLeft(changed, ({ target }) => target === relay).every((name) => /^(?:up|scrape_)/.test(name))).toBe(true);
  const ups = [...changed.series()].filter(pickedBy('up{job="relay"}')).map(({ at }) => at(FROM));
  expect(ups.toSorted()).toEqual([0, 1]);
});

test("a target that goes says nothing at all", () => {
  expect(namesLeft(targetGoes(targets({ job: "relay" }))(world, FROM), ({ labels }) => labels.job === "relay")).toEqual([]);
});

test("of a pod that goes nobody tells", () => {
  const pod = relay?.pod;
  if (pod === undefined) throw new Error("the relay is a pod");
  expect(namesLeft(podGoes(pod)(world, FROM), ({ labels }) => labels.pod === pod.name && labels.namespace === pod.namespace)).toEqual([]);
});

test("of a node that is off the cluster still tells", () => {
  const [node] = world.cluster.nodes;
  if (node === undefined) throw new Error("a world has nodes");
  const changed = nodeFails(node)(world, FROM);
  const up = [...changed.series()].filter((series) => series.name === "up" && series.target.node === node).map(({ at }) => at(FROM));
  expect(new Set(up)).toEqual(new Set([0]));
  expect(namesLeft(changed, ({ labels }) => labels.node === node.name)).toContain("kube_node_info");
});

test("what a fault changes is marked, so that its rules are found", () => {
  const changed = [...becomes(ofOne, 1)(world, FROM).series()].filter(({ isChanged }) => isChanged);
  expect(changed.map(({ name }) => name)).toEqual(["relay_events_total"]);
  expect(changed.every((series) => isPicked({ name: "relay_events_total", matchers: [] }, series))).toBe(true);
});

describe("a fault is refused", () => {
  test("that changes nothing", () => {
    expect(() => [...goes('up{job="nobody"}')(world, FROM).series()]).toThrow(
      'the fault changes up{job="nobody"}, which is nothing of the world; look at the labels of its series',
    );
  });
  test("that is no selector", () => {
    expect(() => goes(`${COUNTER} + 1 + ${COUNTER}`)).toThrow("is not one selector; write a name with conditions on its labels");
  });
  test("that appears from nowhere", () => {
    expect(() => [...appears("nobody", "a{b='c'}", still(1))(world, FROM).series()]).toThrow();
  });
});

describe("what passes", () => {
  test("goes on as it would have gone", () => {
    const [healthy] = [...world.series()].filter(pickedBy(ofOne));
    expect(values(passing(minutes(5), goes(ofOne)), ofOne, [FROM - 30, FROM, FROM + 299, FROM + 300])).toEqual([
      healthy?.at(FROM - 30),
      undefined,
      undefined,
      healthy?.at(FROM + 300),
    ]);
  });

  test("asks the world before it once, however many pass one after the other", () => {
    let asked = 0;
    const counted: World = {
      ...world,
      series: () => {
        asked++;
        return world.series();
      },
    };
    const many = together(...Array.from({ length: 12 }, (_, turn) => later(minutes(turn), passing(minutes(1), becomes(ofOne, turn)))));
    expect([...many(counted, FROM).series()].length).toBeGreaterThan(0);
    expect(asked).toBe(1);
  });

  test("leaves nothing behind that appeared", () => {
    const change = passing(minutes(5), appears("relay", 'relay_new_total{a="b"}', still(1)));
    expect(values(change, "relay_new_total", [FROM, FROM + 300])).toEqual([1, undefined]);
  });
});
