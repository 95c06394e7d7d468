import { applyingFaults } from "../../bin/preview/applying-faults";
import { minutes } from "../../lib/duration";
import { still } from "../../lib/world/course";
import { appears, becomes, goes, inWorld, later, passing, together } from "../../lib/world/fault";
import { worldWith } from "./worlds";

const world = worldWith(["up", { instance: "1" }, 1], ["up", { instance: "2" }, 1], ["load", {}, 3]);

test("a fault is listed where there is all that it changes", () => {
  const faults = applyingFaults(
    [
      () => [
        { title: "the first", change: goes('up{instance="1"}') },
        { title: "another", change: goes('up{instance="2"}') },
        { title: "one and something else", change: together(goes("up"), becomes("temperature", 90)) },
        { title: "what appears and goes", change: together(appears("made-up", "smoke", still(1)), later(minutes(1), goes("smoke"))) },
        { title: "what appears from nowhere", change: appears("elsewhere", "smoke", still(1)) },
        { title: "for a while", change: passing(minutes(1), goes("up")) },
        { title: "nothing for a while", change: passing(minutes(1), goes("down")) },
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
  expect(faults.map(({ title }) => title)).toEqual(["the first", "another", "what appears and goes", "for a while", "of another table"]);
});
