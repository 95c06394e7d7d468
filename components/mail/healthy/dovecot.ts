import { counts, taking } from "../../../lib/world/course";
import { each, healthy, told } from "../../../lib/world/healthy";
import { dovecotSeries } from "../series/dovecot";

const COMMANDS = [
  { cmd_name: "SELECT", perSecond: 0.05, seconds: 0.01 },
  { cmd_name: "UID FETCH", perSecond: 0.2, seconds: 0.02 },
  { cmd_name: "UID SEARCH", perSecond: 0.02, seconds: 0.05 },
  { cmd_name: "NOOP", perSecond: 0.05, seconds: 0.001 },
  { cmd_name: "LOGOUT", perSecond: 0.02, seconds: 0.0001 },
];
/** Each by itself, and by what came of it. */
const ANSWERS = COMMANDS.flatMap((command) => [
  command,
  { ...command, tagged_reply_state: "OK", perSecond: 0.998 * command.perSecond },
  { ...command, tagged_reply_state: "NO", perSecond: 0.002 * command.perSecond },
]).map((one) => ({ tagged_reply_state: undefined, ...one }));

export const dovecotHealthy = healthy(dovecotSeries, () => {
  const answer = ({ cmd_name, tagged_reply_state }: (typeof ANSWERS)[number]) => ({ cmd_name, tagged_reply_state });
  return {
    dovecot_build_info: told(["2.3.19.1"], (version) => ({ version, revision: "9b53102964" })),
    dovecot_auth_success_total: counts(0.03),
    dovecot_auth_failures_total: counts(1 / 3600),
    dovecot_auth_success_duration_seconds_total: counts(0.03 * 0.02),
    dovecot_imap_command_total: each(ANSWERS, answer, ({ perSecond }) => counts(perSecond)),
    dovecot_imap_command_duration_seconds_total: each(ANSWERS, answer, ({ perSecond, seconds }) => counts(perSecond * seconds)),
    dovecot_mail_delivery: taking(0.011, 0.02, { bounds: [0.00001, 0.0001, 0.001, 0.01, 0.1] }),
  };
});
