import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices of an import that are asked for and paid together. An invoice without a household has no row. Rows are deleted by
 * `leave_household`, and with their invoice.
 */
export const householdMembers = pgTable(
  "household_members",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /**
     * Invoice whose reference pays all members: the first one recorded. It is a member itself, and its id identifies the household. No
     * foreign key: its check would wait for a transaction that corrects that invoice, which in turn waits for this one.
     */
    leadInvoiceId: code().notNull(),
    joinedAt: createdAt(),
    /**
     * Whether staff joined the invoice although it has another payer. The invoice then shares only numbers and amounts, and stays even if
     * addresses differ.
     */
    isByHand: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.invoiceId] }),
    foreignKey({
      name: "household_members_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    index("household_members_by_lead").on(table.partnerId, table.leadInvoiceId),
  ],
);

/**
 * Why an invoice left its household: it has another payer, its link was replaced, staff removed it, it was the last one left, its customer
 * was erased, or the upgrade found another payer.
 */
export const departureReason = pgEnum("departure_reason", [
  "payer_changed",
  "link_replaced",
  "by_hand",
  "left_alone",
  "erased",
  "upgraded",
]);

/**
 * Departure of an invoice from its household. Insert-only; written by `leave_household`, and once by an upgrade. No foreign key, for the
 * same reason as `leadInvoiceId`.
 */
export const householdDepartures = pgTable(
  "household_departures",
  {
    partnerId: partnerId(),
    recordedOrder: recordedOrder(),
    invoiceId: code().notNull(),
    /** Leading invoice of the household that the invoice left. */
    leadInvoiceId: code().notNull(),
    reason: departureReason().notNull(),
    /** Time of the departure, by the partner's clock. */
    leftAt: moment().notNull(),
  },
  (table) => [
    // Newest last.
    primaryKey({ columns: [table.partnerId, table.invoiceId, table.recordedOrder] }),
  ],
);

export type HouseholdDeparture = typeof householdDepartures.$inferSelect;

/**
 * Invoices of households with different e-mail addresses that an upgrade dissolved, or that staff had dissolved before. Read by `manage
 * household:exposures`. No rows are added later.
 */
export const householdExposures = pgTable(
  "household_exposures",
  {
    partnerId: partnerId(),
    /** Leading invoice at the upgrade; if staff had dissolved the household, the first of its invoices. */
    leadInvoiceId: code().notNull(),
    invoiceId: code().notNull(),
    /** The customer's e-mail address at the upgrade, in lower case; null if there was none, or it was erased. */
    email: text(),
    /** Earliest time from which the invoice was asked for together with the others. */
    joinedAt: moment().notNull(),
    foundAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.leadInvoiceId, table.invoiceId] }),
    foreignKey({
      name: "household_exposures_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }).onDelete("cascade"),
    check("household_exposures_email_folded", sql`${table.email} = lower(btrim(${table.email})) and ${table.email} <> ''`),
  ],
);
