import { hours } from "../../../lib/duration";
import { around, counts, since, still } from "../../../lib/world/course";
import { by, eachBy, healthy } from "../../../lib/world/healthy";
import { openldapSeries } from "../series/openldap";

export const openldapHealthy = healthy(openldapSeries, () => {
  const asked = by("result", { ok: counts(1 / 15) });
  return {
    openldap_dial: asked,
    openldap_bind: asked,
    openldap_scrape: asked,
    openldap_monitor_counter_object: by("dn", {
      "cn=Max File Descriptors,cn=Connections,cn=Monitor": still(20_000),
      "cn=Total,cn=Connections,cn=Monitor": counts(0.3),
      "cn=Current,cn=Connections,cn=Monitor": around(14, 4),
      "cn=Read,cn=Waiters,cn=Monitor": around(14, 4),
      "cn=Write,cn=Waiters,cn=Monitor": still(0),
      "cn=Bytes,cn=Statistics,cn=Monitor": counts(2000),
      "cn=PDU,cn=Statistics,cn=Monitor": counts(12),
      "cn=Entries,cn=Statistics,cn=Monitor": counts(10),
      "cn=Referrals,cn=Statistics,cn=Monitor": still(0),
    }),
    openldap_monitor_operation: by("dn", {
      "cn=Bind,cn=Operations,cn=Monitor": counts(0.3),
      "cn=Unbind,cn=Operations,cn=Monitor": counts(0.25),
      "cn=Search,cn=Operations,cn=Monitor": counts(1.5),
      "cn=Compare,cn=Operations,cn=Monitor": counts(0.01),
      "cn=Modify,cn=Operations,cn=Monitor": counts(0.001),
      "cn=Modrdn,cn=Operations,cn=Monitor": still(0),
      "cn=Add,cn=Operations,cn=Monitor": counts(1 / 86_400),
      "cn=Delete,cn=Operations,cn=Monitor": counts(1 / 86_400),
      "cn=Abandon,cn=Operations,cn=Monitor": still(0),
      "cn=Extended,cn=Operations,cn=Monitor": counts(0.1),
    }),
    openldap_monitored_object: by("dn", {
      "cn=Max,cn=Threads,cn=Monitor": still(16),
      "cn=Max Pending,cn=Threads,cn=Monitor": still(0),
      "cn=Open,cn=Threads,cn=Monitor": around(6, 2),
      "cn=Starting,cn=Threads,cn=Monitor": still(0),
      "cn=Active,cn=Threads,cn=Monitor": still(1),
      "cn=Pending,cn=Threads,cn=Monitor": still(0),
      "cn=Backload,cn=Threads,cn=Monitor": still(1),
      "cn=Uptime,cn=Time,cn=Monitor": counts(1),
    }),
    // both servers have the last change of each other
    openldap_monitor_replication: eachBy(["001", "002"], (id) => ({ id }), "type", {
      gt: since(hours(2)),
      count: still(0),
      mod: still(0),
    }),
  };
});
