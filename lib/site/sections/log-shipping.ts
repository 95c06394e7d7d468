import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text } from "../field";
import { bytesOf, isDnsLabel, quantityFlaw } from "../name";
import { quote } from "../quote";
import { twice } from "../twice";

/** As journald.conf calls it (Storage=); `none` for nodes without a journal. */
const JOURNAL_STORAGE = ["persistent", "volatile", "none"] as const;

const path = (example: string) => text(example, pathFlaw);
const volume = (example: string) => text(example, roomFlaw).optional();

const keys = {
  log_shipping: section({
    journal: choice(JOURNAL_STORAGE).optional(),
    audit_log: path("/var/log/audit/audit.log").optional(),
    host_files: listOf(section({ name: text("kern", nameFlaw), path: path("/var/log/kern.log") }), {
      example: "- { name: kern, path: /var/log/kern.log }",
      minimum: 1,
    }).optional(),
    aggregator_volume: volume("20Gi"),
    events_volume: text("1Gi", quantityFlaw).optional(),
    node_buffer: volume("2Gi"),
  }).optional(),
};

/** What the nodes write beside their pods' lines, and room for what waits. A place may do without: the journal is read, and no file. */
export const logShipping = { keys, contradictions };

function contradictions({ log_shipping }: DraftOf<typeof keys>): Contradiction[] {
  const { audit_log, host_files = [] } = log_shipping ?? {};
  const at = ["log_shipping", "host_files"];
  return [
    ...twice(host_files, "name", at),
    ...twice(host_files, "path", at),
    ...host_files.flatMap((file, index): Contradiction[] => {
      if (file?.path === undefined || file.path !== audit_log) return [];
      return [
        {
          path: [...at, index, "path"],
          message: `${quote(file.path)} is log_shipping.audit_log; its lines would be stored twice: keep one`,
        },
      ];
    }),
  ];
}

/** Of a container, with `host-` before it (lib/logs/tailers.ts), where `host-audit` is the audit log's. */
function nameFlaw(name: string): Flaw | undefined {
  if (name === "audit") return { wrong: "is what the audit log is called", remedy: "write its path as log_shipping.audit_log" };
  return isDnsLabel(name) && isDnsLabel(`host-${name}`)
    ? undefined
    : { wrong: "is not a name for a container (lower-case letters, digits and inner dashes, 58 at most)" };
}

/**
 * The tailer mounts the folder, and the folder's own folder is not the root. Where the shipper reads already each line would come twice.
 */
export function pathFlaw(path: string): Flaw | undefined {
  const isPath = path.length <= 200 && /^(?:\/[A-Za-z0-9_.-]+){2,}$/.test(path) && !path.split("/").some((part) => /^\.+$/.test(part));
  if (!isPath) return { wrong: "is not the whole path of a file in a folder (letters, digits, dots, dashes and underscores)" };
  return /^\/var\/(?:log\/(?:containers|pods)|lib\/docker\/containers)\//.test(path)
    ? { wrong: "is read as the log of a pod already", remedy: "leave it out" }
    : undefined;
}

/** Below this a minute of a busy cluster fills it. */
const LEAST = "1Gi";

function roomFlaw(text: string): Flaw | undefined {
  const flaw = quantityFlaw(text);
  if (flaw !== undefined || bytesOf(text) >= bytesOf(LEAST)) return flaw;
  return { wrong: `is too small to be meant (less than ${LEAST})` };
}
