import { scriptName } from "../../../components/batch/jobs/cadence-map/script-name";
import { scriptPath } from "../../../components/batch/jobs/names";

const ARGS = ["--expose-gc", scriptPath("backup-age")];
const OURS = { image: "registry.example.org:5000/belfry/batch:3f2a", args: ARGS };

test.each([
  ["ours, as the argument of the image's own node", [OURS], "backup-age"],
  ["ours, by a digest", [{ ...OURS, image: "batch@sha256:3f2a" }], "backup-age"],
  ["ours, by node itself", [{ ...OURS, command: ["/nodejs/bin/node"] }], "backup-age"],
  ["ours, behind a container that a mesh has put before it", [{ image: "mesh", command: ["/usr/bin/proxy"] }, OURS], "backup-age"],
  ["somebody else's image with a folder of that name", [{ image: "other", command: ["/opt/run", "/app/jobs/backup-age"] }], "run"],
  ["our image with a program of somebody else's", [{ ...OURS, args: ["/opt/run", "/app/jobs/backup-age"] }], "run"],
  ["our image with a script that is none of ours", [{ ...OURS, args: ["/app/jobs/other.sh"] }], "other.sh"],
  ["an image whose name ends so", [{ image: "other-batch:1", command: ["/x/y", "/app/jobs/backup-age"] }], "y"],
  ["a script in any image", [{ image: "other", args: ["/scripts/a.sh"] }], "a.sh"],
  ["no path: the CronJob's own name", [{ image: "other", args: ["backup"] }], "job"],
  ["the image's own entrypoint", [{}], "job"],
])("%s", (_, containers, name) => {
  expect(scriptName("job", containers)).toBe(name);
});
