import { chartRepositoryFlaw } from "../../../lib/site/sections/exporters";

test.each([
  "https://prometheus-community.github.io/helm-charts",
  "ghcr.io/prometheus-community/charts",
  "registry:5000",
  "registry:5000/charts",
])("%s holds charts", (text) => {
  expect(chartRepositoryFlaw(text)).toBeUndefined();
});

test.each([
  ["https://me:hunter2@charts.example.org", "holds credentials", "keep them in the secret store and the URL without them"],
  [
    "oci://ghcr.io/prometheus-community/charts",
    "begins with a scheme, and a registry has none here",
    "use ghcr.io/prometheus-community/charts",
  ],
  ["ftp://charts.example.org", "is not an http(s) URL", undefined],
  ["ghcr.io/charts:1", "ends with a tag", undefined],
])("%s does not: it %s", (text, wrong, remedy) => {
  expect(chartRepositoryFlaw(text)).toEqual({ wrong, ...(remedy === undefined ? {} : { remedy }) });
});
