import fc from "fast-check";
import { COMPONENTS } from "../../lib/site/component";
import { didYouMean } from "../../lib/site/did-you-mean";
import { runs } from "../wide";

const KEYS = ["metrics_url", "alertmanager_url", "relay_url", "router_url", "logs_url"];

test.each([
  ["a swap of neighbours", "realy_url", KEYS, "relay_url"],
  ["a missing letter", "alertmanger_url", KEYS, "alertmanager_url"],
  ["an additional letter", "loggs_url", KEYS, "logs_url"],
  ["a replaced letter", "metrics_uri", KEYS, "metrics_url"],
  ["capitals instead of underscores", "relayUrl", KEYS, "relay_url"],
  ["dashes instead of underscores", "relay-url", KEYS, "relay_url"],
  ["only the beginning", "metrics", KEYS, "metrics_url"],
  ["a beginning that fits two", "r_u", ["r_url", "r_users"], undefined],
  ["a short word, one letter off", "DNZ", COMPONENTS, "DNS"],
  ["a short word, swapped", "DSN", COMPONENTS, "DNS"],
  ["a short word, two letters off", "DXZ", COMPONENTS, undefined],
  ["the beginning of a component", "Files", COMPONENTS, "Files & Documents"],
  ["another word", "colour", KEYS, undefined],
  ["an empty word", "", KEYS, undefined],
  ["a very long word", "x".repeat(100_000), KEYS, undefined],
  ["no candidates", "relay_url", [], undefined],
])("%s", (_, word, candidates, meant) => {
  expect(didYouMean(word, candidates)).toBe(meant);
});

test("the nearest of several is meant", () => {
  expect(didYouMean("relay_urls", ["delay_urx", "relay_url"])).toBe("relay_url");
});

test("it stops early where nothing can be near, and finds what is", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{9,20}$/), fc.nat(), (word, at) => {
      const letter = at % (word.length - 1);
      const swapped = word.slice(0, letter) + word[letter + 1] + word[letter] + word.slice(letter + 2);
      expect(didYouMean(swapped, [`${word}x`, "something else"])).toBe(`${word}x`);
    }),
    { numRuns: runs(500) },
  );
});
