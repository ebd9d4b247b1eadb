import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, jsonb, pgEnum, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { arrangementEnds } from "@/server/domain/rules/arrangement";
import type { AgreedPlan } from "@/server/domain/rules/instalment-account";
import type { InstalmentBasis } from "@/server/domain/rules/instalment-rules";
import { missedPartRules } from "@/server/domain/rules/instalment-settings";
import { cents, code, createdAt, id, isAnId, moment, partnerId } from "./columns";
import { locale } from "./companies";
import { invoices } from "./invoices";

export const missedPartRule = pgEnum("missed_part_rule", missedPartRules);

export const arrangementEnd = pgEnum("arrangement_end", arrangementEnds);

/**
 * Payment of an invoice in instalments, as its customer agreed to it on the page (decision 0183), or as staff agreed on it with them: an
 * arrangement (decision 0187). The state of the parts is not stored: it follows from the invoice's lines (`followParts`). An invoice has
 * one plan at a time; after its end, staff may agree on another plan.
 */
export const instalmentPlans = pgTable(
  "instalment_plans",
  {
    partnerId: partnerId(),
    id: id(),
    invoiceId: code().notNull(),
    /** By the partner's clock. */
    agreedAt: createdAt(),
    /** As in the table of changes: the customer's link, `customer:<id>`, or for an arrangement the person who agreed on it, `person:<id>`. */
    agreedBy: code().notNull(),
    /** Network address of the browser, of IPv6 the network (/64); null: not known, or erased. */
    address: text(),
    locale: locale().notNull(),
    /** All that the customer was shown, or for an arrangement told, in this language. */
    text: text().notNull(),
    /** Version of what was shown and sent, by which a form that is sent twice is recognised. */
    version: code().notNull(),
    /** The parts as agreed, the fee included. */
    parts: jsonb().$type<AgreedPlan["parts"]>().notNull(),
    feeCents: cents().notNull(),
    /**
     * The row of the law by which the plan was offered: country, kind of payer and of claim, source, and day of the check. Null: the plan
     * is older than this column.
     */
    law: jsonb().$type<InstalmentBasis>(),
    missed: missedPartRule().notNull(),
    /** Number of the invoice's lines at the agreement, the fee included. */
    linesCount: integer().notNull(),
    /** Missed parts that were spread over the rest, and the number of lines then. */
    spreads: jsonb().$type<AgreedPlan["spreads"]>().notNull().default([]),
    /** When a missed part or staff ended the plan. Null: the plan goes on, was kept, or ended with the invoice's retraction. */
    endedAt: moment(),
    /** Number of the part whose missing ended the plan; null: none did. */
    missedPart: integer(),
    /** Last day on which that part would have been paid in time, such as `2026-11-20`. A payment of that day restores the plan. */
    keptUntil: date({ mode: "string" }),
    /** Number of times that the ended plan was restored, because the part was paid in time. */
    restores: integer().notNull().default(0),
    /** When the plan was last restored. */
    restoredAt: moment(),
    /** Person who ended the arrangement, `person:<id>`, and why. Null: nobody did. */
    endedBy: code(),
    endedBecause: arrangementEnd(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.id] }),
    uniqueIndex("instalment_plans_one_at_a_time").on(table.partnerId, table.invoiceId).where(sql`${table.endedAt} is null`),
    index("instalment_plans_of_invoices").on(table.partnerId, table.invoiceId, table.agreedAt),
    // No cascade: only transmitted invoices have a page, and these are never deleted.
    foreignKey({
      name: "instalment_plans_of_invoice",
      columns: [table.partnerId, table.invoiceId],
      foreignColumns: [invoices.partnerId, invoices.id],
    }),
    check("instalment_plans_text_present", sql`btrim(${table.text}) <> ''`),
    check("instalment_plans_parts_some", sql`jsonb_array_length(${table.parts}) between 2 and 12`),
    check("instalment_plans_fee_in_range", sql`${table.feeCents} >= 0`),
    check(
      "instalment_plans_missed_whole",
      sql`(${table.missedPart} is null) = (${table.keptUntil} is null) and (${table.missedPart} is null or ${table.endedAt} is not null)`,
    ),
    check("instalment_plans_restored_whole", sql`(${table.restores} = 0) = (${table.restoredAt} is null) and ${table.restores} >= 0`),
    check("instalment_plans_arrangements_are_free", sql`${table.feeCents} = 0 or left(${table.agreedBy}, 9) = 'customer:'`),
    check(
      "instalment_plans_ended_by_whole",
      sql`(${table.endedBy} is null) = (${table.endedBecause} is null) and (${table.endedBy} is null or ${table.endedAt} is not null)`,
    ),
    isAnId("instalment_plans_id_shape", table.id),
  ],
);

export type InstalmentPlan = typeof instalmentPlans.$inferSelect;
