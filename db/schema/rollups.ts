import { date, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cents, code, moment, partnerId, transactionId } from "./columns";
import { companies } from "./companies";

/**
 * What happened to a company's transmitted invoices on one day, summed from their lines: a figure for reading fast, never a fact. A line counts
 * on its own date, but not before its invoice was transmitted.
 */
export const dailyRollups = pgTable(
  "daily_rollups",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** In the company's time zone. */
    day: date().notNull(),
    billedCents: cents().notNull(),
    feesCents: cents().notNull(),
    /** What came in, as a positive amount, less what was charged back. */
    collectedCents: cents().notNull(),
    /** As a positive amount. */
    creditedCents: cents().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId, table.day] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);

/** What is outstanding now on a company's invoices that are to be paid by one day: what ages. Neither refunds that are owed nor what was retracted. */
export const outstandingRollups = pgTable(
  "outstanding_rollups",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** In the company's time zone. */
    dueOn: date().notNull(),
    outstandingCents: cents().notNull(),
    invoices: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId, table.dueOn] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);

/** Up to when a company's rollups hold. */
export const rollupStates = pgTable(
  "rollup_states",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** Operational time. */
    computedAt: moment().notNull(),
    /** Every change of an earlier transaction is in the figures; those from here on may not be. */
    completeBefore: transactionId().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);
