import { httpUrl, text, type Variables } from "../../../../lib/service/environment";
import { optionalText } from "../../optional-text";

/** The stream of the log router that the records are for. */
export const NTP_CLIENTS_STREAM = "ntp_clients";

export const ntpClientsSettings = {
  CLIENTS: { help: "what `chronyc -n -c clients` printed on the time server: an http(s) URL, or the path of a file", ...text },
  ROUTER_URL: { help: "the log router's source for what jobs post", ...httpUrl },
  NTP_SERVER: { help: "name of the time server in the records", ...text, default: "ntp" },
  HTTP_USER: { help: "user of the web server", ...optionalText },
  HTTP_PASSWORD: { help: "their password", ...optionalText, secret: true },
} satisfies Variables;
