import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { InstalmentPlan } from "@/db/schema/instalment-plans";
import { invoices } from "@/db/schema/invoices";

/** The newest plan of instalments, and the messages about its parts. */
export interface InstalmentFacts extends Pick<InstalmentPlan, "id" | "parts" | "linesCount" | "spreads" | "missed" | "feeCents"> {
  /** Whether staff agreed on it with the customer: an arrangement. */
  isArrangement: boolean;
  /** Whether a missed part or staff ended it. */
  isEnded: boolean;
  /** Whether staff ended it. */
  isEndedByStaff: boolean;
  /** Messages about parts that were sent or are in progress, also lost ones: none is sent twice. */
  told: { kind: "part_due" | "part_missed"; round: number; payBy: string | null; fate: "left" | "going" | "lost" }[];
}

const told = sql`(select coalesce(json_agg(json_build_object('kind', o.kind, 'round', o.round, 'payBy', o.pay_by, 'fate', case
    when o.state in ('sent', 'unknown') then 'left' when o.state in ('waiting', 'handing_over') then 'going' else 'lost' end)), '[]')
  from outgoing_messages o where o.partner_id = plan.partner_id and o.invoice_id = plan.invoice_id and o.about_id = plan.id
    and o.kind in ('part_due', 'part_missed'))`;

/** SQL for the facts about an invoice; null if no plan was agreed on. */
export const instalmentFacts: SQL<InstalmentFacts | null> = sql<InstalmentFacts | null>`(
  select json_build_object('id', plan.id, 'parts', plan.parts, 'linesCount', plan.lines_count, 'spreads', plan.spreads, 'missed', plan.missed,
    'feeCents', plan.fee_cents, 'isArrangement', plan.agreed_by not like 'customer:%', 'isEnded', plan.ended_at is not null,
    'isEndedByStaff', plan.ended_by is not null, 'told', ${told})
  from instalment_plans plan where plan.partner_id = ${invoices.partnerId} and plan.invoice_id = ${invoices.id}
  order by plan.agreed_at desc, plan.id desc limit 1)`;

/**
 * Condition: the invoice has a plan of instalments that neither a missed part nor staff has ended. Takes the invoice's columns: those of `invoices`, or of a
 * table that refers to it.
 */
export function whereInInstalments(invoice: { partnerId: SQLWrapper; id: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`exists (select from instalment_plans in_parts where in_parts.partner_id = ${invoice.partnerId}
    and in_parts.invoice_id = ${invoice.id} and in_parts.ended_at is null)`;
}
