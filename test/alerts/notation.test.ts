import fc from "fast-check";
import { beginAlike, readSamples, readSeries, type Sample, spansOf } from "../../lib/alerts/notation";
import { samplesOf } from "../../lib/alerts/proof-samples";
import { select } from "../../lib/series";
import { anyCharacter } from "../any-text";
import { runs } from "../wide";

function read(text: string) {
  const result = readSamples(text);
  return "runs" in result ? { samples: samplesOf(text) } : result;
}

describe("samples", () => {
  test.each<[string, string, Sample[]]>([
    ["a value", "1", [1]],
    ["several, however far apart", " 1\t-2  \n +3.5 ", [1, -2, 3.5]],
    ["a value repeated: once more than it says", "7x3", [7, 7, 7, 7]],
    ["one repeated no more", "7x0", [7]],
    ["a rise", "1+2x3", [1, 3, 5, 7]],
    ["a fall", "1-2x2", [1, -1, -3]],
    ["a fall from below zero", "-1-2x1", [-1, -3]],
    ["a rise added up as promtool does it", "0+0.1x3", [0, 0.1, 0.2, 0.1 + 0.1 + 0.1]],
    ["fractions and exponents", ".5 1. 1e3 1E-2 1e+1x1 0+1e1x1", [0.5, 1, 1000, 0.01, 10, 10, 0, 10]],
    ["blanks: as many as it says", "_ 1 _x2 1 _x0", [undefined, 1, undefined, undefined, 1]],
    ["an end", "1 stale 1", [1, "stale", 1]],
    ["what is no finite number", "NaN nan Inf -inf +Inf", [Number.NaN, Number.NaN, Infinity, -Infinity, Infinity]],
    ["a zero that repeats is no hexadecimal number", "0x2", [0, 0, 0]],
    ["nothing", "  ", []],
  ])("%s", (_, text, samples) => {
    expect(read(text)).toEqual({ samples });
  });

  test.each([
    ["a word", "one"],
    ["a rise that is not repeated", "1+2"],
    ["a repetition of nothing", "x3"],
    ["half a repetition", "1x"],
    ["a repetition twice", "1x2x3"],
    ["half a repetition more", "1x1.5"],
    ["a repetition below zero", "1x-1"],
    ["an end repeated", "stalex3"],
    ["an end in capitals", "Stale"],
    ["a word repeated", "NaNx3"],
    ["a rise by a word", "1+Infx3"],
    ["infinity in full", "Infinity"],
    ["an exponent without a number", "1ex3"],
    ["two signs", "--1"],
    ["a comma", "1,2"],
    ["a space that is none", "1\u00a02"],
    ["a native histogram", "{{schema:1}}"],
  ])("%s is refused", (_, text) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(/^".*" is no sample; write 1, 1x5, 1\+2x5, _, _x5, stale, NaN or Inf$/s) });
  });

  test.each([
    ["010", '"010" has a number with a leading zero'],
    ["1+08x2", '"1+08x2" has a number with a leading zero'],
    ["1e400", '"1e400" has a number that is too large'],
    ["0+1e999x2", '"0+1e999x2" has a number that is too large'],
    ["1x99999999999999999999", '"1x99999999999999999999" makes more than 100000 samples'],
    ["1x99999 _", '"_" makes more than 100000 samples'],
  ])("%s is refused", (text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  test("any text is read or refused, soon", () => {
    const piece = fc.oneof(anyCharacter, fc.constantFrom(..."0123456789+-x_.e ", "stale", "NaN", "Inf", "99999"));
    const text = fc.array(piece, { maxLength: 200 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, (one) => {
        const result = read(one);
        expect("problem" in result || result.samples.length <= 100_000).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });

  test("what is written out is read back", () => {
    const sample = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom<Sample>(undefined, "stale", Number.NaN));
    const written = (one: Sample) => (one === undefined ? "_" : String(one).replace("Infinity", "Inf"));
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        // a minus before zero gets lost in text
        expect(read(samples.map(written).join(" "))).toEqual({ samples: samples.map((one) => (one === 0 ? 0 : one)) });
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("two texts begin alike", () => {
  const runsOf = (text: string) => {
    const result = readSamples(text);
    return "runs" in result ? result.runs : [];
  };

  test("if the samples of so many minutes are the same, however they are written", () => {
    const one = fc.oneof(fc.constantFrom("1", "1x3", "0+1x2", "1+0x2", "_", "_x2", "stale", "NaN"));
    const text = fc.array(one, { maxLength: 6 }).map((items) => items.join(" "));
    fc.assert(
      fc.property(text, text, fc.nat(12), (left, right, many) => {
        const [a, b] = [left, right].map(samplesOf);
        const minutes = Array.from({ length: many }, (_, minute) => minute);
        const areSame = minutes.every((minute) => Object.is(a?.[minute], b?.[minute]));
        expect(beginAlike(runsOf(left), runsOf(right), many)).toBe(areSame);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("weeks of one value are one step", () => {
    expect([...spansOf(runsOf("1x20160 0x2880"))]).toEqual([
      { sample: 1, times: 20_161 },
      { sample: 0, times: 2881 },
    ]);
  });
});

describe("a series", () => {
  test.each<[string, string, Record<string, string>]>([
    ["up", "up", {}],
    ["up{}", "up", {}],
    ['a:b{c="d",e="f"}', "a:b", { c: "d", e: "f" }],
    ['a{b="}",c=",d=\\"\\\\"}', "a", { b: "}", c: ',d="\\' }],
    ['a{b=""}', "a", {}],
  ])("%s", (text, name, labels) => {
    expect(readSeries(text)).toEqual({ name, labels: new Map(Object.entries(labels)) });
  });

  test.each([
    "",
    "1up",
    "up{",
    "up}",
    "rate(up[5m])",
    'up{job!="a"}',
    'up{job=~"a"}',
    "up{job=a}",
    'up{job="a"',
    'up{job="a" instance="b"}',
    'up{job="a",job="b"}',
    'up{job="\\d"}',
    '{job="a"}',
    "up + up",
  ])("%s is none", (text) => {
    expect(readSeries(text)).toBeUndefined();
  });

  test("is read as the catalogue's selectors write it, whatever its labels hold", () => {
    const value = fc.string({ unit: anyCharacter, minLength: 1 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("job", "volume", "x_1"), value), (labels) => {
        expect(readSeries(select("a")(labels))).toEqual({ name: "a", labels: new Map(Object.entries(labels)) });
      }),
      { numRuns: runs(300) },
    );
  });
});
