import { SHARED_COLUMNS } from "../../components/log-router/streams/shared-columns";
import type { Columns } from "../../lib/log-store/condition";
import type { LogAlert } from "../../lib/log-store/log-alert";
import { type LogView, type LogViewProps, logView } from "../../lib/log-store/log-view";

/** Records of a stream, for a panel: by its columns, and by those that every record has. */
export const recordsOf = <const C extends Columns>(
  { name, columns }: { readonly name: string; readonly columns: C },
  props: Omit<LogViewProps<C & typeof SHARED_COLUMNS>, "counted">,
): LogView => logView(name, { ...SHARED_COLUMNS, ...columns }, name, props);

/** The records that an alert over stored logs counts, with what tells one finding from another first. */
export const countedBy = ({ name, stream, columns, where, each, summary }: LogAlert, ...more: readonly string[]): LogView => ({
  name,
  stream,
  columns,
  where,
  what: summary,
  shows: [...each, ...more],
});
