import { trivySeries } from "../components/image-scanner/series";
import { byNamespace } from "../lib/alerts/owner";
import { after, type SeriesSet } from "../lib/alerts/proof";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import { targetSeries } from "../lib/metrics/built-in-series";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import type { Site } from "../lib/site/schema";
import { COMES_AND_GOES, keptAfter, overAfter } from "./comes-and-goes";
import { POD } from "./proof-pod";

const { trivy_image_exposedsecrets: secrets, trivy_image_vulnerabilities: holes } = trivySeries;
const { up } = targetSeries;

/** What is in the images that run. Holes are many and patched in time: a list of them is for a dashboard, and no alert. */
export function images(site: Site, { job }: Scraped): RuleBundle {
  const asked = { job };

  // proofs
  const at = { ...asked, instance: "10.42.0.17:8080" };
  const image = {
    ...at,
    namespace: POD.namespace,
    name: "replicaset-web",
    resource_kind: "ReplicaSet",
    resource_name: "web-1",
    container_name: "web",
    image_registry: "registry.example.org",
    image_repository: "web",
    image_tag: "1",
    image_digest: "sha256:0",
  };
  const open = (severity: string, count: number): SeriesSet => ({ [secrets({ ...image, severity })]: `${count}x100` });
  const scanned = (values: string, answers: string): SeriesSet => ({
    [holes({ ...image, severity: "High" })]: values,
    [up(at)]: answers,
  });
  const day = 29 + 24 * 60;

  return area("images", { component: byNamespace(site), severity: "warning", ...COMES_AND_GOES }, [
    alert("ImageHoldsSecret", {
      expr: `max by (namespace, image_repository) (${secrets({ ...asked, severity: matches("Critical|High") })}) > 0`,
      for: minutes(30),
      summary: "Image {{ $labels.image_repository }} of {{ $labels.namespace }} holds a secret",
      description: "{{ $value }} lie open in it. Whoever may pull the image has them: take each for known, and change it.",
      fires: [open("Critical", 1), open("High", 1)],
      silent: [open("Critical", 0), open("Medium", 1)],
    }),
    alert("ImageScansGone", {
      expr: [
        `count by (job) (count_over_time(${holes(asked)}[1d])) unless on (job) count by (job) (${holes(asked)})`,
        `and on (job) max by (job) (${up(asked)}) == 1`,
      ].join("\n"),
      for: minutes(60),
      component: "Platform",
      summary: "No image is scanned any more",
      description:
        "The scanner answers, and has no report of any image. Its scans fail: look at its pod's log, and at its database of holes.",
      fires: [after(minutes(30 + 60), scanned("2x29 stale", "1x2000")), keptAfter(minutes(day - 1), scanned("2x29 stale", "1x2000"))],
      silent: [
        after(minutes(95), scanned("2x200", "1x200")),
        after(minutes(95), scanned("2x29 stale", "0x200")),
        overAfter(minutes(day + 2), scanned("2x29 stale", "1x2000")),
      ],
    }),
  ]);
}
