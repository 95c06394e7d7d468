import fc from "fast-check";
import { detectors } from "../../components/relay/detectors/all";
import { Detection, type Findings } from "../../components/relay/service/alerts";
import { readBatch } from "../../components/relay/service/batch";
import { Needles } from "../../components/relay/service/needles";
import { patternOf } from "../../lib/logs/detector";
import { context, site } from "./site";

const NOW = Date.parse("2026-08-20T12:00:00Z");
const detection = new Detection(detectors, context, site.namespaces, 1000);
/** Makes a body large enough for the scan, at its end so that what it follows is not the last element. */
const padding = `{"log":"${"quiet ".repeat(3000)}"}`;
const padded = (elements: readonly string[]): string => `[${[...elements, padding].join(",")}]`;

function byScan(body: Buffer, from = 0): Findings | undefined {
  const pass = detection.begin(from, NOW);
  return readBatch(Buffer.from(body), detection.needles, pass) === undefined ? pass.end() : undefined;
}

/** What the scan stands for: the whole body parsed, every element looked at. */
function byParser(body: Buffer, from = 0): Findings {
  const pass = detection.begin(from, NOW);
  pass.take(JSON.parse(body.toString("utf8")));
  return pass.end();
}

const kubernetes = { namespace_name: "mail", pod_name: "mail-0" };
const fires = detectors.flatMap((detector) => detector.fires);

describe("needles", () => {
  test("exist for the detectors", () => expect(detection.needles).toBeDefined());

  test("don't exist beside a pattern without a certain text", () => {
    const [first] = detectors;
    const vague = { ...first, lines: [/[0-9]{3} oops/, /\d{1,9}/] } as (typeof detectors)[number];
    expect(new Detection([...detectors, vague], context, site.namespaces, 1).needles).toBeUndefined();
  });

  test("must not be shorter than three characters", () => expect(() => new Needles(["abc", "de"])).toThrow(/use at least 3/));

  test("are found wherever a plain search finds one, and nowhere else", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 3, maxLength: 7 });
    const text = fc.string({ unit: fc.constantFrom(..."abcd"), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), text, fc.nat(20), fc.nat(20), (words, input, from, cut) => {
        const to = Math.max(from, input.length - cut);
        const found = new Needles(words).isWithin(Buffer.from(input), from, to);
        expect(found).toBe(words.some((needle) => input.slice(from, to).includes(needle)));
      }),
      { numRuns: 2000 },
    );
  });

  test("are in every text that a detector's pattern matches, as JSON spells it", () => {
    const noise = fc.string({ unit: "binary", maxLength: 40 });
    const [position, length] = [fc.nat(200), fc.nat(30)];
    let matching = 0;
    fc.assert(
      fc.property(fc.constantFrom(...fires), noise, noise, position, length, noise, (line, before, behind, at, cut, inserted) => {
        // cut and filled anywhere: often it matches no longer, and sometimes another alternative does
        const text = before + line.slice(0, at) + inserted + line.slice(at + cut) + behind;
        if (!detectors.some((detector) => patternOf(detector).test(text))) return;
        matching++;
        const bytes = Buffer.from(JSON.stringify(text));
        expect(detection.needles?.isWithin(bytes, 0, bytes.length)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    expect(matching).toBeGreaterThan(500);
  });
});

test.each(fires)("the scan finds: %s", (line) => {
  const body = Buffer.from(padded([JSON.stringify({ log: line, kubernetes })]));
  expect(byScan(body)).toEqual(byParser(body));
  expect(detectors.some((detector) => patternOf(detector).test(line))).toBe(true);
});

test.each<[string, string]>([
  ["an escaped slash", '{"log":"EIO: i\\/o error"}'],
  ["escaped letters", '{"log":"\\u0045STALE"}'],
  ["an escaped key", '{"\\u006cog":"ESTALE"}'],
  ["a backslash before an escape's look", '{"log":"\\\\u0045STALE"}'],
  ["two equal keys, the last one matching", '{"log":"quiet","log":"ESTALE"}'],
  ["two equal keys, the last one no text", '{"log":"quiet","log":5}'],
  ["an empty log and a message", '{"log":"","message":"ESTALE"}'],
  ["keys with space around them", '{ "log" \n:\t"ESTALE" , "message" : 5 }'],
  ["log as a value", '{"a":"log","b":"message"}'],
  ["log deeper down", '{"kubernetes":{"log":"ESTALE"}}'],
  ["log in an array", '["log","ESTALE",{"log":"x"}]'],
  ["a quote that is escaped", '{"log":"a\\"},{\\"log\\":\\"ESTALE"}'],
  ["a backslash at the end", '{"log":"ESTALE\\\\"},{"log":"x\\\\"}'],
])("%s is read as the parser reads it", (_name, elements) => {
  const body = Buffer.from(padded([elements, "5", elements]));
  expect(byScan(body)).toEqual(byParser(body));
});

describe("whatever the batch, the scan gives what the parser gives", () => {
  const nasty = fc.constantFrom(
    "},{",
    '"',
    "\\",
    '\\"',
    "[{",
    "}]",
    ",",
    '{"log":"x"}',
    "\u0000",
    "\u001b[0m",
    "/",
    "é",
    "😀",
    "\ud800",
    "quiet",
    "EIO",
    ...fires.slice(0, 8),
  );
  const text = fc.array(nasty, { maxLength: 5 }).map((parts) => parts.join(""));
  /** A string as one of the ways in which JSON may write it. */
  const written = fc.tuple(text, fc.constantFrom("plain", "slash", "code", "all")).map(([value, way]) => {
    const plain = JSON.stringify(value);
    if (way === "slash") return plain.replaceAll("/", "\\/");
    if (way === "plain") return plain;
    const codes = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
    const code = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;
    return `"${codes.map((unit, at) => (way === "code" && at % 3 > 0 && /[a-z ]/i.test(value[at] ?? "") ? value[at] : code(unit))).join("")}"`;
  });
  const space = fc.constantFrom("", "", " ", "\n\t");
  const key = fc.constantFrom('"log"', '"message"', '"kubernetes"', '"a"', '"lo\\u0067"', '"__proto__"', '"log "', '"messagf"');
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      written,
      fc.constantFrom("null", "true", "-1.5e3", "{}", "[]", '""'),
      fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(",")}]`),
      fc
        .array(fc.tuple(key, space, tie("value"), space), { maxLength: 4 })
        .map((fields) => `{${fields.map(([name, gap, of, end]) => `${gap}${name}${gap}:${end}${of}${end}`).join(",")}}`),
    ),
  }));
  const event = fc
    .tuple(fc.constantFrom("log", "message"), written, fc.constantFrom("a", "b", "mail-0"))
    .map(([name, of, pod]) => `{"${name}":${of},"kubernetes":{"namespace_name":"mail","pod_name":"${pod}"}}`);
  const batch = fc.array(fc.tuple(space, fc.oneof(event, event, value), space), { maxLength: 12 });
  const bodyOf = (elements: readonly (readonly [string, string, string])[]) => padded(elements.map((parts) => parts.join("")));

  test("in alerts, counts and where the next page begins", () => {
    fc.assert(
      fc.property(batch, fc.nat(6), (elements, from) => {
        const body = Buffer.from(bodyOf(elements));
        expect(byScan(body, from)).toEqual(byParser(body, from));
      }),
      { numRuns: 2000 },
    );
  });

  test("with bytes that are no UTF-8", () => {
    fc.assert(
      fc.property(batch, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 8 }), (elements, spoilt) => {
        const body = Buffer.from(bodyOf(elements));
        // in place of letters, so that the body stays JSON
        const letters = [...body.keys()].filter((at) => body[at] === 0x71);
        for (const [at, byte] of spoilt) body[letters[at % letters.length] ?? 0] = byte;
        expect(byScan(body)).toEqual(byParser(body));
      }),
      { numRuns: 300 },
    );
  });

  test("and what is cut short or has a bracket too many is refused", () => {
    fc.assert(
      fc.property(batch, fc.nat(), fc.constantFrom("]", "}", ",", "{", "[", '"', "x"), (elements, at, extra) => {
        const body = bodyOf(elements);
        expect(byScan(Buffer.from(body.slice(0, body.length - 1 - (at % 20))))).toBeUndefined();
        expect(byScan(Buffer.from(body + extra))).toBeUndefined();
        expect(byScan(Buffer.from(`${extra === "[" ? "]" : extra}${body}`))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});

test("a body of many small pieces is left as it was", () => {
  const body = Buffer.from(padded(Array.from({ length: 3000 }, (_, n) => JSON.stringify({ log: n % 3 ? "ESTALE" : "quiet", kubernetes }))));
  const before = Buffer.from(body);
  readBatch(body, detection.needles, detection.begin(0, NOW));
  expect(body.equals(before)).toBe(true);
});
