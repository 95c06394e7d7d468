import fc from "fast-check";
import { detectors } from "../../components/relay/detectors/all";
import { conditionsIn, type FlowSpec } from "../../lib/checks/flow-spec";
import { patternOf } from "../../lib/logs/detector";
import { rubyLiteral } from "../../lib/logs/pattern";
import { TEXT_KEY } from "../../lib/logs/text-key";
import { examplePlatform } from "../example";
import { flowsOf, inJavaScript } from "../logs/aggregator";
import { WAYS } from "../logs/ways";
import { describeEngines } from "./engine";
import { rubyMatches } from "./ruby";

/** What stands between the slashes of a fluentd pattern, which `i` may follow (fluentd, Config.regexp_value). */
function sourceOf(literal: string): string {
  const [, source = "", flags = ""] = /^\/([\s\S]*)\/(i?)$/.exec(literal) ?? [];
  return flags === "i" ? `(?i:${source})` : source;
}

/** Text that a pattern may read differently in the two languages: case, line ends, Unicode neighbours, other spaces. */
const HOSTILE = [
  "",
  "\n",
  "[Errno 5]\r\n",
  "x\nModSecurity: Access denied\ny",
  "ModSecurity:\u00a0Access denied",
  "ModSecurity: Access\u2028denied",
  "\u00e9status=bounced\u00e9",
  "STATUS=BOUNCED",
  "blk_update_request\nI/O error",
  "blk_update_request \u2028 I/O error",
  `blk_update_request ${"x".repeat(500)} I/O error`,
  "EIO: I/O error, read",
  "\u{1f600}[Errno 5]\u{1f600}",
];

describeEngines(["ruby"], "the aggregator reads each detector's pattern as the relay does", () => {
  const lines = [...detectors.flatMap(({ fires, silent }) => [...fires, ...silent]), ...HOSTILE];

  test.each(detectors.map((detector) => [detector.alert, detector] as const))("%s", async (_, detector) => {
    const pattern = patternOf(detector);
    const [answer] = await rubyMatches([{ pattern: sourceOf(rubyLiteral(pattern)), lines }]);
    expect(answer).toEqual(lines.map((line) => pattern.test(line)));
    expect(lines.some((line) => pattern.test(line))).toBe(true);
  });

  const platform = examplePlatform();
  const conditions = platform.manifests.flatMap(({ object }) =>
    object.kind === "ClusterFlow" ? ((object.spec as FlowSpec).filters ?? []).flatMap(conditionsIn) : [],
  );
  const literals = [...new Map(conditions.map(({ key, pattern }) => [pattern, { key, literal: pattern }])).values()];

  /** Lines made of pieces of real ones, of what the two languages might read differently, and of anything. */
  const madeLines = fc.sample(
    fc
      .array(
        fc.oneof(
          fc.constantFrom(...[...lines, ...WAYS.map(([, { log }]) => String(log))].flatMap((line) => line.split(/(?<=[ :/[\]()])/))),
          fc.constantFrom("\n", "\r\n", "\u2028", "\u00a0", "\ufeff", "\u0130", "\u017f", "\u212a", "[Errno 5", "5]", "XFS", "EIO"),
          fc.constantFrom("logging", "monitoring", "kube-system", "journal", "mail-0", "-", "host-tailer-", "host-audit"),
          fc.string({ unit: "binary", maxLength: 12 }),
        ),
        { maxLength: 14 },
      )
      .map((pieces) => pieces.join("")),
    { numRuns: 4000 },
  );

  test("every pattern of every flow is answered alike by both, on lines that nobody thought of", async () => {
    const all = [...lines, ...HOSTILE, ...madeLines];
    // a name has no line end, which alone tells the anchors of the two apart; a text may have one wherever it likes
    const names = all.filter((line) => !line.includes("\n"));
    const questions = literals.map(({ key, literal }) => ({ literal, asked: key === TEXT_KEY ? all : names }));
    const answers = await rubyMatches(questions.map(({ literal, asked }) => ({ pattern: sourceOf(literal), lines: asked })));
    const different = questions.flatMap(({ literal, asked }, index) => {
      const answer = answers[index];
      if (!Array.isArray(answer)) return [`${literal}: ${answer?.error}`];
      return asked.filter((line, at) => answer[at] !== inJavaScript(literal, line)).map((line) => `${literal} on ${JSON.stringify(line)}`);
    });
    expect(different).toEqual([]);
    // each of them is both found and missed among these lines: none answers the same whatever it is asked
    const found = answers.map((answer) => (Array.isArray(answer) ? new Set(answer).size : 0));
    expect(found).toEqual(literals.map(() => 2));
    expect(literals.length).toBeGreaterThan(platform.detectors.length);
  });

  test("the records of a day go the same way when Ruby is asked", async () => {
    const pairs = new Map<string, Set<string>>();
    const objects = platform.manifests.map(({ object }) => object);
    for (const [, record] of WAYS) {
      flowsOf(record, objects, (pattern, text) => {
        pairs.set(pattern, (pairs.get(pattern) ?? new Set()).add(text));
        return inJavaScript(pattern, text);
      });
    }
    const questions = [...pairs].map(([pattern, texts]) => ({ pattern, texts: [...texts] }));
    const answers = await rubyMatches(questions.map(({ pattern, texts }) => ({ pattern: sourceOf(pattern), lines: texts })));
    const known = new Map(
      questions.flatMap(({ pattern, texts }, index) => {
        const answer = answers[index];
        return texts.map((text, at) => [`${pattern} ${text}`, Array.isArray(answer) && answer[at] === true] as const);
      }),
    );
    for (const [what, record, expected] of WAYS) {
      expect([what, flowsOf(record, objects, (pattern, text) => known.get(`${pattern} ${text}`) === true)]).toEqual([what, expected]);
    }
  });
});
