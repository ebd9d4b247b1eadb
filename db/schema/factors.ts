import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { users } from "./users";

/** An authenticator app shows codes (RFC 6238); a passkey signs (WebAuthn). */
export const factorKind = pgEnum("factor_kind", ["authenticator", "passkey"]);

/** What a person proves themselves with besides their password. */
export const factors = pgTable(
  "factors",
  {
    id: id().primaryKey(),
    userId: code().notNull(),
    kind: factorKind().notNull(),
    /** As the person calls it. */
    name: text().notNull(),
    /** Of an authenticator app: the secret that makes its codes, encrypted under the key of this id. */
    secretKeyId: text(),
    secretData: text(),
    /** The time step, 30 s each, of the last code that was taken: none is taken twice. */
    lastStep: integer(),
    /** Of a passkey, in base64url. */
    credentialId: code(),
    publicKey: text(),
    /** How often the passkey says it was used. One that goes back was copied. */
    signCount: bigint({ mode: "number" }),
    /** How the passkey is reached, as the browser said: "usb", "internal", … */
    transports: text().array(),
    createdAt: createdAt(),
    lastUsedAt: moment(),
  },
  (table) => [
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
    index("factors_by_user").on(table.userId),
    unique("factors_by_credential").on(table.credentialId),
    check(
      "factors_whole",
      sql`case ${table.kind} when 'authenticator' then num_nulls(${table.secretKeyId}, ${table.secretData}, ${table.lastStep}) = 0
        else num_nulls(${table.credentialId}, ${table.publicKey}, ${table.signCount}, ${table.transports}) = 0 end`,
    ),
    isAnId("factors_id_shape", table.id),
  ],
);

export type Factor = typeof factors.$inferSelect;

/** Codes on paper, each of which once stands for a lost factor. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: code().notNull(),
    /** SHA-256 of the person's id and the code, in hexadecimal. */
    hash: code().notNull(),
    usedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.hash] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
  ],
);
