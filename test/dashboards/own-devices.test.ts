import { DISK, LINK } from "../../dashboards/shared/own-devices";
import { select } from "../../lib/series";

/** Those that a page shows, of the devices that a node has. */
const shown = (condition: typeof LINK, devices: readonly string[]): string[] => {
  const pattern = /^x\{device!~"(.*)"\}$/.exec(select("x")({ device: condition }))?.[1];
  if (pattern === undefined) throw new Error("the condition is no pattern of what is left out");
  return devices.filter((device) => !new RegExp(`^(?:${pattern})$`).test(device));
};

test("a machine's own links are shown whatever they are called, and what pods are plugged into is not", () => {
  const own = ["eth0", "enp3s0f1", "end0", "wlp2s0", "ib0", "bond0", "br0", "vmbr0", "team0", "ppp0", "wwan0", "eth0.20"];
  const others = ["lo", "veth1a2b", "cali12", "cni0", "lxc9f", "cilium_host", "flannel.1", "vxlan.calico", "kube-ipvs0", "docker0"];
  const more = ["br-0123456789ab", "virbr0", "vnet3", "tap100i0", "fwbr100i0", "tunl0", "sit0", "gre0", "genev_sys_6081", "wg0"];
  expect(shown(LINK, [...own, ...others, ...more])).toEqual(own);
});

test("a machine's own disks are shown whatever they are called, and what is made of them is not", () => {
  const own = ["nvme0n1", "sda", "vda", "xvda", "mmcblk0", "hda", "dasda", "pmem0"];
  expect(shown(DISK, [...own, "loop0", "ram0", "zram0", "dm-0", "md127", "sr0", "nbd0", "rbd1", "zd16"])).toEqual(own);
});
