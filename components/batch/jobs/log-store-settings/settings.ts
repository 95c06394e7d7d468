import { httpUrl, text, type Variables, wholeNumber } from "../../../../lib/service/environment";

const MOST_DAYS = 36_500;

export const logStoreSettingsSettings = {
  STORE_URL: { help: "the log store", ...httpUrl },
  STORE_ORGANISATION: { help: "the organisation of the store that everything is in", ...text, default: "default" },
  STORE_USER: { help: "a user of the store that may change settings and alerts", ...text, secret: true },
  STORE_PASSWORD: { help: "their password", ...text, secret: true },
  GLOBAL_RETENTION_DAYS: {
    help: "days that the store has to say that it keeps what has no retention of its own",
    // what the store itself refuses is told where it is told so (lib/checks/retention.ts)
    ...wholeNumber(0, MOST_DAYS),
    default: "365",
  },
  DECLARATION: { help: "path of the JSON file that says what has to be in force", ...text },
} satisfies Variables;
