/** The jobs that read an index page, put to servers that make them differently. */
import type { RequestListener } from "node:http";
import { BUNDLING_MS, pushed, runJob, scripts, startServer } from "../run-job";

const DAY_MS = 86_400_000;

beforeAll(() => void scripts(), BUNDLING_MS);

let answer: RequestListener;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer((request, response) => {
    if (request.url?.startsWith("/metrics/")) response.end();
    else answer(request, response);
  });
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

async function run(job: "backup-nas" | "backup-offsite", env: Readonly<Record<string, string>>) {
  const { code, log } = await runJob(job, { PUSHGATEWAY_URL: server.url, ...env });
  const [reason] = log.filter(({ level }) => level === "error").map((line) => line.reason);
  const body = server.asked.find(({ method }) => method === "POST")?.body ?? "";
  return { code, reason, series: pushed(body) };
}

const page = (rows: string): string => `<html><body><pre><a href="../">../</a>\n${rows}</pre></body></html>\n`;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const snapshot = (days: number): string => {
  const name = `auto-${ago(days).toISOString().slice(0, 16).replace("T", "_").replace(":", "-")}/`;
  return `<a href="${name}">${name}</a>  01-Jan-2026 00:00  -\n`;
};
const shares = (more: object = {}) => ({ SHARES: JSON.stringify([{ share: "photos", listing: `${server.url}/photos`, ...more }]) });
const sources = () => ({ SOURCES: JSON.stringify([{ source: "volumes", repository: `${server.url}/repo` }]) });

test("the newest snapshot by its name, whatever the page says of its folder", async () => {
  answer = (request, response) => void response.end(request.url === "/photos/" ? page(snapshot(9) + snapshot(2)) : "");
  const { code, series } = await run("backup-nas", shares());
  expect(code).toBe(0);
  expect(series['nas_snapshot_age_days{share="photos"}']).toBeCloseTo(2, 2);
});

test("a listing in which nothing is a snapshot: there is none", async () => {
  answer = (_, response) => void response.end(page('<a href="lost%2Bfound/">lost+found/</a>  01-Jan-2026 00:00  -\n'));
  const { code, series } = await run("backup-nas", shares({ pattern: "^auto-" }));
  expect([code, series['nas_snapshot_age_days{share="photos"}']]).toEqual([0, -1]);
});

test("the newest file of a repository, asked one by one where the page has no times", async () => {
  answer = (request, response) => {
    if (request.method === "HEAD") {
      const days = request.url?.endsWith("/aa") ? 5 : 1;
      response.writeHead(200, { "last-modified": ago(days).toUTCString() }).end();
    } else response.end(request.url === "/repo/snapshots/" ? page('<a href="aa">aa</a>\n<a href="bb">bb</a>\n') : "");
  };
  const { code, series } = await run("backup-offsite", sources());
  expect(code).toBe(0);
  expect(series['offsite_copy_age_days{source="volumes"}']).toBeCloseTo(1, 2);
});

test.each<[string, RequestListener, RegExp]>([
  ["a listing without an entry", (_, response) => void response.end(page("")), /the listing of .* is empty; is that the right folder/],
  ["an empty JSON list", (_, response) => void response.end("[]"), /is empty/],
  ["a page that was cut off", (_, response) => void response.end(page(snapshot(1)).slice(0, -30)), /was it cut off/],
  [
    "a body shorter than said",
    (_, response) => void response.writeHead(200, { "content-length": "9999" }).write("<html>"),
    /no answer from/,
  ],
  ["a folder that is not there", (_, response) => void response.writeHead(404).end("no such folder"), /answered with 404: no such folder/],
  ["another place", (_, response) => void response.writeHead(302, { location: "/login" }).end(), /answered with 302/],
  ["an entry without a time", (_, response) => void response.end(page('<a href="aa">aa</a>\n')), /says nowhere when "aa" was made/],
  ["a time that lies ahead", (_, response) => void response.end(page(snapshot(-3))), /lies ahead, at .*look at the clocks/],
])("%s is a failed run, and no age", async (_, listener, reason) => {
  answer = (request, response) => {
    if (request.method === "HEAD") response.end();
    else listener(request, response);
    if (reason.source === "no answer from") setTimeout(() => response.destroy(), 50);
  };
  const { code, reason: said, series } = await run("backup-nas", shares());
  expect([code, said]).toEqual([1, expect.stringMatching(reason)]);
  expect(series).toEqual({ backup_nas_last_run_success: 0, backup_nas_last_run_timestamp_seconds: expect.any(Number) });
});

test("who asks says who they are, and their password is in no line of the log", async () => {
  answer = (request, response) => void response.writeHead(request.headers.authorization ? 403 : 200).end("no");
  const { code, log, output } = await runJob("backup-nas", {
    PUSHGATEWAY_URL: server.url,
    ...shares(),
    HTTP_USER: "job",
    HTTP_PASSWORD: "hidden",
  });
  expect(code).toBe(1);
  expect(log.some(({ reason }) => String(reason).includes("answered with 403"))).toBe(true);
  expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from("job:hidden").toString("base64")}`);
  expect(output).not.toContain("hidden");
});
