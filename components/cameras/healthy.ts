import { seconds } from "../../lib/duration";
import { ago, around, counts, still } from "../../lib/world/course";
import { each, healthy, told } from "../../lib/world/healthy";
import { frigateSeries } from "./series";

const GB = 1e9;
const CAMERAS = ["front_door", "garden"];
const PLACES = [
  { storage: "/media/frigate/recordings", total: 1000, used: 620, mount_type: "ext4" },
  { storage: "/media/frigate/clips", total: 1000, used: 620, mount_type: "ext4" },
  { storage: "/tmp/cache", total: 1, used: 0.2, mount_type: "tmpfs" },
  { storage: "/dev/shm", total: 0.25, used: 0.1, mount_type: "tmpfs" },
];

export const frigateHealthy = healthy(frigateSeries, () => {
  const cameras = <Course extends object>(course: Course) => each(CAMERAS, (camera_name) => ({ camera_name }), course);
  const places = (gigabytes: (place: (typeof PLACES)[number]) => number) =>
    each(
      PLACES,
      ({ storage }) => ({ storage }),
      (place) => still(gigabytes(place) * GB),
    );
  return {
    frigate_service_uptime_seconds: counts(1),
    frigate_service_last_updated_timestamp: ago(seconds(10)),
    frigate_service_info: told(["0.17.2"], (version) => ({ version, latest_version: version })),
    frigate_camera_fps: cameras(around(5.1, 0.2)),
    frigate_process_fps: cameras(around(5.1, 0.2)),
    frigate_skipped_fps: cameras(still(0)),
    frigate_detection_fps: cameras(around(1.5, 1)),
    frigate_detection_total_fps: around(3, 2),
    frigate_detector_inference_speed_seconds: each(["coral"], (name) => ({ name }), around(0.011, 0.002)),
    frigate_camera_events_total: each(CAMERAS, (camera) => ({ camera, label: "person" }), counts(1 / 3600)),
    frigate_storage_total_bytes: places(({ total }) => total),
    frigate_storage_used_bytes: places(({ used }) => used),
    frigate_storage_free_bytes: places(({ total, used }) => total - used),
    frigate_storage_mount_type_info: told(PLACES, ({ storage, mount_type }) => ({ storage, mount_type })),
    frigate_gpu_usage_percent: each(["intel-gpu"], (gpu_name) => ({ gpu_name }), around(10, 3)),
    frigate_device_temperature: each(["apex_0"], (device) => ({ device }), around(52, 3)),
  };
});
