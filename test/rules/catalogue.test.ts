import { volumeStorageSeries } from "../../components/volume-storage/series";
import { matches, not } from "../../lib/series";

// judged by tsc: a line that it would let through is an error of its own
test("a misspelt series or label does not compile", () => {
  const { storage_volume_robustness } = volumeStorageSeries;
  // @ts-expect-error the name
  expect(volumeStorageSeries.storage_volume_robustnes).toBeUndefined();
  // @ts-expect-error a label
  expect(storage_volume_robustness({ volum: "pvc-1" })).toBe('storage_volume_robustness{volum="pvc-1"}');
  // @ts-expect-error a label of another series
  expect(storage_volume_robustness({ backup: not("") })).toBe('storage_volume_robustness{backup!=""}');
});

test("a series is named with its own labels, those of its target, and conditions", () => {
  const { storage_volume_robustness } = volumeStorageSeries;
  expect(storage_volume_robustness({ volume: matches("pvc-.+"), job: "storage", state: not("healthy") })).toBe(
    'storage_volume_robustness{volume=~"pvc-.+",job="storage",state!="healthy"}',
  );
});
