import { sql } from "drizzle-orm";
import { boolean, check, foreignKey, index, pgEnum, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { code, createdAt, moment, partnerId, recordedOrder } from "./columns";
import { invoices } from "./invoices";

/** Which invoices of an import are asked for and paid together. An invoice that is in no household has no row; `leave_household` alone takes one out. */
export const householdMembers = pgTable(
  "household_members",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /**
     * The invoice by whose reference all of them are paid: the first that was recorded. It is a member itself, and names the household. No foreign key: its check would wait for a transaction that
     * corrects that invoice, and that transaction for this one.
     */
    leadInvoiceId: code().notNull(),
    joinedAt: createdAt(),
    /** Staff joined it although its payer is another: it shares numbers and amounts alone, and stays where addresses differ. */
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
 * Why an invoice is no longer asked for together with others: its payer is another's, its link was replaced, staff took it out, it was the last one left, its customer was erased, or its payer was
 * another's when the database was upgraded.
 */
export const departureReason = pgEnum("departure_reason", [
  "payer_changed",
  "link_replaced",
  "by_hand",
  "left_alone",
  "erased",
  "upgraded",
]);

/** An invoice that left its household. Insert-only; written by `leave_household`, and once by an upgrade. No foreign key, for the reason of `leadInvoiceId`. */
export const householdDepartures = pgTable(
  "household_departures",
  {
    partnerId: partnerId(),
    recordedOrder: recordedOrder(),
    invoiceId: code().notNull(),
    /** The lead of the household that it left. */
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
 * The invoices of each household, present or taken apart by staff, in which addresses differed at the upgrade that ended this. `manage household:exposures` answers from it; nothing is added
 * later.
 */
export const householdExposures = pgTable(
  "household_exposures",
  {
    partnerId: partnerId(),
    /** The lead at that time; of a household that staff had taken apart, the first of its invoices. */
    leadInvoiceId: code().notNull(),
    invoiceId: code().notNull(),
    /** The customer's address at that time, in small letters; null: none, or it was erased. */
    email: text(),
    /** Since when it was asked for with the others, at the earliest. */
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
