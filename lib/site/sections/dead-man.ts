import { ranges } from "../cidr";
import { section, wholeNumber } from "../field";

/**
 * Where the dead-man switch's ping leaves the cluster. Its URL is a credential, so a policy can't be derived from it: a place says so
 * when the ping goes elsewhere than to the public internet on port 443.
 */
export const deadMan = {
  keys: {
    dead_man: section({
      ping_port: wholeNumber(443, 1, 65535).optional(),
      ping_addresses: ranges("203.0.113.0/24").optional(),
    }).optional(),
  },
};
