import { matches, matchesNot } from "../../../lib/series";

/** Filesystems: not those in memory, packed images that are always full, and what lies on another machine, which would be told by each node. */
export const LOCAL = matchesNot("tmpfs|ramfs|squashfs|erofs|iso9660|overlay|nfs.*|cifs|fuse.*");
/** Machines' own disks: not their partitions, and not the volumes that come to a node over the network as dm-0 or loop0. */
export const DISK = matches("nvme.+|sd.+|vd.+|xvd.+|mmcblk.+|hd.+");
/** Machines' own links: what containers are plugged into comes and goes with them. */
export const LINK = matches("eth.+|en.+|wl.+|bond.+");
