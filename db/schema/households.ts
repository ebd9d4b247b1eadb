import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

/**
 * Invoices of an import that are requested and paid together. An invoice without a household has no row; only `leave_household` removes
 * one.
 */
export const householdMembers = pgTable(
  "household_members",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /**
     * Invoice by whose reference all of them are paid: the first that was recorded. It is a member itself, and identifies the household. No
     * foreign key: its check would wait for a transaction that corrects that invoice, and that transaction for this one.
     */
    leadInvoiceId: code().notNull(),
    joinedAt: createdAt(),
    /** Staff joined it although it has another payer. It shares only numbers and amounts, and stays even if addresses differ. */
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
 * Why an invoice left its household: it has another payer, its link was replaced, staff took it out, it was the last one left, its customer
 * was erased, or it had another payer when the database was upgraded.
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
 * An invoice that left its household. Insert-only; written by `leave_household`, and once by an upgrade. No foreign key, for the reason
 * given at `leadInvoiceId`.
 */
export const householdDepartures = pgTable(
  "household_departures",
  {
    partnerId: partnerId(),
    recordedOrder: recordedOrder(),
    invoiceId: code().notNull(),
    /** Lead of the household that it left. */
    leadInvoiceId: code().notNull(),
    reason: departureReason().notNull(),
    /** A business moment. */
    leftAt: moment().notNull(),
  },
  (table) => [
    // Newest last.
    primaryKey({ columns: [table.partnerId, table.invoiceId, table.recordedOrder] }),
  ],
);

export type HouseholdDeparture = typeof householdDepartures.$inferSelect;

/**
 * Invoices of each household, present or taken apart by staff, in which addresses differed at the upgrade that ended such households.
 * `manage household:exposures` reads it; no rows are added later.
 */
export const householdExposures = pgTable(
  "household_exposures",
  {
    partnerId: partnerId(),
    /** Lead at that time; for a household that staff had taken apart, the first of its invoices. */
    leadInvoiceId: code().notNull(),
    invoiceId: code().notNull(),
    /** The customer's address at that time, in lower case; null: none, or erased. */
    email: text(),
    /** Earliest time from which it was requested with the others. */
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
