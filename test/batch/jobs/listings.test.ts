/** The jobs that read an index page, put to servers that make them differently. */
import type { RequestListener } from "node:http";
import { backupNas } from "../../../components/batch/jobs/backup-nas/script";
import { backupOffsite } from "../../../components/batch/jobs/backup-offsite/script";
import { startServer } from "../run-job";
import { found } from "./found";

const DAY_MS = 86_400_000;

let answer: RequestListener;
let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  server = await startServer((...call) => answer(...call));
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

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
  const { failures, series } = await found(backupNas, shares());
  expect(failures).toEqual([]);
  expect(series['nas_snapshot_age_days{share="photos"}']).toBeCloseTo(2, 2);
});

test("a listing in which nothing is a snapshot: there is none", async () => {
  answer = (_, response) => void response.end(page('<a href="lost%2Bfound/">lost+found/</a>  01-Jan-2026 00:00  -\n'));
  const { failures, series } = await found(backupNas, shares({ pattern: "^auto-" }));
  expect([failures, series['nas_snapshot_age_days{share="photos"}']]).toEqual([[], -1]);
});

test("the newest file of a repository, asked one by one where the page has no times", async () => {
  answer = (request, response) => {
    if (request.method === "HEAD") {
      const days = request.url?.endsWith("/aa") ? 5 : 1;
      response.writeHead(200, { "last-modified": ago(days).toUTCString() }).end();
    } else response.end(request.url === "/repo/snapshots/" ? page('<a href="aa">aa</a>\n<a href="bb">bb</a>\n') : "");
  };
  const { failures, series } = await found(backupOffsite, sources());
  expect(failures).toEqual([]);
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
])("%s is a failure, and no age", async (_, listener, reason) => {
  answer = (request, response) => {
    if (request.method === "HEAD") response.end();
    else listener(request, response);
    if (reason.source === "no answer from") setTimeout(() => response.destroy(), 50);
  };
  expect(await found(backupNas, shares())).toEqual({ failures: [expect.stringMatching(reason)], series: {} });
});

test("a share that fails is named, and hides nothing of the others", async () => {
  answer = (request, response) =>
    void (request.url === "/photos/" ? response.end(page(snapshot(2))) : response.writeHead(404).end("no such folder"));
  const SHARES = JSON.stringify([
    { share: "films", listing: `${server.url}/films` },
    { share: "photos", listing: `${server.url}/photos` },
    { share: "music", listing: `${server.url}/music`, pattern: "(" },
  ]);
  expect(await found(backupNas, { SHARES })).toEqual({
    failures: [
      expect.stringMatching(/^share films: the listing of .*films\/ was answered with 404/),
      expect.stringMatching(/^share music: SHARES: pattern "\(" is no regular expression/),
    ],
    series: { 'nas_snapshot_age_days{share="photos"}': expect.closeTo(2, 2) },
  });
});

test("a source that fails is named, and hides nothing of the others", async () => {
  answer = (request, response) => {
    if (request.method === "HEAD") response.writeHead(200, { "last-modified": ago(1).toUTCString() }).end();
    else response.end(request.url === "/repo/snapshots/" ? page('<a href="aa">aa</a>\n') : page(""));
  };
  const SOURCES = JSON.stringify([
    { source: "empty", repository: `${server.url}/empty` },
    { source: "volumes", repository: `${server.url}/repo` },
  ]);
  expect(await found(backupOffsite, { SOURCES })).toEqual({
    failures: [expect.stringMatching(/^source empty: the listing of .* is empty/)],
    series: { 'offsite_copy_age_days{source="volumes"}': expect.closeTo(1, 2) },
  });
});

test("who asks says who they are, and their password is in no message", async () => {
  answer = (request, response) => void response.writeHead(request.headers.authorization ? 403 : 200).end("no");
  const { failures } = await found(backupNas, { ...shares(), HTTP_USER: "job", HTTP_PASSWORD: "hidden" });
  expect(failures).toEqual([expect.stringContaining("answered with 403")]);
  expect(server.asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from("job:hidden").toString("base64")}`);
  expect(failures.join()).not.toContain("hidden");
});
