import { gaugeOf } from "../../../components/batch/service/gauge";
import { Refusal } from "../../../components/batch/service/refusal";
import { ofEach } from "../../../components/batch/service/targets";
import { declareSeries, gauge } from "../../../lib/series";

const { age_days } = declareSeries({ age_days: gauge("days", "Days.", "job", "share") });
const nameOf = (share: string) => `share ${share}`;
const age = (share: string) => ({ gauges: [gaugeOf(age_days, { share }, 1)] });

async function found(
  targets: readonly string[],
  find: (share: string) => ReturnType<typeof age> | Promise<never>,
  run = new AbortController(),
) {
  const { gauges, failures = [] } = await ofEach(targets, nameOf, find, run);
  return { shares: gauges.map(({ labels }) => labels.share), failures };
}

test("each target is found, in their order, however many there are", async () => {
  const targets = Array.from({ length: 20 }, (_, n) => String(n));
  expect(await found(targets, age)).toEqual({ shares: targets, failures: [] });
  expect(await found([], age)).toEqual({ shares: [], failures: [] });
});

test("one that fails is named, once, and hides nothing of the others", async () => {
  const find = (share: string) => {
    if (share === "a") throw new Refusal("it is not there");
    if (share === "b") throw new Refusal("the listing of share b is empty");
    return share === "c" ? Promise.reject(new TypeError("a bug")) : age(share);
  };
  const { shares, failures } = await found(["a", "b", "c", "d"], find);
  expect(shares).toEqual(["d"]);
  expect(failures.map(({ message }) => message)).toEqual([
    "share a: it is not there",
    "the listing of share b is empty",
    "share c: TypeError: a bug",
  ]);
  expect(failures.map((failure) => failure instanceof Refusal)).toEqual([true, true, false]);
});

test("when the run has to end, what was read stays found, and what was not is named", async () => {
  const run = new AbortController();
  const hangs = () => new Promise<never>((_, reject) => run.signal.addEventListener("abort", () => reject(new Error("aborted"))));
  const answered = found(["a", "b", "c", "d", "e", "f"], (share) => (share === "a" ? age(share) : hangs()), run);
  setImmediate(() => run.abort());
  const { shares, failures } = await answered;
  expect(shares).toEqual(["a"]);
  expect(failures.map(({ message }) => message)).toEqual(
    ["b", "c", "d", "e", "f"].map((share) => `share ${share}: the run ended before it was read`),
  );
});
