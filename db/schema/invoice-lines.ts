import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { lineKinds, lineTypes } from "@/server/domain/rules/line-types";
import { whereLineIs, whereTypeIn } from "../line-types";
import { cents, code, moment, partnerId } from "./columns";
import { invoices } from "./invoices";
import { paymentMethod } from "./payments";

export const lineType = pgEnum("line_type", lineTypes);

/**
 * One event on an invoice's account. Append-only: triggers refuse to change a line, or to delete it without its invoice, and maintain the
 * invoice's total. A positive amount raises the outstanding amount, a negative one lowers it.
 */
export const invoiceLines = pgTable(
  "invoice_lines",
  {
    partnerId: partnerId(),
    invoiceId: code().notNull(),
    /** Position from 1. Lines inserted together with position 1 belong to the creation; lines inserted later change the invoice's total. */
    position: integer().notNull(),
    /** Assigned by the service, or any text chosen by the partner. */
    id: code().notNull(),
    type: lineType().notNull(),
    amountCents: cents().notNull(),
    description: text(),
    date: moment().notNull(),
    paymentMethod: paymentMethod(),
    /** Payment that this line records, or whose chargeback it records. */
    paymentId: code(),
    /** Refund recorded by this line, which is a chargeback line. */
    refundId: code(),
    /** Actor, as in the table of changes. Null if the line came with the invoice, or from before actors were stored. */
    addedBy: text(),
  },
  (table) => [
    // Makes reading an invoice's lines in order one short index scan.
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
    // A payment has at most one PAYMENT-LINE and one CHARGEBACK-LINE, but may pay several fees. A refund has at most one line.
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
