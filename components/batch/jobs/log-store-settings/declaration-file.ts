import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { FIELD_TYPES, STREAM_TYPES, type StoreDeclaration } from "../../../../lib/log-store/declaration";
import { errorCode } from "../../../../lib/service/environment";
import { excerpt, Refusal } from "../../service/refusal";

const text = z.string().check(z.minLength(1));
const days = z.int().check(z.gte(1));
const minutes = z.int().check(z.gte(1));
const texts = z.record(z.string(), z.string());
const streamType = z._default(z.enum(STREAM_TYPES), "logs");
/** Of an object of Kubernetes, and so fit for a path. */
const objectName = z.string().check(z.regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/));

const schema = z.object({
  streams: z.array(
    z.object({
      name: text,
      type: streamType,
      retention_days: days,
      fields: z._default(z.array(z.object({ name: text, type: z.enum(FIELD_TYPES) })), []),
    }),
  ),
  tokens: z.array(
    z.object({
      name: z.string().check(z.regex(/^[\w-]{1,256}$/)),
      namespace: objectName,
      secret: objectName,
      key: z.string().check(z.regex(/^[-\w.]{1,253}$/)),
      texts: z._default(texts, {}),
    }),
  ),
  templates: z._default(z.array(z.object({ name: text, body: text })), []),
  destinations: z._default(z.array(z.object({ name: text, template: text, url: text })), []),
  alerts: z.array(
    z.object({
      name: text,
      description: z._default(z.string(), ""),
      stream: text,
      stream_type: streamType,
      sql: text,
      threshold: z._default(z.int(), 1),
      period_minutes: z._default(minutes, 10),
      frequency_minutes: z._default(minutes, 5),
      silence_minutes: z._default(z.int().check(z.gte(0)), 0),
      destination: z.optional(text),
      context_attributes: z._default(texts, {}),
    }),
  ),
});

/**
 * What has to be in force. Templates and destinations may be left out where no alert is declared; of the one destination alerts need not tell.
 * @throws Refusal with all that is wrong with it
 */
export async function readDeclaration(path: string): Promise<StoreDeclaration> {
  const bytes = await readFile(path).catch((error) => {
    throw new Refusal(`DECLARATION: can't read "${path}" (${errorCode(error)}); use a readable file`);
  });
  const wrong = (why: string) => new Refusal(`the declaration in "${path}" ${why}; make it anew with "npm run synth"`);
  const read = z.safeParse(
    schema,
    parsed(textOf(bytes, wrong), () => wrong("is no JSON")),
    { error: expectedAndFound },
  );
  if (!read.success) {
    throw wrong(
      `can't be used: ${read.error.issues.map(({ path: at, message }) => `${at.join(".") || "all of it"}: ${message}`).join("; ")}`,
    );
  }
  const { streams, alerts, templates, destinations, ...rest } = read.data;
  const twins = [
    ...twinsOf(
      "stream",
      streams.map(({ type, name }) => ({ name: `${type} ${name}` })),
    ),
    ...twinsOf("template", templates),
    ...twinsOf("destination", destinations),
    ...twinsOf("alert", alerts),
  ];
  if (twins.length > 0) throw wrong(`names twice: ${twins.join(", ")}`);
  const [only, ...others] = destinations;
  return {
    ...rest,
    streams,
    templates,
    destinations,
    alerts: alerts.map((alert) => {
      const destination = alert.destination ?? (others.length === 0 ? only?.name : undefined);
      if (destination === undefined) throw wrong(`says of alert "${alert.name}" no destination`);
      return { ...alert, destination };
    }),
  };
}

/** A mark of the order of bytes may stand before it. */
function textOf(bytes: Uint8Array, wrong: (why: string) => Refusal): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw wrong("is no UTF-8");
  }
}

/** The names of what zod tells of a fault, whichever it is. */
interface Fault {
  readonly input?: unknown;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly minimum?: unknown;
  readonly pattern?: unknown;
}

function expectedAndFound({ input, expected, values, minimum, pattern }: Fault): string {
  const least = minimum === undefined ? undefined : `at least ${minimum}${typeof input === "string" ? " sign" : ""}`;
  return `expected ${expected ?? values?.join(" or ") ?? least ?? pattern ?? "something else"}, found ${shown(input)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return excerpt(JSON.stringify(value));
}

function parsed(content: string, refusal: () => Refusal): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw refusal();
  }
}

function twinsOf(kind: string, all: readonly { readonly name: string }[]): string[] {
  return all.flatMap(({ name }, index) => (all.findIndex((other) => other.name === name) === index ? [] : [`${kind} ${name}`]));
}
