import { readFileSync } from "node:fs";
import { join } from "node:path";
import { observedExporters } from "../../components/observed";
import { seriesOf } from "../../lib/series";
import { differences, parseExposition } from "../exposition";

/*
 * What each exporter answered when it ran, at the release that its declaration names, cut down to the declared series. A running one is
 * held to the same in test/engines, where a registry carries it.
 */
const captured = (name: string) => parseExposition(readFileSync(join(__dirname, `${name}.prom`), "utf8"));

/** Those of this folder; others keep their captures elsewhere. */
const HERE = [
  "identity",
  "directory",
  "git",
  "ci",
  "mail-smtp",
  "mail-imap",
  "dns-authoritative",
  "dns-recursive",
  "chrony",
  "home-assistant",
  "mqtt",
  "router",
];

test.each(observedExporters.filter(({ name }) => HERE.includes(name)))("$what exports what is declared", ({ name, series }) => {
  const confirmed = seriesOf(series).filter(({ isUnconfirmed }) => !isUnconfirmed);
  expect(differences(confirmed, captured(name))).toEqual([]);
});
