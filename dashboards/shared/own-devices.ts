import { matchesNot } from "../../lib/series";

// a page leaves out what is surely none of the machine's own: a list of what is one, as the rules have it, would hide an uplink named br0, ppp0 or team0

/** Without loopback, what pods, containers and guests are plugged into, and tunnels, whose bytes go over a link again. */
export const LINK = matchesNot(
  [
    ...["lo", "veth.+", "cali.+", "cni.+", "cbr.+", "lxc.+", "cilium.+", "flannel.+", "weave.*", "vxlan.+", "kube-.+", "nodelocaldns"],
    ...["docker.+", "br-[0-9a-f]{12}", "virbr.+", "vnet.+", "tap.+", "fwbr.+", "fwln.+", "fwpr.+", "ovs-.+", "dummy.+", "ifb.+"],
    ...["tunl.+", "ip6tnl.+", "sit.+", "gre.*", "erspan.+", "geneve.+", "genev_.+", "wg.+", "tailscale.+"],
  ].join("|"),
);
/** Without what is made of other disks, whose requests would count twice, files and memory that act as disks, and volumes of the network. */
export const DISK = matchesNot("loop.+|z?ram.+|dm-.+|md.+|sr.+|fd.+|nbd.+|rbd.+|drbd.+|zd.+");
