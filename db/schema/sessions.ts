import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { users } from "./users";

/** How a session began: with a password of ours, or by the word of the person's organisation. */
export const sessionMethod = pgEnum("session_method", ["password", "organisation"]);

/** A person signed in on a device. The browser's cookie names the row; without it, the cookie opens nothing. */
export const sessions = pgTable(
  "sessions",
  {
    id: id().primaryKey(),
    userId: code().notNull(),
    /** The person's `sessionVersion` when it began. Once that is raised, the session has ended. */
    sessionVersion: integer().notNull(),
    /** Browser and system, for the person to recognise. */
    device: text().notNull(),
    method: sessionMethod().notNull().default("password"),
    /** How the organisation names the session on its side, by which it may end it. */
    organisationSession: code(),
    /** When the person last proved who they are. Null: their password was right, and their second factor is still to be given. */
    provedAt: moment(),
    /** What a passkey was last asked to sign, in base64url. It is signed once. */
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

/** A browser that a person has signed in with. Neither its cookie nor its address is kept, only their hashes. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: code().notNull(),
    tokenHash: code().notNull(),
    /** Of the network of the last sign-in. */
    addressHash: code().notNull(),
    lastSignedInAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tokenHash] }),
    foreignKey({ columns: [table.userId], foreignColumns: [users.id] }).onDelete("cascade"),
    index("known_devices_by_last_sign_in").on(table.lastSignedInAt),
  ],
);
