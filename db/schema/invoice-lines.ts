import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { lineKinds, lineTypes } from "@/server/domain/line-types";
import { whereLineIs, whereTypeIn } from "../line-types";
import { cents, code, moment, partnerId } from "./columns";
import { invoices } from "./invoices";
import { paymentMethod } from "./payments";

export const lineType = pgEnum("line_type", lineTypes);

/**
 * One event on an invoice's account. Append-only: triggers refuse to change or remove a line, and keep the invoice's total.
 * Positive raises what is outstanding, negative lowers it.
 */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /** 1 is the first line of the creation: what begins later was added to an existing invoice, and moves its total. */
    position: integer().notNull(),
    /** The service's, or any text that the partner chose. */
    id: code().notNull(),
    type: lineType().notNull(),
    amountCents: cents().notNull(),
    description: text(),
    date: moment().notNull(),
    paymentMethod: paymentMethod(),
    /** The payment that a payment line is part of, or that a chargeback line cancels. */
    paymentId: code(),
    /** The refund that a chargeback line is. */
    refundId: code(),
    /** Who added it, as the table of changes names them; null: it came with the invoice, or was added before this was kept. */
    addedBy: text(),
  },
  (table) => [
    // The invoice's lines in their order are one short index scan.
    primaryKey({ columns: [table.partnerId, table.invoiceId, table.position] }),
    foreignKey({ columns: [table.partnerId, table.invoiceId], foreignColumns: [invoices.partnerId, invoices.id] }).onDelete("cascade"),
    uniqueIndex("invoice_lines_by_id").on(table.partnerId, table.id),
    check("invoice_lines_position_from_one", sql`${table.position} >= 1`),
    check("invoice_lines_id_length", sql`char_length(${table.id}) between 1 and 255`),
    check("invoice_lines_amount_in_range", sql`${table.amountCents} between -9007199254740991 and 9007199254740991`),
    check(
      "invoice_lines_payment_method_where_named",
      sql`(${table.paymentMethod} is not null) = (${whereTypeIn(
        table.type,
        lineTypes.filter((type) => lineKinds[type].namesMethod),
      )})`,
    ),
    check("invoice_lines_description_where_named", sql`${table.description} is null or ${whereLineIs(table.type, "billed", "credit")}`),
    // What can come of one payment or refund once comes once.
    uniqueIndex("invoice_lines_payment_once")
      .on(table.partnerId, table.paymentId, table.type)
      .where(sql`payment_id is not null and type in ('PAYMENT-LINE', 'CHARGEBACK-LINE')`),
    uniqueIndex("invoice_lines_refund_once").on(table.partnerId, table.refundId).where(sql`refund_id is not null`),
    check(
      "invoice_lines_linked_where_money_moved",
      sql`(${table.paymentId} is null or ${whereLineIs(table.type, "payment", "chargeback")})
        and (${table.refundId} is null or (${whereLineIs(table.type, "chargeback")} and ${table.paymentId} is null))`,
    ),
    check(
      "invoice_lines_sign",
      sql`case
        when ${whereLineIs(table.type, "billed", "credit")} then true
        when ${whereLineIs(table.type, "payment")} then ${table.amountCents} <= 0
        else ${table.amountCents} >= 0
      end`,
    ),
  ],
);

export type InvoiceLine = typeof invoiceLines.$inferSelect;
