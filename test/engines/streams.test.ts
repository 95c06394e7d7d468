import { STREAMS } from "../../components/log-router/streams/all";
import { STREAM_SOURCES } from "../../lib/logs/stream";
import { describeEngines } from "./engine";
import { asStored } from "./vrl";

describeEngines(["vrl"], "a stream's samples, through the programs as the router runs them", () => {
  describe.each(STREAM_SOURCES.filter((source) => STREAMS.some((stream) => stream.source === source)))("of the source %s", (source) => {
    const streams = STREAMS.filter((stream) => stream.source === source);
    const samples = streams.flatMap(({ name, samples }) => samples.map((sample, index) => ({ name, index, sample })));
    let stored: Awaited<ReturnType<typeof asStored>> = [];
    beforeAll(async () => {
      stored = await asStored(
        source,
        samples.map(({ sample }) => sample.record),
      );
    });

    test.each(samples.map(({ name, index, sample }, position) => ({ name, index, sample, position })))(
      "sample $index of $name comes to it with its columns",
      ({ name, sample, position }) => {
        const { stream, record } = stored[position] ?? { stream: "none", record: {} };
        const columns = Object.fromEntries(Object.keys(sample.columns).map((column) => [column, record[column]]));
        expect({ stream, ...columns }).toEqual({ stream: name, ...sample.columns });
        expect(record).toMatchObject({ service_name: expect.stringMatching(/./), _timestamp: expect.any(Number), log: expect.any(String) });
      },
    );
  });
});
