import { proofs } from "../../lib/checks/proofs";
import { exampleSite, fullPlatform } from "../example";

test("the proofs can be read whatever the pace of the polls", () => {
  const { boiler } = exampleSite();
  if (boiler === undefined) throw new Error("the example has a boiler");
  expect(proofs.run(fullPlatform({ boiler: { ...boiler, poll_seconds: 1201 } }))).toEqual([]);
});
