import { applyingFaults } from "../../bin/preview/applying-faults";
import { becomes, goes, inWorld, together } from "../../lib/world/fault";
import { worldWith } from "./worlds";

const world = worldWith(["up", { instance: "1" }, 1], ["up", { instance: "2" }, 1], ["load", {}, 3]);

test("a fault is listed where there is all that it changes", () => {
  const faults = applyingFaults(
    [
      () => [
        { title: "the first", change: goes('up{instance="1"}') },
        { title: "another", change: goes('up{instance="2"}') },
        { title: "one and something else", change: together(goes("up"), becomes("temperature", 90)) },
        { title: "nothing of it", change: goes('up{instance="3"}') },
        {
          title: "of a node that is not there",
          change: inWorld(() => {
            throw new Error("no node is called that");
          }),
        },
      ],
      () => {
        throw new Error("the site has nothing of it");
      },
      () => [{ title: "of another table", change: becomes("load", 90) }],
    ],
    world,
  );
  expect(faults.map(({ title }) => title)).toEqual(["the first", "another", "of another table"]);
});
