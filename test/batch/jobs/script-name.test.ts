import { scriptName } from "../../../components/batch/jobs/cadence-map/script-name";

test.each<[string, readonly string[], readonly string[], string]>([
  ["ours, by an interpreter in command", ["/nodejs/bin/node"], ["/app/jobs/backup-age"], "backup-age"],
  ["ours, as the argument of the image's own", [], ["/app/jobs/cadence-map"], "cadence-map"],
  ["a script of a shell", ["/bin/sh", "/scripts/backup-nas.sh"], [], "backup-nas.sh"],
  ["a script of an interpreter with a release", ["/usr/bin/python3.11", "-u"], ["/opt/sync.py"], "sync.py"],
  ["by env", ["/usr/bin/env", "bash", "/scripts/a.sh"], [], "a.sh"],
  ["in a text for a shell", ["sh", "-c"], ["set -e; cd /tmp && FOO=/x /opt/run.sh --to=/y >/dev/null 2>&1"], "run.sh"],
  ["a program", ["/usr/local/bin/restic", "backup", "/data"], [], "restic"],
  ["a file name that stands alone", ["python3", "backup.py"], [], "backup.py"],
  ["neither a URL nor an option", ["curl", "--cacert=/ca.pem", "https://example.org/x"], [], "job"],
  ["nothing that is a path", ["restic", "backup"], [], "job"],
  ["the image's own entrypoint", [], [], "job"],
])("%s", (_, command, args, name) => {
  expect(scriptName("job", [{ command, args }])).toBe(name);
});

test("of several containers the first with a script", () => {
  expect(scriptName("job", [{}, { command: ["sleep", "1"] }, { args: ["/scripts/a.sh"] }])).toBe("a.sh");
});
