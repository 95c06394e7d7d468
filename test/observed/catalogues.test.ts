import { observedExporters } from "../../components/observed";
import { seriesOf } from "../../lib/series";
import { differences } from "../exposition";
import { captured } from "./captured";

/*
 * What each exporter answered when it ran, at the release that its declaration names. A running one is held to the same in
 * test/engines, where a registry carries it.
 */

/** Nothing of theirs is kept: they run in test/engines. */
const NOT_CAPTURED = ["etcd", "kube-scheduler", "kube-controller-manager"];

test.each(observedExporters.filter(({ name }) => !NOT_CAPTURED.includes(name)))("$what exports what is declared", (exporter) => {
  const confirmed = seriesOf(exporter.series).filter(({ isUnconfirmed }) => !isUnconfirmed);
  expect(differences(confirmed, captured(exporter))).toEqual([]);
});
