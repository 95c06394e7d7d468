/** Our batch jobs. A name is the job's CronJob, its script in the image, the `job` of what it pushes and, with `_`, the beginning of its series. */
export const JOB_NAMES = [
  "backup-age",
  "backup-configuration",
  "backup-database",
  "backup-nas",
  "backup-object-store",
  "backup-offsite",
  "cadence-map",
  "certificate-check",
  "log-store-settings",
  "ntp-clients",
] as const;
export type JobName = (typeof JOB_NAMES)[number];

/** Where the scripts lie in the image: `/app/jobs/backup-age`. */
export const SCRIPT_FOLDER = "/app/jobs";
export const scriptPath = (job: JobName): string => `${SCRIPT_FOLDER}/${job}`;
