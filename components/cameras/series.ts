import { counter, declareSeries, gauge, info } from "../../lib/series";

/**
 * What Frigate tells of itself at /api/metrics; seen on the collector of Frigate 0.17.2 over numbers of ours. It says MiB times a million
 * where it says bytes of a disk. `frigate_detection_enabled` is never told: the collector can't read the word True.
 */
export const frigateSeries = declareSeries({
  frigate_service_uptime_seconds: gauge("seconds", "Time since Frigate began."),
  frigate_service_last_updated_timestamp: gauge("timestamp", "When these numbers were made."),
  frigate_service_info: info("The release that runs, and the newest there is.", "version", "latest_version"),
  frigate_camera_fps: gauge("per second", "Frames that come from a camera.", "camera_name"),
  frigate_process_fps: gauge("per second", "Frames of a camera that are looked at.", "camera_name"),
  frigate_skipped_fps: gauge("per second", "Frames of a camera that are not looked at, for want of time.", "camera_name"),
  frigate_detection_fps: gauge("per second", "Times that a camera's frames are searched for objects.", "camera_name"),
  frigate_detection_total_fps: gauge("per second", "The same of all cameras."),
  frigate_detector_inference_speed_seconds: gauge("seconds", "Time that a search takes.", "name"),
  frigate_camera_events_total: counter("count", "Objects that were seen since Frigate began.", "camera", "label"),
  frigate_storage_total_bytes: gauge("bytes", "Size of a place for recordings, clips or what is being recorded.", "storage"),
  frigate_storage_used_bytes: gauge("bytes", "Used of it.", "storage"),
  frigate_storage_free_bytes: gauge("bytes", "Free of it.", "storage"),
  frigate_storage_mount_type_info: info("Its file system.", "storage", "mount_type"),
  frigate_gpu_usage_percent: gauge("percent", "Use of a graphics processor.", "gpu_name"),
  frigate_device_temperature: gauge("celsius", "Temperature of a detector that tells it.", "device"),
});
