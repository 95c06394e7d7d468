import { HelpersFollow } from "../../components/boiler-bridge/service/helpers-follow";
import type { Field, HelperValue } from "../../components/boiler-bridge/watched-helpers";
import { createLog } from "../../lib/service/log";

const FIELD = "ch_comfort_temp_set";

/** What was set, in its order. */
let set: HelperValue[];
/** Home Assistant's answer to the next calls. */
let answer: (value: HelperValue) => Promise<void>;
let pending: ReadonlySet<Field>;
let helpers: HelpersFollow;

const wants = (value: HelperValue) => helpers.follow(new Map([[FIELD, value]]));
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  set = [];
  pending = new Set();
  answer = async (value) => helpers.note(FIELD, value);
  const home = {
    isConnected: () => true,
    setHelper: (_: Field, value: HelperValue) => {
      set.push(value);
      return answer(value);
    },
  };
  helpers = new HelpersFollow(home, (field) => pending.has(field), createLog("test", "silent"));
  helpers.restart(new Map([[FIELD, 20]]));
});

test("a helper is set to what the boiler has, once", async () => {
  wants(19);
  await settled();
  wants(19);
  await settled();
  expect([set, helpers.shown(FIELD)]).toEqual([[19], 19]);
});

test("its echo may come after the result", async () => {
  answer = async () => {};
  wants(19);
  await settled();
  expect(helpers.shown(FIELD)).toBe(19);
  helpers.note(FIELD, 19);
  wants(19);
  await settled();
  expect(set).toEqual([19]);
});

test("what a person changes during the call stands until it is refused, and is then put back", async () => {
  answer = async (value) => {
    helpers.note(FIELD, value);
    helpers.note(FIELD, 12);
    pending = new Set([FIELD]);
  };
  wants(19);
  await settled();
  expect([set, helpers.shown(FIELD)]).toEqual([[19], 12]);

  answer = async (value) => helpers.note(FIELD, value);
  pending = new Set();
  await helpers.settle();
  expect([set, helpers.shown(FIELD)]).toEqual([[19, 19], 19]);
});

test("what a person changed before the call took effect is overwritten, and shows again once the boiler has it", async () => {
  answer = async (value) => {
    helpers.note(FIELD, 12);
    pending = new Set([FIELD]);
    helpers.note(FIELD, value);
  };
  wants(19);
  await settled();
  expect(helpers.shown(FIELD)).toBe(19);

  answer = async (value) => helpers.note(FIELD, value);
  pending = new Set();
  wants(12);
  await settled();
  expect(set).toEqual([19, 12]);
});

test("it shows what it did while it is being set, and after a refusal", async () => {
  let refuse = (_: Error) => {};
  answer = () => new Promise((_, reject) => (refuse = reject));
  wants(19);
  expect(helpers.shown(FIELD)).toBe(20);
  refuse(new Error("no"));
  await settled();
  expect(helpers.shown(FIELD)).toBe(20);
});

test("a refused value is not asked for again until another one is, or the connection is new", async () => {
  answer = async () => Promise.reject(new Error("no"));
  wants(19);
  await settled();
  wants(19);
  await settled();
  wants(18);
  await settled();
  helpers.restart(new Map([[FIELD, 20]]));
  await settled();
  expect(set).toEqual([19, 18, 18]);
});
