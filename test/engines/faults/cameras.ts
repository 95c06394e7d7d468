import { frigateSeries as frigate } from "../../../components/cameras/series";
import { homeAssistantSeries } from "../../../components/home-automation/series/home-assistant";
import { minutes } from "../../../lib/duration";
import { becomes, passing, targetFails, targets, together } from "../../../lib/world/fault";
import { expectedFor, type Faults } from "./fault";

const of = expectedFor("Smart Home");
const garden = { camera_name: "garden" };

/** The cameras and their recorder. */
export const cameraFaults: Faults = () => [
  {
    title: "the recorder's container is killed again and again",
    change: targetFails(targets({ job: "frigate" })),
    expect: of("CameraRecorderDown", "critical", 6),
  },
  {
    title: "a camera lost the wireless network",
    change: together(
      becomes(frigate.frigate_camera_fps(garden), 0),
      becomes(frigate.frigate_process_fps(garden), 0),
      becomes(frigate.frigate_detection_fps(garden), 0),
      becomes(homeAssistantSeries.homeassistant_entity_available({ entity: "camera.front_door" }), 0),
    ),
    expect: [of("CameraSilent", "warning", 12), of("HomeAssistantDeviceUnavailable", "warning", 32)],
  },
  {
    title: "a camera starts again after an update",
    change: passing(minutes(6), becomes(frigate.frigate_camera_fps(garden), 0)),
    expect: { nothingFor: minutes(40) },
  },
  {
    title: "leaves move in all pictures, and frames are left out",
    change: becomes(frigate.frigate_skipped_fps(), 2),
    expect: of("CameraFramesSkipped", "warning", 17),
  },
  {
    title: "the detector's stick was pulled out, and the processor does its work",
    change: together(becomes(frigate.frigate_detector_inference_speed_seconds(), 0.3), becomes(frigate.frigate_skipped_fps(), 3)),
    expect: of("CameraDetectorSlow", "warning", 17),
  },
  {
    title: "the recorder can't move what it records to its disk",
    change: becomes(frigate.frigate_storage_free_bytes({ storage: "/tmp/cache" }), 1e7),
    expect: of("CameraStorageFull", "warning", 12),
  },
  {
    title: "a backup fills the disk of the recordings",
    change: becomes(frigate.frigate_storage_free_bytes({ storage: "/media/frigate/recordings" }), 1e8),
    expect: of("CameraStorageFull", "warning", 12),
  },
];
