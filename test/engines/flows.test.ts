import { detectors } from "../../components/relay/detectors/all";
import { patternOf } from "../../lib/logs/detector";
import { rubyLiteral } from "../../lib/logs/pattern";
import { examplePlatform } from "../example";
import { describeEngines } from "./engine";
import { rubyMatches } from "./ruby";

interface Grep {
  readonly or?: readonly { readonly regexp: readonly { readonly key: string; readonly pattern: string }[] }[];
}

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

  test("the manifests carry patterns that Ruby takes", async () => {
    const literals = examplePlatform().manifests.flatMap(({ object }) => {
      if (object.kind !== "ClusterFlow") return [];
      const { filters = [] } = object.spec as { filters?: { grep?: Grep }[] };
      return filters.flatMap(({ grep }) => (grep?.or ?? []).flatMap(({ regexp }) => regexp.map((condition) => condition.pattern)));
    });
    const answers = await rubyMatches(literals.map((literal) => ({ pattern: sourceOf(literal), lines })));
    expect(literals).toHaveLength(2 * detectors.length);
    for (const answer of answers) expect(answer).toHaveLength(lines.length);
  });
});
