import fc from "fast-check";
import { scriptOf } from "../../lib/command-line/script-name";
import { anyCodePoint } from "../any-text";

/** A command line as people write it in a CronJob; the last word of `args` may be a text for a shell. */
type Case = readonly [written: readonly string[], script: string | undefined];

const sh = (text: string): readonly string[] => ["/bin/sh", "-c", text];

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "a program": [
    [["/usr/local/bin/restic", "backup", "/data"], "restic"],
    [["restic", "backup", "/data"], "data"],
    [["restic", "backup"], undefined],
    [["./bin/backup"], "backup"],
    [["bin/backup", "/data"], "backup"],
    [["backup.sh"], "backup.sh"],
    [["/scripts/my backup.sh"], "my backup.sh"],
    [["/opt/x/"], "x"],
    [["/opt/x///"], "x"],
    [["rsync", "-a", "/src/", "/dst/"], "src"],
    [["/"], undefined],
    [["/bin/sleep", "5"], "sleep"],
    [["/scripts/$(JOB)", "/data"], undefined],
    [[], undefined],
  ],
  "no path": [
    [["notify", "24/7", "/opt/hooks/up.sh"], "up.sh"],
    [["curl", "-H", "Accept: application/json", "https://example.org/x"], undefined],
    [["curl", "--cacert=/ca.pem", "https://example.org/x"], undefined],
    [["curl", "-o", "/dev/null", "https://example.org/x"], undefined],
    [["mytool", "Look at /etc and /opt"], undefined],
    [["sh", "-c", "24/7"], undefined],
  ],
  "an interpreter": [
    [["/usr/bin/python3.11", "-u", "/opt/sync.py"], "sync.py"],
    [["python3", "backup.py"], "backup.py"],
    [["python3", "-W", "/ignored", "-X", "dev", "/opt/sync.py", "/data"], "sync.py"],
    [["python", "-uW", "ignore", "app/sync.py"], "sync.py"],
    [["python", "-m", "app.sync", "/data"], "data"],
    [["python3", "-m", "backup", "--to", "/data/", "/other"], "data"],
    [["python", "-m", "app.sync"], undefined],
    [["python", "-c", "open('/etc/x')", "/data"], "data"],
    [["perl", "-e", "/a/ and print", "/data"], "data"],
    [["node", "--require", "/otel/register.js", "/app/job.js"], "job.js"],
    [["node", "-r", "./tracing.js", "--import=/x.mjs", "dist/job.js"], "job.js"],
    [["node", "-e", "require('/app/x.js')"], undefined],
    [["/nodejs/bin/node", "--max-semi-space-size=4", "--expose-gc", "/app/jobs/backup-age"], "backup-age"],
    [["java", "-Xmx64m", "-cp", "/lib/a.jar", "-jar", "/app/job.jar", "/data"], "job.jar"],
    [["java", "-cp", "/app.jar", "org.example.Job", "/data"], "app.jar"],
    [["php", "-d", "memory_limit=-1", "/app/artisan", "schedule:run"], "artisan"],
    [["php", "bin/console", "app:sync"], "console"],
    [["ruby", "-I", "/lib", "/app/sync.rb"], "sync.rb"],
    [["perl", "-I/lib", "-w", "/app/sync.pl"], "sync.pl"],
    [["pwsh", "-NoProfile", "-ExecutionPolicy", "Bypass", "-File", "/scripts/sync.ps1"], "sync.ps1"],
    [["pwsh", "-noprofile", "-ep", "Bypass", "-file", "/scripts/sync.ps1", "-All"], "sync.ps1"],
    [["pwsh", "-NoProfile", "-Command", "/scripts/sync.ps1 -All"], "sync.ps1"],
    [["pwsh", "-c", "& '/scripts/sync.ps1' -All"], "sync.ps1"],
    [["/usr/bin/pwsh", "-Command", "&", "/scripts/sync.ps1"], "sync.ps1"],
    [["pwsh", "-EncodedCommand", "aQBlAHgA"], undefined],
    [["/usr/bin/awk", "-f", "/scripts/report.awk", "/data/x"], "report.awk"],
    [["gawk", "-F:", "-v", "a=/y", "-f/scripts/report.awk"], "report.awk"],
    [["gawk", "--file=/scripts/report.awk"], "report.awk"],
    [["awk", "-f", "report.awk"], "report.awk"],
    [["/usr/bin/awk", "/a/ { print }", "/data/x"], "x"],
    [["/usr/bin/awk", "/a/ { print }"], undefined],
    [["R", "--vanilla", "--file=/scripts/report.R"], "report.R"],
    [["/usr/bin/julia", "--project=/app", "/app/sync.jl"], "sync.jl"],
    [["expect", "-c", "spawn /opt/x"], undefined],
    [["/usr/bin/dotnet", "exec", "/app/sync.dll"], "sync.dll"],
    [["deno", "run", "--allow-net", "/app/sync.ts"], "sync.ts"],
    [["go", "run", "/src/main.go"], "main.go"],
  ],
  "a shell": [
    [["/bin/sh", "/scripts/backup-nas.sh"], "backup-nas.sh"],
    [["sh", "-e", "/scripts/a.sh", "/data"], "a.sh"],
    [["bash", "-euo", "pipefail", "/scripts/a.sh"], "a.sh"],
    [["bash", "-x", "--", "/scripts/a.sh"], "a.sh"],
    [["bash", "-euxo", "pipefail", "-c", "/scripts/a.sh"], "a.sh"],
    [["bash", "-ceu", "/scripts/a.sh; /scripts/b.sh"], "a.sh"],
    [["bash", "--rcfile", "/etc/rc", "-lc", "/scripts/a.sh"], "a.sh"],
    [["busybox", "sh", "-c", "/scripts/a.sh"], "a.sh"],
    [["sh", "-c", 'exec "$@"', "--", "/opt/run.sh", "--all"], "run.sh"],
    [["sh", "-c", "sh -c '/opt/run.sh --all'"], "run.sh"],
    [["sh", "-c", ""], undefined],
    [["-c", "/scripts/a.sh"], "a.sh"],
  ],
  "what a text runs": [
    [sh("set -e; cd /tmp && FOO=/x /opt/run.sh --to=/y >/dev/null 2>&1"), "run.sh"],
    [sh("exec /opt/run.sh"), "run.sh"],
    [sh('eval "/opt/run.sh /data"'), "run.sh"],
    [sh("export PATH=/opt/bin:$PATH; backup.sh"), "backup.sh"],
    [sh('"$HOME/bin/run.sh" /data'), "run.sh"],
    [sh("$" + "{DIR:-/opt}/run.sh"), "run.sh"],
    [sh("/opt/$JOB /data"), undefined],
    [sh("'/opt/my scripts/run it.sh'"), "run it.sh"],
    [sh("/opt/run\\ it.sh"), "run it.sh"],
    [sh("/opt/run.sh \\\n  --to /y"), "run.sh"],
    [sh("# /opt/old.sh\n/opt/run.sh"), "run.sh"],
    [sh("mkdir -p /data/tmp && /opt/run.sh"), "run.sh"],
    [sh("curl -o /tmp/list https://example.org/list; python3 /opt/sync.py /tmp/list"), "sync.py"],
    [sh("NOW=$(/opt/now.sh); /opt/run.sh $NOW"), "run.sh"],
    [sh("OUT=`/opt/now.sh`; exit 0"), "now.sh"],
    [sh('test "$(/opt/ask.sh)" = yes'), "ask.sh"],
    [sh("(cd /opt; ./run.sh) | tee /var/log/run"), "run.sh"],
    [sh("diff <(/opt/a.sh) /opt/b"), "a.sh"],
    [sh("run() { /opt/run.sh; }; run"), "run.sh"],
    [sh("awk '{ print $1 }' /etc/list > /tmp/x; /opt/run.sh"), "run.sh"],
    [sh("restic backup /data"), "data"],
    [sh("pg_dump --file=/x app"), undefined],
  ],
  "what a text reads, writes or compares": [
    [sh(". /etc/profile; /opt/run.sh"), "run.sh"],
    [sh("source /etc/environment && /opt/run.sh"), "run.sh"],
    [sh(". /opt/run.sh"), "run.sh"],
    [sh("[ -f /etc/ready ] && /opt/run.sh"), "run.sh"],
    [sh("[[ -x /opt/old.sh ]] || /opt/run.sh"), "run.sh"],
    [sh("test -d /data || exit 1\n/opt/run.sh"), "run.sh"],
    [sh("if [ -f /etc/ready ]; then /opt/run.sh; else /opt/not.sh; fi"), "run.sh"],
    [sh("while ! test -e /tmp/up; do sleep 1; done; /opt/run.sh"), "run.sh"],
    [sh("for d in /a /b; do /opt/run.sh $d; done"), "run.sh"],
    [sh("case $1 in /a) /opt/run.sh ;; /b) /opt/other.sh ;; esac"), "run.sh"],
    [sh("> /tmp/log; 2>/tmp/errors </etc/in /opt/run.sh"), "run.sh"],
    [sh("&>/tmp/log /opt/run.sh"), "run.sh"],
    [sh("exec 9>/var/lock/x 2>&1; flock -n 9 || exit 1; /opt/run.sh"), "run.sh"],
    [sh("pg_dump app | gzip > /backups/app.gz"), undefined],
    [sh("/bin/sleep 5; /opt/pg_dumpall.sh"), "pg_dumpall.sh"],
    [sh("/usr/bin/find /tmp -delete && /usr/local/bin/restic backup /data"), "restic"],
    [sh("source /etc/env.sh; restic backup /data"), "data"],
    [sh("mkdir -p /data/tmp; rm -rf /data/old; restic backup /src"), "src"],
    [sh("/usr/bin/test -f /etc/ready && /opt/run.sh"), "run.sh"],
    [sh("find /data -mtime +3 -delete"), "data"],
    [sh("/usr/bin/find /data -mtime +3 -delete"), "find"],
    [sh("/scripts/date; /opt/run.sh"), "date"],
    [sh("cat <<EOF > /etc/list\n/opt/listed.sh\nEOF\n/opt/run.sh"), "run.sh"],
    [sh("trap '/opt/failed.sh' EXIT; /opt/run.sh"), "run.sh"],
    [sh("command -v /opt/old.sh && /opt/run.sh"), "run.sh"],
    [sh("export CONFIG=/etc/x; unset A; /opt/run.sh"), "run.sh"],
  ],
  "a runner": [
    [["/usr/bin/env", "bash", "/scripts/a.sh"], "a.sh"],
    [["env", "-i", "-u", "HOME", "PATH=/bin", "/scripts/a.sh"], "a.sh"],
    [["env", "-S", "python3 -u /opt/sync.py"], "sync.py"],
    [["timeout", "-k", "5", "30m", "/scripts/a.sh"], "a.sh"],
    [["timeout", "--signal=KILL", "30", "sh", "-c", "/scripts/a.sh"], "a.sh"],
    [["nice", "-n", "19", "ionice", "-c2", "-n", "7", "/scripts/a.sh"], "a.sh"],
    [["nice", "-19", "/scripts/a.sh"], "a.sh"],
    [["flock", "-n", "/var/lock/a.lock", "/scripts/a.sh"], "a.sh"],
    [["flock", "-nw", "5", "/var/lock/a.lock", "sh", "-c", "/scripts/a.sh"], "a.sh"],
    [["flock", "/var/lock/a.lock", "-c", "/scripts/a.sh --all"], "a.sh"],
    [["sudo", "-nu", "app", "-E", "/scripts/a.sh"], "a.sh"],
    [["su", "-s", "/bin/sh", "app", "-c", "/scripts/a.sh"], "a.sh"],
    [["su", "-", "app", "-lc", "/scripts/a.sh"], "a.sh"],
    [["su", "app", "--command=/scripts/a.sh"], "a.sh"],
    [["su", "app", "-fc/scripts/a.sh"], "a.sh"],
    [["runuser", "-u", "app", "--", "/scripts/a.sh"], "a.sh"],
    [["gosu", "app:app", "/scripts/a.sh"], "a.sh"],
    [["chroot", "/host", "/scripts/a.sh"], "a.sh"],
    [["/sbin/tini", "-s", "--", "/scripts/a.sh"], "a.sh"],
    [["/usr/bin/dumb-init", "bash", "-c", "exec /scripts/a.sh"], "a.sh"],
    [["/usr/local/bin/docker-entrypoint.sh", "/scripts/a.sh"], "a.sh"],
    [["chronic", "/scripts/a.sh"], "a.sh"],
    [["nohup", "setsid", "stdbuf", "-oL", "/scripts/a.sh"], "a.sh"],
    [["strace", "-f", "-o", "/tmp/trace", "/scripts/a.sh"], "a.sh"],
    [["uv", "run", "--with", "requests", "/app/sync.py"], "sync.py"],
    [["uv", "run", "-m", "app.sync", "/data"], "data"],
    [["uv", "run", "--project", "/app", "python", "sync.py"], "sync.py"],
    [["poetry", "run", "python", "/app/sync.py"], "sync.py"],
    [["poetry", "-C", "/app", "run", "sync"], undefined],
    [["bundle", "exec", "ruby", "/app/sync.rb"], "sync.rb"],
    [["bundle", "exec", "bin/sync"], "sync"],
    [["npx", "-y", "tsx", "/app/sync.ts"], "sync.ts"],
    [["npm", "--prefix", "/app", "run", "sync"], undefined],
    [sh("find /data -name '*.gz' | xargs -n 1 /opt/up.sh"), "up.sh"],
  ],
  "an image's entrypoint": [
    [["/entrypoint.sh"], "entrypoint.sh"],
    [["/docker-entrypoint.sh", "--full"], "docker-entrypoint.sh"],
    [["/entrypoint.sh", "backup", "/data"], "entrypoint.sh"],
    [["/entrypoint.sh", "python", "-m", "app.sync"], "entrypoint.sh"],
    [["/entrypoint.sh", "/scripts/a.sh"], "a.sh"],
    [["/entrypoint.sh", "python", "/app/sync.py"], "sync.py"],
    [["tini", "--", "/entrypoint.sh"], "entrypoint.sh"],
    [sh("cd /app && ./entrypoint.sh"), "entrypoint.sh"],
    [["mytool", "/opt/entrypoint.sh"], "entrypoint.sh"],
    [["/usr/bin/env"], undefined],
  ],
};

describe.each(Object.entries(CASES))("%s", (_, cases) => {
  test.each(cases)("%j", (written, script) => {
    expect(scriptOf([{ args: written }])).toBe(script);
    expect(scriptOf([{ command: written.slice(0, 1), args: written.slice(1) }])).toBe(script);
  });
});

test("of several containers the first that runs a script, else the first that names a path", () => {
  const [none, names, runs] = [{}, { command: ["rsync", "/data"] }, { args: ["/scripts/a.sh"] }];
  expect(scriptOf([none, names, runs])).toBe("a.sh");
  expect(scriptOf([none, names])).toBe("data");
  expect(scriptOf([none, { command: null, args: null }])).toBeUndefined();
});

const WORDS = Object.values(CASES).flatMap((cases) => cases.flatMap(([written]) => written));
const SIGNS = [..."'\"`$(){}<>&|;\\\n #=-/ ", "$(", "<<EOF\n", "sh -c ", "/a", "-c", "env "];
const text = fc
  .array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: anyCodePoint, maxLength: 4 })), { maxLength: 30 })
  .map((all) => all.join(""));

test("whatever is written, a name is that of a file, in one line", () => {
  const word = fc.oneof(fc.constantFrom(...WORDS), text);
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (args) => {
      const name = scriptOf([{ args }]) ?? "none";
      expect(name).not.toMatch(/^$|^\.\.?$|[/$*?\p{Cc}]/u);
    }),
    { numRuns: 500 },
  );
});

test("a script that a text runs last is found behind whatever it only names", () => {
  const before = fc.constantFrom(
    ". /etc/env",
    "[ -f /x ]",
    "cd /y",
    "export A=/z",
    "true > /w",
    "test -d /v",
    "A=$(cat /u)",
    "set -e",
    "wait < /t",
  );
  const separator = fc.constantFrom("; ", " && ", "\n", " || ");
  fc.assert(
    fc.property(fc.array(fc.tuple(before, separator), { maxLength: 8 }), (parts) => {
      expect(scriptOf([{ args: sh(`${parts.flat().join("")}/opt/run.sh --to /s`) }])).toBe("run.sh");
    }),
  );
});

test.each([
  ["env ", 100_000],
  ["/entrypoint.sh ", 40_000],
  ["sh -c '", 25_000],
  ["$(", 75_000],
  ["<<a ", 25_000],
  ["`", 125_000],
  ["/a/", 75_000],
  ["a=", 75_000],
  ['"$("', 25_000],
])("hundreds of kilobytes of %j is read in no time", (part, times) => {
  const began = performance.now();
  const long = part.repeat(times);
  for (const args of [sh(long), long.split(" "), [long], ["sh", "-c", long, long]]) scriptOf([{ args }]);
  expect(performance.now() - began).toBeLessThan(5000);
});
