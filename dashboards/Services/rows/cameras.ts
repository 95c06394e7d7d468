import { frigateSeries } from "../../../components/cameras/series";
import type { Row } from "../../../lib/dashboards/dashboard";
import { bars, graph } from "../../../lib/dashboards/panel";
import { warningAbove } from "../../../lib/dashboards/threshold";
import { shareOf } from "../../shared/share";

const {
  frigate_camera_events_total: seen,
  frigate_camera_fps: comes,
  frigate_detector_inference_speed_seconds: searchTakes,
  frigate_skipped_fps: skipped,
  frigate_storage_total_bytes: placeSize,
  frigate_storage_used_bytes: placeUsed,
} = frigateSeries;

export const camerasRow: Row = {
  title: "Cameras",
  panels: [
    graph({
      title: "Frames that come",
      description: "In a second by camera. Nought is its cable, its power or its password.",
      unit: "per second",
      min: 0,
      width: 8,
      queries: [{ expr: `max by (camera_name) (${comes()})`, legend: "{{camera_name}}" }],
      asks: ["CameraSilent"],
    }),
    graph({
      title: "Share of frames that are not searched",
      description: "What moves there is missed: the recorder has too little time for its cameras.",
      unit: "ratio",
      min: 0,
      width: 8,
      queries: [
        {
          expr: shareOf(`sum by (instance) (${skipped()})`, `sum by (instance) (${comes()})`),
          legend: "{{instance}}",
        },
      ],
      asks: ["CameraFramesSkipped"],
    }),
    graph({
      title: "Time of a search",
      description: "By detector. A detector of its own takes a hundredth of a second, a processor a tenth.",
      unit: "seconds",
      min: 0,
      width: 8,
      queries: [{ expr: `max by (name) (${searchTakes()})`, legend: "{{name}}" }],
      asks: ["CameraDetectorSlow"],
    }),
    bars({
      title: "Fill of the recorder's places",
      description: "It deletes its oldest recordings by itself: full is somebody else's data, or recordings that are kept too long.",
      unit: "ratio",
      min: 0,
      max: 1,
      thresholds: [warningAbove(0.9)],
      queries: [{ expr: `sort_desc(max by (storage) (${placeUsed()} / ${placeSize()}))`, legend: "{{storage}}" }],
    }),
    graph({
      title: "What cameras saw in an hour",
      description:
        "Objects by camera and kind. None by day at the front door is a camera that looks at something else, or detection that is off.",
      unit: "count",
      min: 0,
      queries: [{ expr: `sum by (camera, label) (increase(${seen()}[1h]))`, legend: "{{camera}}: {{label}}" }],
    }),
  ],
};
