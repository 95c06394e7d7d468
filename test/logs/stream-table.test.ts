import { STREAMS } from "../../components/log-router/streams/all";
import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import type { Stream } from "../../lib/logs/stream";
import { streamTable } from "../../lib/logs/stream-table";
import { smallPlatform } from "../checks/small-platform";
import { exampleSite } from "../example-site";

const door: Stream = {
  name: "doors",
  what: "who came in",
  source: "jobs",
  program: "doors.vrl",
  columns: { key: { type: "text", what: "whose it was", isPersonal: true }, opened: { type: "boolean", what: "whether it did" } },
  retentionDays: 7,
  busy: { recordsPerSecond: 1, bytesPerRecord: 500 },
  samples: [{ record: {}, columns: {} }],
};

test("a stream has a row, and so has each of its columns; what says something of a person is marked", () => {
  const { file, text } = streamTable([door], { log: { type: "text", what: "the line" } });
  expect(file).toBe("streams.tsv");
  expect(text).toBe(
    [
      "stream\tcolumn\ttype\tpersonal\tsource\tretention_days\twhat\n",
      "*\tlog\ttext\t\t\t\tthe line\n",
      "doors\t\t\tpersonal\tjobs\t7\twho came in\n",
      "doors\tkey\ttext\tpersonal\t\t\twhose it was\n",
      "doors\topened\tboolean\t\t\t\twhether it did\n",
    ].join(""),
  );
});

test("every column of every stream stands there, and no cell holds what parts them", () => {
  const rows = streamTable(STREAMS, SHARED_COLUMNS)
    .text.trimEnd()
    .split("\n")
    .map((row) => row.split("\t"));
  expect(rows.filter((row) => row.length !== 7)).toEqual([]);
  const columns = STREAMS.reduce((sum, stream) => sum + Object.keys(stream.columns).length, 0);
  expect(rows).toHaveLength(1 + Object.keys(SHARED_COLUMNS).length + STREAMS.length + columns);
  expect(rows.filter(([stream, , , personal]) => stream === "ingress_access" && personal !== "").map(([, column]) => column)).toEqual([
    "",
    "client_ip",
    "user",
    "path",
    "request",
    "referer",
    "user_agent",
  ]);
});

test("it is one of the output's files, with the site's own retention", () => {
  const { files } = smallPlatform({ logs: { ...exampleSite().logs, retention_days: { modsec: 9 } } });
  expect(files.find(({ file }) => file === "streams.tsv")?.text).toContain("modsec\t\t\tpersonal\taggregator\t9\t");
});
