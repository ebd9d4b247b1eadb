import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgEnum, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { cents, code, createdAt, id, isAnId, partnerId } from "./columns";
import { invoices } from "./invoices";

export const paymentMethod = pgEnum("payment_method", [
  "ideal",
  "sdd",
  "bank_transfer",
  "credit_card",
  "bancontact",
  "bacs",
  "sofort",
  "paypal",
  "external",
]);

export const paymentStatus = pgEnum("payment_status", ["scheduled", "pending", "paid", "failed", "cancelled", "expired"]);

/** An attempt to move money. Only what came of it stands on the invoice's account, as lines. */
export const payments = pgTable(
  "payments",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    method: paymentMethod().notNull(),
    /** Scheduled: planned, and cancelled by a retraction. Pending: on its way, and nobody may retract until it has ended. */
    status: paymentStatus().notNull(),
    amountCents: cents().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    // No cascade: an invoice on which money moved is never deleted.
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }),
    index("payments_by_invoice").on(table.partnerId, table.invoiceId),
    // A payment on its way is rare and soon over: the list of invoices asks for all of a partner's at once.
    index("payments_pending").on(table.partnerId, table.invoiceId).where(sql`status = 'pending'`),
    check("payments_amount_positive", sql`${table.amountCents} > 0`),
    isAnId("payments_id_shape", table.id),
  ],
);

export type Payment = typeof payments.$inferSelect;
