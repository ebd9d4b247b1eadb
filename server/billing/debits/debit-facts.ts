import { type SQL, sql } from "drizzle-orm";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { whereMandateOfInvoice } from "@/server/billing/mandates/valid-mandate";
import { ADDRESS_REFUSED, NOT_ARRIVED } from "@/server/domain/rules/mail-failures";
import { type MandateDays, mandateState } from "@/server/domain/rules/mandate-state";
import { feesLeftOut, whereMayBeCollected, whereRepeated } from "./repeated-debit-facts";
import { whereBankHasFile } from "./where-bank-has-file";
import { whereDebitPlanned } from "./where-debit-planned";

/** Facts about collecting an invoice by direct debit. */
export interface DebitFacts {
  /** The part of an unfinished debit that collects the invoice, or of the first one if it is paid in instalments; null: none. */
  part: DebitPart | null;
  /** All such parts, by the days of their debits: several only of an invoice that is paid in instalments. */
  parts: DebitPart[];
  /** Whether a debit was ever planned for the invoice, also if it has ended: nothing is collected again by itself. */
  wasDebited: boolean;
  /** Whether a debit of the whole invoice was booked and did not come back: the mail about it states a rest and its day. */
  wasBooked: boolean;
  /**
   * The payer's mandate that has not ended; null: none, or a one-off one that is for another debit. It may have expired. `noticeDays`: days before
   * a debit by which the payer is told of it, as they agreed on their page; null: a mandate from paper, or from a partner's system. `isOneOff`:
   * whether it is for one debit only.
   */
  mandate: (MandateDays & { id: string; noticeDays: number | null; isOneOff: boolean }) | null;
  /** Bank days that the account's bank needs; null: the account takes no debits, because it is closed or has no creditor identifier in force. */
  leadDays: number | null;
}

/** Part of a debit: the amount that it collects of one invoice. In cents. */
export interface DebitPart {
  paymentId: string;
  debitId: string;
  mandateId: string;
  /** `scheduled`: in no file yet. `pending`: the bank may have it. */
  status: "scheduled" | "pending";
  amountCents: number;
  /** Day of the collection, such as `2026-11-20`. */
  collectOn: string;
  /** Whether the customer was told of the debit on this day. */
  isAnnounced: boolean;
  /**
   * Whether the announcement cannot reach the customer (`whereDebitUnreached`), so that nothing may be collected and they are asked otherwise.
   * False while the bank may collect the debit by a withdrawn file.
   */
  isUnreached: boolean;
  /** Whether the debit collects another one once more whose money the bank may have (`whereMayBeCollected`). */
  mayBeCollectedTwice: boolean;
  /** Fees of the invoice that the debit leaves out (`feesLeftOut`), in cents. */
  feesLeftOutCents: number;
  /** Whether the debit was in a file that was withdrawn: the bank may have the file after all, and say so only later. */
  wasInFile: boolean;
  /** The instalment that the part collects; null: it collects what is outstanding. */
  instalment: { planId: string; number: number } | null;
}

/** Whether the mandate is the payer's, and valid on a day, such as `2026-11-20`. */
export function isMandateValid(mandate: MandateDays, day: string): boolean {
  return mandateState({ ...mandate, endedReason: null }, day) === "valid";
}

/**
 * Returns the days from the announcement to the debit: those of the import's settings, or those that the payer agreed to on their page if these
 * are more.
 */
export function noticeDaysOf({ debitNoticeDays }: { debitNoticeDays: number }, debit: Pick<DebitFacts, "mandate"> | null): number {
  return Math.max(debitNoticeDays, debit?.mandate?.noticeDays ?? 0);
}

/** SQL for the days of notice to which the payer of a mandate agreed last; null: a mandate without a consent on the page. */
export const agreedNoticeDays = (mandateId: SQL, partnerId: SQL): SQL<number | null> => sql<number | null>`(select c.notice_days
  from mandate_consents c where c.partner_id = ${partnerId} and c.mandate_id = ${mandateId} order by c.given_at desc, c.id desc limit 1)`;

/**
 * SQL: whether a message with the days of all instalments, of which debit `d` collects one, fulfils a condition for an invoice. The condition
 * calls the message `o`.
 */
const whereToldWithPlan = (invoiceId: SQL, which: SQL): SQL<boolean> =>
  sql<boolean>`exists (select from payments own join outgoing_messages o on o.partner_id = own.partner_id and o.invoice_id = own.invoice_id
    and o.kind = 'instalments_agreed' and o.about_id = own.instalment_plan_id and ${which}
    where own.partner_id = d.partner_id and own.debit_id = d.id and own.undone_by is null and own.invoice_id = ${invoiceId})`;

/**
 * SQL: whether the announcement of debit `d` on its present day fulfils a condition for an invoice. Debits of instalments are announced together
 * when these are agreed on, and one by one if they are put off.
 */
const whereAnnouncement = (invoiceId: SQL, which: SQL): SQL<boolean> =>
  sql<boolean>`(exists (select from outgoing_messages o where o.partner_id = d.partner_id and o.invoice_id = ${invoiceId}
    and o.kind = 'debit_announced' and o.about_id = d.id and o.round = d.postponements and ${which})
    or d.postponements = 0 and ${whereToldWithPlan(invoiceId, which)})`;

const whereLeft = sql`o.state in ('sent', 'unknown')`;

/** Condition: message `o` was refused because its address takes no mail, as the mail server or a person states. */
const whereAddressRefused = sql`o.state = 'refused' and o.failure in (${sql.raw(`'${NOT_ARRIVED}', '${ADDRESS_REFUSED}'`)})`;

/** SQL: whether the announcement of debit `d`, on its present day, has left for the customer of the invoice with this id. */
export const whereDebitAnnounced = (invoiceId: SQL): SQL<boolean> => whereAnnouncement(invoiceId, whereLeft);

/**
 * SQL: whether the announcement of debit `d`, on its present day, was refused because the invoice's address takes no mail. Unless a person has it
 * sent again within a day, the invoice leaves the debit.
 */
export const whereDebitRefused = (invoiceId: SQL): SQL<boolean> => whereAnnouncement(invoiceId, whereAddressRefused);

/**
 * SQL: whether the announcement of debit `d` cannot reach the customer of an invoice: a person states that it did not arrive, or its address was
 * refused a day ago and nobody has had it sent again. Another refusal may be the fault of the sender's own mail server, and is a person's.
 */
export const whereDebitUnreached = (invoiceId: SQL): SQL<boolean> =>
  whereAnnouncement(
    invoiceId,
    sql`${whereAddressRefused}
    and (o.failure = ${sql.raw(`'${NOT_ARRIVED}'`)} or o.next_attempt_at <= now() - interval '1 day')`,
  );

/** SQL: whether an announcement of debit `d`, on any day, has left or is leaving for the customer of the invoice with this id. */
export const whereDebitTold = (invoiceId: SQL): SQL<boolean> =>
  sql<boolean>`(exists (select from outgoing_messages o where o.partner_id = d.partner_id and o.invoice_id = ${invoiceId}
    and o.kind = 'debit_announced' and o.about_id = d.id and o.state in ('handing_over', 'sent', 'unknown'))
    or ${whereToldWithPlan(invoiceId, sql`o.state in ('handing_over', 'sent', 'unknown')`)})`;

const parts = sql`(select json_agg(json_build_object('paymentId', part.id, 'debitId', d.id, 'mandateId', d.mandate_id, 'status', part.status,
    'amountCents', part.amount_cents, 'collectOn', d.collect_on, 'isAnnounced', ${whereDebitAnnounced(sql`part.invoice_id`)},
    'isUnreached', ${whereDebitUnreached(sql`part.invoice_id`)} and not ${whereBankHasFile},
    'mayBeCollectedTwice', ${whereRepeated(whereMayBeCollected)}, 'feesLeftOutCents', ${feesLeftOut(sql`part.invoice_id`)},
    'wasInFile', exists (select from withdrawn_debits w where w.partner_id = d.partner_id and w.debit_id = d.id),
    'instalment', case when part.instalment_plan_id is not null then
      json_build_object('planId', part.instalment_plan_id, 'number', part.instalment_number) end) order by d.collect_on, part.instalment_number)
  from payments part join debits d on d.partner_id = part.partner_id and d.id = part.debit_id
  where part.partner_id = ${invoices.partnerId} and part.invoice_id = ${invoices.id} and part.status in ('scheduled', 'pending'))`;

const mandate = sql`(select json_build_object('id', mandates.id, 'signedOn', mandates.signed_on, 'lastCollectedOn', mandates.last_collected_on,
    'noticeDays', ${agreedNoticeDays(sql`mandates.id`, sql`mandates.partner_id`)}, 'isOneOff', mandates.sequence = 'one_off')
  from mandates where ${whereMandateOfInvoice} and mandates.ended_at is null and ${companies.currency} = 'EUR'
    and (mandates.sequence <> 'one_off' or not exists (select from debits other where other.partner_id = mandates.partner_id
      and other.mandate_id = mandates.id and other.status not in ('cancelled', 'rejected') and not exists (
        select from payments own where own.partner_id = other.partner_id and own.debit_id = other.id and own.invoice_id = ${invoices.id}))))`;

/**
 * SQL for the bank days that the account of an import needs; null if it takes no debits: the account is closed, or no details in force by the
 * partner's clock name a creditor identifier. The statement must contain the import's settings.
 */
export const leadDaysOfImport = sql`(select coalesce((select s.lead_days from debit_settings s where s.partner_id = a.partner_id and s.bank_account_id = a.id), 2)
  from bank_accounts a join partners on partners.id = a.partner_id
  where a.partner_id = ${importSettings.partnerId} and a.id = ${importSettings.bankAccountId} and a.closed_at is null and (
    select details.creditor_identifier from bank_account_details details
    where details.partner_id = a.partner_id and details.bank_account_id = a.id and details.withdrawn_at is null
      and details.in_force_at <= now() + partners.clock_offset_ms * interval '1 millisecond'
    order by details.in_force_at desc limit 1) is not null)`;

/**
 * SQL for the facts about an invoice; null if its import does not collect by direct debit. A debit that is planned counts in any case: a
 * message that asks for its payment would otherwise be written again and again, and never handed over. The statement must contain settings
 * and company.
 */
export const debitFacts: SQL<DebitFacts | null> = sql<DebitFacts | null>`case when ${importSettings.directDebit}
    or ${whereDebitPlanned(invoices)} then (select json_build_object(
  'part', unfinished.parts -> 0, 'parts', coalesce(unfinished.parts, '[]'), 'wasDebited', exists (select from payments debited where debited.partner_id = ${invoices.partnerId}
    and debited.invoice_id = ${invoices.id} and debited.debit_id is not null),
  'wasBooked', exists (select from payments booked where booked.partner_id = ${invoices.partnerId} and booked.invoice_id = ${invoices.id}
    and booked.debit_id is not null and booked.instalment_plan_id is null and booked.status = 'paid' and booked.charged_back_at is null
    and booked.undone_by is null),
  'mandate', ${mandate}, 'leadDays', ${leadDaysOfImport}) from (select ${parts} as parts offset 0) unfinished) end`;
