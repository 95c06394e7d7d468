/**
 * node_exporter on this machine, beside hardware that it does not have: links to the kernel's own folders, and files of a RAID, a bond, a
 * memory controller and sensors as the kernel writes them (Documentation/admin-guide/md.rst, networking/bonding.rst, hwmon/sysfs-interface.rst).
 */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemdSeries } from "../../../components/exporters/series/systemd";
import { seriesOf } from "../../../lib/series";
import { freePort } from "../../free-port";
import { startProcess, temporaryFolder } from "../engine";
import type { RealExporter } from "./real-exporter";
import { stopAll } from "./stop-all";

const MDSTAT = `Personalities : [raid1]
md0 : active raid1 sdb1[1] sda1[0]
      1048576 blocks super 1.2 [2/2] [UU]

unused devices: <none>
`;

const SENSORS = "class/hwmon/hwmon0";
const CORE = "devices/system/cpu/cpu0";
const MEMORY = "devices/system/edac/mc/mc0";
const HARDWARE = {
  "class/net/bonding_masters": "bond0",
  "class/net/bond0/bonding/slaves": "eth1 eth2",
  "class/net/bond0/lower_eth1/bonding_slave/mii_status": "up",
  "class/net/bond0/lower_eth2/bonding_slave/mii_status": "down",
  [`${SENSORS}/name`]: "coretemp",
  [`${SENSORS}/temp1_input`]: "45000",
  [`${SENSORS}/temp1_max`]: "80000",
  [`${SENSORS}/temp1_crit`]: "100000",
  [`${SENSORS}/temp1_label`]: "Package id 0",
  [`${SENSORS}/fan1_input`]: "1100",
  [`${CORE}/topology/physical_package_id`]: "0",
  [`${CORE}/topology/core_id`]: "0",
  [`${CORE}/thermal_throttle/core_throttle_count`]: "5",
  [`${CORE}/thermal_throttle/package_throttle_count`]: "5",
  [`${MEMORY}/ce_count`]: "1",
  [`${MEMORY}/ce_noinfo_count`]: "0",
  [`${MEMORY}/ue_count`]: "0",
  [`${MEMORY}/ue_noinfo_count`]: "0",
  "class/net/eth1/speed": "1000",
};

/** A copy of a folder of the kernel's, of links, with files of ours in between. */
function overlay(original: string, files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const ours = new Set(Object.keys(files).flatMap(parents));
  const link = (path: string) => {
    for (const name of readdirSync(join(original, path))) {
      const inside = join(path, name);
      if (!ours.has(inside) && files[inside] === undefined) symlinkSync(join(original, inside), join(folder, inside));
    }
  };
  for (const path of ["", ...ours]) {
    mkdirSync(join(folder, path), { recursive: true });
    try {
      link(path);
    } catch {
      // a folder that this machine lacks
    }
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), `${text}\n`);
  return folder;
}

/** a/b/c: a, a/b. */
const parents = (path: string): string[] => {
  const parent = dirname(path);
  return parent === "." ? [] : [...parents(parent), parent];
};

const NO_BUS = "no machine of a test has a systemd that would answer on its bus";

export const nodeExporter: RealExporter = {
  scrape: "node-exporter",
  known: { absent: Object.fromEntries(seriesOf(systemdSeries).map(({ name }) => [name, NO_BUS])) },
  start: async () => {
    const port = await freePort();
    const texts = temporaryFolder();
    writeFileSync(join(texts, "reboot.prom"), "node_reboot_required 0\n");
    const exporter = await startProcess(
      "node-exporter",
      [
        `--web.listen-address=127.0.0.1:${port}`,
        `--path.procfs=${overlay("/proc", { mdstat: MDSTAT })}`,
        `--path.sysfs=${overlay("/sys", HARDWARE)}`,
        `--collector.textfile.directory=${texts}`,
      ],
      { ready: `http://127.0.0.1:${port}/metrics` },
    );
    return { port, stop: stopAll(exporter) };
  },
};
