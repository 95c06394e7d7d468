import { services } from "../../components/services";
import { declareService, logLevel } from "../../lib/service/declaration";
import { readValue, wholeNumber } from "../../lib/service/environment";

test("PORT and HOST come first, and what another field says is a default", () => {
  const { variables } = declareService({
    name: "example",
    purpose: "is an example.",
    port: 1234,
    variables: { LOG_LEVEL: logLevel, MAX_BODY_BYTES: { help: "", ...wholeNumber(1, 9999) } },
    paths: [],
    maxBodyBytes: 2048,
    shutdownSeconds: 1,
    series: {},
  });
  expect(Object.entries(variables).map(([name, variable]) => [name, "default" in variable && variable.default])).toEqual([
    ["PORT", "1234"],
    ["HOST", "::"],
    ["LOG_LEVEL", "info"],
    ["MAX_BODY_BYTES", "2048"],
  ]);
});

describe.each(services.map((service) => [service.name, service] as const))("%s", (_, { variables, purpose, shutdownSeconds }) => {
  test("every default is a value that the process takes", () => {
    const refused = Object.entries(variables).filter(([, variable]) => {
      return variable.default !== undefined && "problem" in readValue(variable, variable.default);
    });
    expect(refused.map(([name]) => name)).toEqual([]);
  });

  test("is told in one sentence, its files by different names", () => {
    const files = Object.values(variables).flatMap(({ siteFile }) => siteFile?.name ?? []);
    expect(purpose).toMatch(/^[a-z][^\n]*\.$/);
    expect(new Set(files).size).toBe(files.length);
    expect(shutdownSeconds).toBeGreaterThan(0);
  });

  test("no name is taken for the file of another's secret", () => {
    const secrets = Object.entries(variables).flatMap(([name, { secret }]) => (secret ? [`${name}_FILE`] : []));
    expect(secrets.filter((name) => name in variables)).toEqual([]);
  });
});
