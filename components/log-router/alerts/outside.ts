import { minutes } from "../../../lib/duration";
import { all, any } from "../../../lib/log-store/condition";
import { honeypot } from "../streams/honeypot/stream";
import { nat64 } from "../streams/nat64/stream";
import { networkSwitch } from "../streams/network-switch/stream";
import { syslog } from "../streams/syslog-sample";
import { alertOn, sigma } from "./on";
import { podLine } from "./raw";

const cowrie = (client: string, eventid = "cowrie.login.failed") =>
  podLine(
    "network",
    "trap-0",
    JSON.stringify({ eventid, username: "root", password: "x", src_ip: client, session: "5f3a1c", sensor: "trap", protocol: "ssh" }),
    "cowrie",
  );
const canary = (client: string, logtype: number) =>
  podLine(
    "network",
    "canary-0",
    JSON.stringify({
      dst_host: "192.0.2.9",
      dst_port: 21,
      logdata: { USERNAME: "a", PASSWORD: "b" },
      logtype,
      node_id: "canary-1",
      src_host: client,
    }),
    "canary",
  );

export const honeypotTriedFromInside = alertOn(honeypot, "HoneypotTriedFromInside", {
  component: "Internet",
  severity: "critical",
  follows: sigma("rules/application/opencanary/opencanary_ssh_login_attempt.yml"),
  where: ({ client_ip, event }) =>
    all(
      client_ip.matches(/^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2[0-9]|3[01])\.)|^f[cd][0-9a-f]{2}:/i),
      any(
        event.matches(/^cowrie\.(?:login|command)\./),
        // OpenCanary: what it counts below 2000 is of itself
        event.matches(/^opencanary\.[2-9][0-9]{3,4}$|^opencanary\.1[0-9]{4}$/),
      ),
    ),
  each: ["sensor", "client_ip"],
  within: minutes(60),
  summary: "A device of your own network tries the honeypot",
  description:
    "Nobody has a reason to. Find the device by its address and take it off the network; what it does there it does elsewhere too.",
  fires: cowrie("192.168.1.77"),
  alsoFires: [[canary("10.42.0.17", 2000)], [cowrie("fd00:7::9", "cowrie.command.input")], [canary("192.168.1.77", 14001)]],
  silent: [[cowrie("203.0.113.50")], [cowrie("192.168.1.77", "cowrie.session.closed")], [canary("192.168.1.77", 1001)]],
});

const command = (text: string, mnemonic = "%PARSER-5-CFGLOG_LOGGEDCMD") =>
  syslog("192.0.2.2", "switch-1", "", `${mnemonic}: User:ops  logged command:${text}`);

export const switchAccountChanged = alertOn(networkSwitch, "SwitchAccountChanged", {
  component: "Internet",
  severity: "warning",
  follows: sigma("rules/network/cisco/aaa/cisco_cli_local_accounts.yml"),
  where: ({ mnemonic, log }) =>
    all(mnemonic.is("CFGLOG_LOGGEDCMD"), log.matches(/logged command: ?(?:no )?(?:username|aaa|enable secret) /)),
  each: ["service_name"],
  within: minutes(60),
  summary: "Somebody changed who may sign in to a switch",
  description: "If it was none of you, whoever it was has the switch: undo it at its console, and change its passwords.",
  fires: command("username helper privilege 15 secret *"),
  alsoFires: [[command("no aaa new-model")]],
  silent: [[command("interface GigabitEthernet1/0/7")], [command("username helper", "%SYS-5-CONFIG_I")], [command("show usernames ")]],
});

export const switchLoggingStopped = alertOn(networkSwitch, "SwitchLoggingStopped", {
  component: "Internet",
  severity: "warning",
  follows: sigma("rules/network/cisco/aaa/cisco_cli_disable_logging.yml"),
  where: ({ mnemonic, log }) =>
    any(
      all(mnemonic.is("CFGLOG_LOGGEDCMD"), log.matches(/logged command: ?no (?:logging|archive)/)),
      all(mnemonic.is("LOGGINGHOST_STARTSTOP"), log.matches(/stopped - (?:CLI|CFG) initiated/)),
    ),
  each: ["service_name"],
  within: minutes(60),
  summary: "Somebody told a switch to send its log no more",
  description: "What happens there from now on is not seen. If it was none of you, somebody hides what comes next.",
  fires: command("no logging host 192.0.2.20"),
  alsoFires: [
    [syslog("192.0.2.2", "switch-1", "", "%SYS-6-LOGGINGHOST_STARTSTOP: Logging to host 192.0.2.20 port 514 stopped - CLI initiated")],
  ],
  silent: [
    [command("logging host 192.0.2.20")],
    [syslog("192.0.2.2", "switch-1", "", "%SYS-6-LOGGINGHOST_STARTSTOP: Logging to host 192.0.2.20 port 514 started - CLI initiated")],
    [command("no logging host 192.0.2.20", "%SYS-5-CONFIG_I")],
    [command("stopped - CLI initiated")],
  ],
});

const session = (action: string, port: number, protocol = "TCP") =>
  syslog(
    "192.0.2.1",
    "gateway",
    "kernel",
    `NAT64 default: 2026/11/2 10:0:0 (GMT) - ${action} session 2001:db8:7::9#40512|64:ff9b::c633:6407#${port}|192.0.2.64#61001|198.51.100.7#${port}|${protocol}`,
  );

export const callbackPortDialled = alertOn(nat64, "CallbackPortDialled", {
  component: "Internet",
  severity: "info",
  follows: sigma("rules/linux/network_connection/net_connection_lnx_susp_malware_callback_port.yml"),
  // what nothing common listens on: shells that call back, chats, Tor, and pools
  where: ({ action, protocol, destination_port }) =>
    all(action.is("added"), protocol.is("tcp"), destination_port.is(4444, 5555, 6667, 6697, 9001, 14433, 14444, 45700)),
  each: ["client_ip"],
  within: minutes(60),
  summary: "A device calls a port where what runs on others is commanded from",
  description: "Chats and Tor use some of them. A device that shows nobody anything and calls one is commanded from there: look at it.",
  fires: session("Added", 4444),
  silent: [[session("Forgot", 4444)], [session("Added", 443)], [session("Added", 4444, "UDP")]],
});
