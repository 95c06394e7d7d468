import { pushedSeries } from "../../../components/batch/series";
import { hours } from "../../../lib/duration";
import { becomes, passing } from "../../../lib/world/fault";
import { type Faults, platform } from "./fault";

const { log_store_drift: drift } = pushedSeries;

export const logStoreSettingsFaults: Faults = () => [
  {
    title: "somebody disables an alert of the log store, and the job enables it again",
    change: passing(hours(1), becomes(drift(), 1)),
    expect: platform("LogStoreDrift", "info", 1, { never: ["LogStoreDriftReturning"], watchedFor: hours(3) }),
  },
  {
    title: "two installations set up the same organisation of the log store, each in its own way",
    change: becomes(drift(), 12),
    expect: [platform("LogStoreDrift", "info", 1), platform("LogStoreDriftReturning", "warning", 131)],
  },
];
