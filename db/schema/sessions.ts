import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { users } from "./users";

/** How a session began: with a password, or through the person's organisation. */
export const sessionMethod = pgEnum("session_method", ["password", "organisation"]);

/** A person's session on a device. The browser's cookie names the row; without it, the cookie opens nothing. */
export const sessions = pgTable(
  "sessions",
  {
    id: id().primaryKey(),
    userId: code().notNull(),
    /** The person's `sessionVersion` at the beginning. A later version ends the session. */
    sessionVersion: integer().notNull(),
    /** Browser and system, for the person to recognise. */
    device: text().notNull(),
    method: sessionMethod().notNull().default("password"),
    /** The organisation's own id of the session, with which it may end it. */
    organisationSession: code(),
    /** When the person last proved their identity. Null: their password was right, and their second factor is missing. */
    provedAt: moment(),
    /** Challenge that a passkey was last asked to sign, in base64url. It is valid once. */
    challenge: text(),
    createdAt: createdAt(),
    /** When the browser last prolonged it. */
    lastSeenAt: moment().notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
    index("sessions_by_user").on(table.userId),
    index("sessions_by_last_seen").on(table.lastSeenAt),
    index("sessions_by_organisation_session").on(table.organisationSession).where(sql`organisation_session is not null`),
    isAnId("sessions_id_shape", table.id),
  ],
);

export type Session = typeof sessions.$inferSelect;

/** A browser that a person has signed in with. Of its cookie and address only hashes are stored. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: code().notNull(),
    tokenHash: code().notNull(),
    /** Network of the last sign-in. */
    addressHash: code().notNull(),
    lastSignedInAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
    index("known_devices_by_last_sign_in").on(table.lastSignedInAt),
  ],
);
