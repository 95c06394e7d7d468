import type { Columns } from "../../../lib/log-store/condition";
import { type LogAlert, type LogAlertProps, logAlert } from "../../../lib/log-store/log-alert";
import { SHARED_COLUMNS } from "../streams/shared-columns";

interface Streamed<C extends Columns> {
  readonly name: string;
  readonly columns: C;
}

/** An alert on a stream of the router: it may ask the stream's columns and those that every record may have. */
export const alertOn = <const C extends Columns>(
  stream: Streamed<C>,
  name: string,
  props: LogAlertProps<C & typeof SHARED_COLUMNS>,
): LogAlert => logAlert(stream, { ...SHARED_COLUMNS, ...stream.columns }, name, props);

export const sigma = (file: string) => ({ library: "SigmaHQ/sigma", file });
export const alertsLibrary = (file: string) => ({ library: "openobserve/o2-alerts-library", file });

/** So many of them, each made by its number. */
export function times<Made>(count: number, make: (index: number) => Made): [Made, ...Made[]] {
  const [first, ...others] = Array.from({ length: count }, (_, index) => make(index));
  if (first === undefined) throw new Error(`${count} records are none; ask for one or more`);
  return [first, ...others];
}
