import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { Detection, type Findings } from "../../components/relay/service/alerts";
import { readBatch } from "../../components/relay/service/batch";
import { Needles } from "../../components/relay/service/needles";
import { patternOf } from "../../lib/logs/detector";
import { ServiceError } from "../../lib/service/errors";
import { anyCharacter } from "../any-text";
import { runs } from "../wide";
import { context, detectors, site } from "./site";

const NOW = Date.parse("2026-08-20T12:00:00Z");
const MANY = 1000;
const detection = new Detection(detectors, context, site.namespaces);
const batchOf = (elements: readonly string[]): string => `[${elements.join(",")}]`;

function byScan(body: Buffer, maxAlerts = MANY): Findings[] {
  const pages: Findings[] = [];
  let from: number | undefined;
  do {
    const pass = detection.begin(NOW, maxAlerts);
    from = readBatch(Buffer.from(body), from, detection.needles, pass);
    pages.push(pass.end());
  } while (from !== undefined);
  return pages;
}

/** What the scan stands for: the whole body parsed, every element looked at. */
function byParser(body: Buffer, maxAlerts = MANY): Findings[] {
  const pages: Findings[] = [];
  let pass = detection.begin(NOW, maxAlerts);
  for (const element of JSON.parse(body.toString("utf8"))) {
    if (typeof element !== "object" || element === null || Array.isArray(element)) pass.passOver("not_an_object");
    else if (!pass.take(element)) {
      pages.push(pass.end());
      pass = detection.begin(NOW, maxAlerts);
      pass.take(element);
    }
  }
  return [...pages, pass.end()];
}

const kubernetes = { namespace_name: "mail", pod_name: "mail-0" };
const patterns = detectors.map(patternOf);
const fires = detectors.flatMap((detector) => detector.fires);

describe("needles", () => {
  test("exist for the detectors", () => expect(detection.needles).toBeDefined());

  test("don't exist beside a pattern without a certain text", () => {
    const [first] = detectors;
    const vague = { ...first, lines: [/[0-9]{3} oops/, /\d{1,9}/] } as (typeof detectors)[number];
    expect(new Detection([...detectors, vague], context, site.namespaces).needles).toBeUndefined();
  });

  test("must not be shorter than three characters", () => expect(() => new Needles(["abc", "de"])).toThrow(/use at least 3/));

  test("are found wherever a plain search finds one, and nowhere else", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 3, maxLength: 7 });
    const text = fc.string({ unit: fc.constantFrom(..."abcd"), maxLength: 60 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), text, fc.nat(20), fc.nat(20), (words, input, from, cut) => {
        const to = Math.max(from, input.length - cut);
        const found = new Needles(words).isWithin(Buffer.from(input), from, to);
        return found === words.some((needle) => input.slice(from, to).includes(needle));
      }),
      { numRuns: runs(1000) },
    );
  });

  test("are in every text that a detector's pattern matches, as JSON spells it", () => {
    const noise = fc.string({ unit: anyCharacter, maxLength: 40 });
    const [position, length] = [fc.nat(200), fc.nat(30)];
    let matching = 0;
    fc.assert(
      fc.property(fc.constantFrom(...fires), noise, noise, position, length, noise, (line, before, behind, at, cut, inserted) => {
        // cut and filled anywhere: often it matches no longer, and sometimes another alternative does
        const text = before + line.slice(0, at) + inserted + line.slice(at + cut) + behind;
        if (!patterns.some((pattern) => pattern.test(text))) return true;
        matching++;
        const bytes = Buffer.from(JSON.stringify(text));
        return detection.needles?.isWithin(bytes, 0, bytes.length);
      }),
      { numRuns: runs(1500) },
    );
    expect(matching).toBeGreaterThan(runs(1500) / 6);
  });
});

test.each(fires)("the scan finds: %s", (line) => {
  const body = Buffer.from(batchOf([JSON.stringify({ log: line, kubernetes })]));
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
  const body = Buffer.from(batchOf([elements, "5", elements]));
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
  const bodyOf = (elements: readonly (readonly [string, string, string])[]) => batchOf(elements.map((parts) => parts.join("")));

  test("in alerts, counts and where the next page begins", () => {
    fc.assert(
      fc.property(batch, fc.integer({ min: 1, max: 4 }), (elements, maxAlerts) => {
        const body = Buffer.from(bodyOf(elements));
        expectSame(byScan(body, maxAlerts), byParser(body, maxAlerts));
      }),
      { numRuns: runs(1000) },
    );
  });

  test("with bytes that are no UTF-8", () => {
    fc.assert(
      fc.property(batch, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 8 }), (elements, spoilt) => {
        const body = Buffer.from(bodyOf([...elements, ["", '{"log":"quiet"}', ""]]));
        // in place of letters, so that the body stays JSON
        const letters = [...body.keys()].filter((at) => body[at] === 0x71);
        for (const [at, byte] of spoilt) body[letters[at % letters.length] ?? 0] = byte;
        expectSame(byScan(body), byParser(body));
      }),
      { numRuns: runs(300) },
    );
  });

  test("and what is cut short or goes on behind its end is refused", () => {
    fc.assert(
      fc.property(batch, fc.nat(), fc.constantFrom("]", "}", ",", "{", "[", '"', "x"), (elements, cut, extra) => {
        const body = Buffer.from(bodyOf(elements).trim());
        const spoilt = [body.subarray(0, cut % body.length), `${body}${extra}`, `${extra === "[" ? "]" : extra}${body}`];
        for (const text of spoilt) expectSame(codeOf(outcomeOf(() => byScan(Buffer.from(text)))), "not_json_array");
      }),
      { numRuns: runs(300) },
    );
  });

  test("and whatever is put into it or cut out of it, it is read as the parser reads it, or what is no JSON passed over or refused", () => {
    let [same, refused, read] = [0, 0, 0];
    fc.assert(
      fc.property(batch, fc.nat(), fc.nat(9), nasty, (elements, at, cut, inserted) => {
        const text = bodyOf(elements);
        const body = Buffer.from(`${text.slice(0, at % text.length)}${inserted}${text.slice((at % text.length) + cut)}`);
        const scanned = outcomeOf(() => byScan(body, 2));
        const parsed = outcomeOf(() => (Array.isArray(JSON.parse(body.toString())) ? byParser(body, 2) : []));
        if (Array.isArray(parsed) && parsed.length > 0) {
          expectSame(scanned, parsed);
          same++;
        } else if (Array.isArray(scanned)) read++;
        else {
          expectSame(codeOf(scanned), "not_json_array");
          refused++;
        }
      }),
      { numRuns: runs(1000) },
    );
    expect(Math.min(same, refused, read)).toBeGreaterThan(runs(1000) / 40);
  });
});

/** `expect` looks for its caller each time, which takes longer than what is tested here. */
function expectSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

function codeOf(outcome: unknown): unknown {
  return outcome instanceof ServiceError ? outcome.code : outcome;
}

function outcomeOf(run: () => Findings[]): Findings[] | unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
