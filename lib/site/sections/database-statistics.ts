import { ranges } from "../cidr";
import type { Contradiction, DraftOf } from "../draft";
import { choice, type Flaw, listOf, section, text, wholeNumber } from "../field";
import { isDnsLabel } from "../name";
import { type Inside, outsideListMistakes } from "../outside-url";
import { twice } from "../twice";
import { hostPortFlaw } from "../url";

/** The databases that tell their statistics. */
export const DATABASE_KINDS = ["postgresql", "mysql", "redis"] as const;
export type DatabaseKind = (typeof DATABASE_KINDS)[number];

const database = (port: number) => ({
  name: text("shop-db", nameFlaw),
  host: text(`shop-db.databases.svc:${port}`, hostPortFlaw),
  addresses: ranges("192.168.10.30/32").optional(),
  tls: choice(["none", "verified", "unverified"]).optional(),
});
const username = () => text("belfry", usernameFlaw);
const example = (port: number) => ({
  example: `- { name: shop-db, host: "shop-db.databases.svc:${port}", username: belfry }`,
  minimum: 1 as const,
});

const keys = {
  database_statistics: section({
    every_seconds: wholeNumber(60, 10, 3600).optional(),
    postgresql: listOf(section({ ...database(5432), username: username() }), example(5432)).optional(),
    mysql: listOf(section({ ...database(3306), username: username() }), example(3306)).optional(),
    // without an account it may be open to whoever reaches it
    redis: listOf(section({ ...database(6379), username: username().optional() }), example(6379)).optional(),
  }).optional(),
};

/** The databases whose statistics are kept beside their logs. A place may do without. */
export const databaseStatistics = { keys, contradictions };

function contradictions({ database_statistics: asked, ...site }: DraftOf<typeof keys> & Inside): Contradiction[] {
  if (asked === undefined) return [];
  if (DATABASE_KINDS.every((kind) => asked[kind] === undefined))
    return [{ path: ["database_statistics"], message: `asks no database; list some under ${DATABASE_KINDS.join(", ")}, or leave it out` }];
  return DATABASE_KINDS.flatMap((kind) => {
    const path = ["database_statistics", kind];
    return [
      ...twice(asked[kind], "name", path),
      ...(asked[kind] ?? []).flatMap((one, index) =>
        outsideListMistakes(
          {
            url: { path: [...path, index, "host"], value: one?.host },
            addresses: { path: [...path, index, "addresses"], value: one?.addresses },
            mayBeService: true,
          },
          site,
        ),
      ),
    ];
  });
}

/** It is the column service_name, a component's name in the collector's configuration, and part of a Secret's key. */
function nameFlaw(text: string): Flaw | undefined {
  return isDnsLabel(text) ? undefined : { wrong: "is not a name (lower-case letters, digits and -, 63 at most)" };
}

function usernameFlaw(text: string): Flaw | undefined {
  return /^[\w.@-]{1,63}$/.test(text) ? undefined : { wrong: "is not an account's name (letters, digits, _, ., @ and -, 63 at most)" };
}
