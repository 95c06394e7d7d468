import { frigateSeries } from "../components/cameras/series";
import { alert, area, type RuleBundle } from "../lib/alerts/rule";
import { minutes } from "../lib/duration";
import type { Scraped } from "../lib/metrics/scrape";
import { matches } from "../lib/series";
import { COMES_AND_GOES } from "./comes-and-goes";
import { programDown } from "./program-down";

const {
  frigate_camera_fps: comes,
  frigate_detector_inference_speed_seconds: searchTakes,
  frigate_skipped_fps: skipped,
  frigate_storage_free_bytes: free,
  frigate_storage_total_bytes: size,
} = frigateSeries;

/** A detector of its own takes a hundredth of a second, a good processor a tenth. */
const SLOW_SECONDS = 0.2;
/** Of all frames: a few are skipped whenever much moves. */
const SKIPPED_SHARE = 0.2;
/** Of what is being recorded: the next minute has no room. */
const LEAST_CACHE = 0.1;
/** The recorder deletes the oldest hours itself while an hour's room is left: less is less than it can make. */
const LEAST_BYTES = 500e6;
const CACHE = "/tmp/cache";
const KEPT = matches("/media/frigate/.*");

/** The camera recorder. */
export function cameras({ job }: Scraped): RuleBundle {
  const asked = { job };

  // proofs
  const at = { ...asked, instance: "192.168.10.20:5000" };
  const frames = (come: number, skip: number) => ({
    [comes({ ...at, camera_name: "garden" })]: `${come}x60`,
    [skipped({ ...at, camera_name: "garden" })]: `${skip}x60`,
  });
  const takes = (seconds: number) => ({ [searchTakes({ ...at, name: "coral" })]: `${seconds}x60` });
  const room = (storage: string, left: number, whole = 1000) => ({
    [free({ ...at, storage })]: `${left * 1e6}x60`,
    [size({ ...at, storage })]: `${whole * 1e6}x60`,
  });

  return area("cameras", { component: "Smart Home", severity: "warning", ...COMES_AND_GOES }, [
    programDown("CameraRecorderDown", asked, {
      severity: "critical",
      summary: "The camera recorder does not answer",
      description: "Nothing is recorded and nothing is seen. Look at Frigate's container and its log, then at the disk of its recordings.",
    }),
    alert("CameraSilent", {
      expr: `max by (job, instance, camera_name) (${comes(asked)}) == 0`,
      for: minutes(10),
      inhibits: [{ alerts: ["CameraFramesSkipped"], sharing: ["instance"] }],
      summary: "Nothing comes from camera {{ $labels.camera_name }}",
      description: "The recorder gets no picture from it. Look at its power and its network, then whether its password or address changed.",
      fires: frames(0, 0),
      silent: frames(0.4, 0),
    }),
    alert("CameraFramesSkipped", {
      expr: `sum by (job, instance) (${skipped(asked)}) / sum by (job, instance) (${comes(asked)}) > ${SKIPPED_SHARE}`,
      for: minutes(15),
      summary: "The camera recorder skips frames",
      description:
        "{{ $value | humanize }} of all (1 is all) are not searched: what moves there is missed. It has too little time for its cameras.",
      fires: frames(10, 2.1),
      silent: frames(10, 1.9),
    }),
    alert("CameraDetectorSlow", {
      expr: `max by (job, instance, name) (${searchTakes(asked)}) > ${SLOW_SECONDS}`,
      for: minutes(15),
      inhibits: [{ alerts: ["CameraFramesSkipped"], sharing: ["instance"] }],
      summary: "Detector {{ $labels.name }} of the camera recorder is slow",
      description: "A search takes {{ $value | humanizeDuration }}. The detector is too hot or was lost, and the processor does its work.",
      fires: takes(0.21),
      silent: takes(0.19),
    }),
    alert("CameraStorageFull", {
      expr: [
        `min by (job, instance, storage) (${free({ ...asked, storage: CACHE })} / ${size({ ...asked, storage: CACHE })}) < ${LEAST_CACHE}`,
        `or min by (job, instance, storage) (${free({ ...asked, storage: KEPT })}) < ${LEAST_BYTES}`,
      ].join("\n"),
      for: minutes(10),
      summary: "The camera recorder has no room left in {{ $labels.storage }}",
      description:
        "What cameras send is thrown away. It deletes its oldest recordings by itself: somebody else fills the disk, or they are kept too long.",
      fires: [room(CACHE, 95), room("/media/frigate/recordings", 470)],
      silent: [room(CACHE, 105), room("/media/frigate/recordings", 530, 1_000_000), room("/dev/shm", 5)],
    }),
  ]);
}
