/** Where the text of a record stands: `log` with the parser that Docker had, `message` with the CRI's own. */
export type TextKey = "log" | "message";

/** The key in use. The shipper's parser is set from it, and every filter of a flow reads it: a grep on the other one would see nothing, and drop every record. */
export const TEXT_KEY: TextKey = "log";
