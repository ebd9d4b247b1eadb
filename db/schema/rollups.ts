import { date, foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cents, code, moment, partnerId, transactionId } from "./columns";
import { companies } from "./companies";

/**
 * Sums of one day over the lines of a company's transmitted invoices, for fast figures. The lines are authoritative. A line counts on its
 * own date, but not before its invoice was transmitted.
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
    /** Payments minus chargebacks, as a positive amount. */
    collectedCents: cents().notNull(),
    /** As a positive amount. */
    creditedCents: cents().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId, table.day] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);

/**
 * Outstanding amount of a company's invoices with one due day, for figures by age. Leaves out refunds owed and retracted invoices.
 * `unasked` is the part owed by customers whom no message has reached; it has no age, because their due day counts from the first message
 * that arrives (decision 0135).
 */
export const outstandingRollups = pgTable(
  "outstanding_rollups",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** In the company's time zone. */
    dueOn: date().notNull(),
    outstandingCents: cents().notNull(),
    invoices: integer().notNull(),
    unaskedCents: cents().notNull().default(0),
    unaskedInvoices: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId, table.dueOn] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);

/** State up to which a company's rollups are complete. */
export const rollupStates = pgTable(
  "rollup_states",
  {
    partnerId: partnerId(),
    companyId: code().notNull(),
    /** Real time up to which the figures are complete. */
    computedAt: moment().notNull(),
    /**
     * All changes by earlier transactions are in the figures; later ones may not be. 0: there are no figures, but something affected them.
     */
    completeBefore: transactionId().notNull(),
    /**
     * As `completeBefore`, for the figures of customers who were never asked, which versions before migration 0077 do not compute. Null if
     * never computed.
     */
    unaskedBefore: transactionId(),
    /** Last transaction that affected a figure without a row in `changes`, such as a refused message or a new household. Null if none. */
    movedIn: transactionId(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.companyId] }),
    foreignKey({ columns: [table.partnerId, table.companyId], foreignColumns: [companies.partnerId, companies.id] }),
  ],
);
