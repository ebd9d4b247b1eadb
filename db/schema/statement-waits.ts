import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, pgEnum, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bankStatements, statementFiles } from "./bank-statements";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";

/** `opening_contradicts`: it does not continue the closing balance that it follows. */
export const statementWaitReason = pgEnum("statement_wait_reason", ["opening_contradicts"]);

/** Why nothing of a bank statement is booked until a person accepts it. Its payments are `waiting` until then. */
export const statementWaits = pgTable(
  "statement_waits",
  {
    partnerId: partnerId(),
    id: id(),
    statementId: code().notNull(),
    /** The file that brought what waits. */
    fileId: code().notNull(),
    because: statementWaitReason().notNull(),
    /** The closing balance that the opening balance contradicts, and its day. */
    closingCents: cents().notNull(),
    closingOn: date({ mode: "string" }).notNull(),
    beganAt: createdAt(),
    /** As the table of changes names who acts. */
    acceptedBy: code(),
    acceptedAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    foreignKey({
      name: "statement_waits_of_statement",
      columns: [table.partnerId, table.statementId],
      foreignColumns: [bankStatements.partnerId, bankStatements.id],
    }),
    foreignKey({
      name: "statement_waits_of_file",
      columns: [table.partnerId, table.fileId],
      foreignColumns: [statementFiles.partnerId, statementFiles.id],
    }),
    uniqueIndex("statement_waits_open").on(table.partnerId, table.statementId).where(sql`accepted_at is null`),
    index("statement_waits_by_file").on(table.partnerId, table.fileId),
    check("statement_waits_accepted_whole", sql`(${table.acceptedAt} is null) = (${table.acceptedBy} is null)`),
    isAnId("statement_waits_id_shape", table.id),
  ],
);

export type StatementWait = typeof statementWaits.$inferSelect;
export type StatementWaitReason = StatementWait["because"];
