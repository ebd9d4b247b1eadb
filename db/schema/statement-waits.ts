import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, pgEnum, pgTable, primaryKey, uniqueIndex } from "drizzle-orm/pg-core";
import { bankStatements, statementFiles } from "./bank-statements";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";

/**
 * Reason why a statement waits:
 * - `opening_contradicts`: the opening balance differs from the preceding closing balance.
 * - `above_limit`: a file added more money than its author may add without a second person.
 * - `account_closed`: entries were booked after the company had closed the account.
 */
export const statementWaitReason = pgEnum("statement_wait_reason", ["opening_contradicts", "above_limit", "account_closed"]);

/**
 * Reasons why a bank statement waits, one row for each reason and file. Until a person accepts the statement, its payments are
 * `waiting`, and none of them is booked.
 */
export const statementWaits = pgTable(
  "statement_waits",
  {
    partnerId: partnerId(),
    id: id(),
    statementId: code().notNull(),
    /** File that contained the waiting payments. */
    fileId: code().notNull(),
    because: statementWaitReason().notNull(),
    /** `opening_contradicts` only: the closing balance that contradicts the opening balance, and its day. */
    closingCents: cents(),
    closingOn: date({ mode: "string" }),
    /** `above_limit` only: the person or key that uploaded the file, as in the table of changes, who may not accept the statement. */
    askedBy: code(),
    /** `above_limit` only: the money that the file added to this statement, in cents. */
    incomingCents: cents(),
    /**
     * `above_limit` only: time from which anybody who may record payments may accept the statement, because there was no second person when
     * it came; null: there was one.
     */
    aloneFrom: moment(),
    beganAt: createdAt(),
    /** Actor, as in the table of changes. */
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
    uniqueIndex("statement_waits_once").on(table.partnerId, table.statementId, table.fileId, table.because),
    index("statement_waits_open").on(table.partnerId, table.statementId).where(sql`accepted_at is null`),
    index("statement_waits_by_file").on(table.partnerId, table.fileId),
    check("statement_waits_accepted_whole", sql`(${table.acceptedAt} is null) = (${table.acceptedBy} is null)`),
    check(
      "statement_waits_balance_told",
      sql`(${table.because} = 'opening_contradicts') = (${table.closingCents} is not null) and (${table.closingCents} is null) = (${table.closingOn} is null)`,
    ),
    // Compared as text, because a value that was added in the same upgrade cannot be used.
    check(
      "statement_waits_author_told",
      sql`(${table.because}::text <> 'above_limit') = (${table.askedBy} is null) and (${table.askedBy} is null) = (${table.incomingCents} is null)
        and (${table.aloneFrom} is null or ${table.askedBy} is not null)`,
    ),
    check(
      "statement_waits_second_person",
      sql`(${table.acceptedBy} = ${table.askedBy}) is not true or (${table.acceptedAt} >= ${table.aloneFrom}) is true`,
    ),
    isAnId("statement_waits_id_shape", table.id),
  ],
);

export type StatementWait = typeof statementWaits.$inferSelect;
export type StatementWaitReason = StatementWait["because"];
