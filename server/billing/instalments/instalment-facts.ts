import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { importSettings } from "@/db/schema/collection-settings";
import type { InstalmentPlan } from "@/db/schema/instalment-plans";
import { invoices } from "@/db/schema/invoices";
import type { AgreedPlan } from "@/server/domain/rules/instalment-account";
import { dayInSql } from "@/server/platform/day-in-sql";

/** A message about a part, or about the plan's end. No message is sent twice; a cancelled one is planned again. */
interface ToldPart {
  kind: "part_due" | "part_missed" | "instalments_ended";
  /** Number under which the message exists once. */
  round: number;
  /** Day to pay by that the message names, such as `2026-11-20`; null if it names none or has not left. */
  payBy: string | null;
  fate: "left" | "going" | "lost" | "cancelled";
}

/** The newest plan of instalments, and the messages about its parts. */
export interface InstalmentFacts extends AgreedPlan, Pick<InstalmentPlan, "id" | "missed" | "feeCents" | "restores"> {
  /** Whether staff agreed on the plan with the customer: an arrangement. */
  isArrangement: boolean;
  /** Whether a missed part or staff ended the plan. */
  isEnded: boolean;
  isEndedByStaff: boolean;
  /** Day on which the plan was last restored, such as `2026-11-20`; null if it never was. */
  restoredOn: string | null;
  /** Latest day since the agreement on which a hold of a known end held the invoice, such as `2026-11-20`; null if none did. */
  lastHeldOn: string | null;
  /**
   * Last day of the newest statement of the bank account that the invoice names, such as `2026-11-20`; null if the account has none. Leaves out
   * statements that wait for a person.
   */
  statementsUntil: string | null;
  /** Messages about parts, and about the plan's end. */
  told: ToldPart[];
}

const told = sql`(select coalesce(json_agg(json_build_object('kind', o.kind, 'round', o.round, 'payBy', o.pay_by, 'fate', case
    when o.state in ('sent', 'unknown') then 'left' when o.state in ('waiting', 'handing_over') then 'going' when o.state = 'cancelled' then 'cancelled' else 'lost' end)), '[]')
  from outgoing_messages o where o.partner_id = plan.partner_id and o.invoice_id = plan.invoice_id and o.about_id = plan.id
    and o.kind in ('part_due', 'part_missed', 'instalments_ended'))`;

const dayOf = (column: string) => dayInSql(sql.raw(column));

// A pause that was lifted or replaced after its last day had ended on its last day.
const lastHeldOn = sql`(select max(held.on) from (
    select least(h.until, ${dayOf("h.ended_at")}) as "on" from holds h
    where h.partner_id = plan.partner_id and h.invoice_id = plan.invoice_id and (h.ended_at is null or h.ended_at >= plan.agreed_at)
    union all
    select ${dayOf("d.ended_at")} from probable_payments d
    where d.partner_id = plan.partner_id and d.invoice_id = plan.invoice_id and d.ended_at >= plan.agreed_at
  ) held where held.on >= ${dayOf("plan.agreed_at")})`;

const statementsUntil = sql`(select max(s.closing_on) from bank_statements s
  where s.partner_id = plan.partner_id and s.bank_account_id = ${importSettings.bankAccountId} and s.withdrawn_at is null
    and not exists (select from statement_waits w where w.partner_id = s.partner_id and w.statement_id = s.id and w.accepted_at is null))`;

/** SQL for the facts about an invoice; null if no plan was agreed on. The statement must contain the import's settings. */
export const instalmentFacts: SQL<InstalmentFacts | null> = sql<InstalmentFacts | null>`(
  select json_build_object('id', plan.id, 'parts', plan.parts, 'linesCount', plan.lines_count, 'spreads', plan.spreads, 'missed', plan.missed,
    'feeCents', plan.fee_cents, 'isArrangement', plan.agreed_by not like 'customer:%', 'isEnded', plan.ended_at is not null,
    'isEndedByStaff', plan.ended_by is not null, 'dueDays', ${importSettings.dueDays}, 'restores', plan.restores,
    'restoredOn', ${dayOf("plan.restored_at")}, 'lastHeldOn', ${lastHeldOn}, 'statementsUntil', ${statementsUntil}, 'told', ${told})
  from instalment_plans plan where plan.partner_id = ${invoices.partnerId} and plan.invoice_id = ${invoices.id}
  order by plan.agreed_at desc, plan.id desc limit 1)`;

/**
 * Condition: the invoice has a plan of instalments that neither a missed part nor staff has ended. Takes the invoice's columns: those of `invoices`,
 * or of a table that refers to it.
 */
export function whereInInstalments(invoice: { partnerId: SQLWrapper; id: SQLWrapper }): SQL<boolean> {
  return sql<boolean>`exists (select from instalment_plans in_parts where in_parts.partner_id = ${invoice.partnerId}
    and in_parts.invoice_id = ${invoice.id} and in_parts.ended_at is null)`;
}
