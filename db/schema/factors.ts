import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgEnum, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { users } from "./users";

/** An authenticator app displays codes (RFC 6238); a passkey signs (WebAuthn). */
export const factorKind = pgEnum("factor_kind", ["authenticator", "passkey"]);

/** Second factors of a person. */
export const factors = pgTable(
  "factors",
  {
    id: id().primaryKey(),
    userId: code().notNull(),
    kind: factorKind().notNull(),
    /** Name chosen by the person. */
    name: text().notNull(),
    /** Authenticator app: the secret from which its codes derive, encrypted with the key of this id. */
    secretKeyId: text(),
    secretData: text(),
    /** Time step (30 s each) of the last accepted code, so that no code is accepted twice. */
    lastStep: integer(),
    /** Passkey, in base64url. */
    credentialId: code(),
    publicKey: text(),
    /**
     * Number of uses, as the passkey reports it; 0 if it does not count. A use whose number is not higher than the last one is refused,
     * because the passkey may have been copied.
     */
    signCount: bigint({ mode: "number" }),
    /** Transports of the passkey, as the browser named them: "usb", "internal", … */
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

/** Recovery codes, each of which replaces a lost factor once. */
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
