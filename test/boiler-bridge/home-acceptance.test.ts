import { type HelperChange, judge, type Verdict } from "../../components/boiler-bridge/service/home/acceptance";

const change: HelperChange = {
  old: 20,
  now: 21,
  isByPerson: true,
  isOwn: false,
  isClamped: false,
  wasAway: false,
  isAccepting: true,
};

test.each<[string, Partial<HelperChange>, Verdict]>([
  ["a person moves the slider", {}, "command"],
  ["a time-triggered automation, which has neither user nor parent", { isByPerson: false }, "command"],
  ["a person changed it while the bridge was away", { wasAway: true }, "command"],
  ["a switch goes off", { old: true, now: false }, "command"],
  ["zero is a value", { old: 5, now: 0 }, "command"],
  ["another spelling of the same number", { old: 21, now: 21 + 1e-9 }, "same"],
  ["missing before and after", { old: undefined, now: undefined }, "same"],
  ["the bridge's own setting", { isOwn: true }, "own"],
  ["the bridge's own setting, before the boiler was read", { isOwn: true, isAccepting: false }, "own"],
  ["created with its restored value", { old: undefined, isByPerson: false }, "restored"],
  ["available again", { old: undefined }, "restored"],
  ["unavailable", { now: undefined }, "restored"],
  ["before the first good read of the boiler", { isAccepting: false }, "early"],
  ["clamped by a reload", { isClamped: true, isByPerson: false }, "clamped"],
  ["clamped by a reload soon after a person's change, which lends it the person's context", { isClamped: true }, "clamped"],
  ["restored by a restart of Home Assistant, with another value", { wasAway: true, isByPerson: false }, "away"],
])("%s: %s", (_, difference, verdict) => {
  expect(judge({ ...change, ...difference })).toBe(verdict);
});
