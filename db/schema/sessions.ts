import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, id, isAnId, moment } from "./columns";
import { users } from "./users";

/** How the session began: by password, or through the person's organisation. */
export const sessionMethod = pgEnum("session_method", ["password", "organisation"]);

/** A person's session on a device. The browser's cookie names this row; without the row, the cookie is worthless. */
export const sessions = pgTable(
  "sessions",
  {
    id: id().primaryKey(),
    userId: code().notNull(),
    /** The person's `sessionVersion` when the session began. A later version ends it. */
    sessionVersion: integer().notNull(),
    /** Browser and system, for the person to recognise the device. */
    device: text().notNull(),
    method: sessionMethod().notNull().default("password"),
    /** The organisation's own id of the session, by which the organisation may end it. */
    organisationSession: code(),
    /** When the person last proved their identity. Null: the password was right, but the second factor is missing. */
    provedAt: moment(),
    /** Challenge that a passkey was last asked to sign, in base64url. Valid once. */
    challenge: text(),
    createdAt: createdAt(),
    /** When the browser last prolonged the session. */
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

/** A browser with which a person has signed in. Its cookie and address are stored only as hashes. */
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
