import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isOneOf, textArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import type { StructuredAddress } from "@/db/schema/debit-files";
import { type Debit, debits } from "@/db/schema/debits";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Payment, payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { whereDebitAnnounced, whereDebitRefused, whereDebitUnreached } from "@/server/billing/debits/debit-facts";
import { feesLeftOut, whereMayBeCollected, whereMoneyWaits, whereRepeated } from "@/server/billing/debits/repeated-debit-facts";
import { whereBankHasFile } from "@/server/billing/debits/where-bank-has-file";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { whereOtherPaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { whereMandateOfInvoice } from "@/server/billing/mandates/valid-mandate";
import { eeaCountries } from "@/server/domain/banking/pain-elements";
import { dayAt } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";
import { type CustomerName, formatCustomerName } from "@/server/domain/rules/customer-name";
import type { NumberedInstalment } from "@/server/domain/words/instalment-words";
import { clock } from "@/server/platform/clock";

/** A planned debit with all that decides whether it can be collected. Amounts in cents. */
export interface ComingDebit extends Pick<Debit, "id" | "bankAccountId" | "collectOn" | "amountCents"> {
  /** Null: the mandate was erased. */
  mandate: ComingMandate | null;
  /** Whether the bank has named a withdrawn file that contained it, and nobody has decided since. */
  isInNamedFile: boolean;
  parts: ComingPart[];
}

export type ComingMandate = Pick<
  typeof mandates.$inferSelect,
  "id" | "holder" | "iban" | "bic" | "scheme" | "sequence" | "reference" | "signedOn" | "lastCollectedOn" | "endedReason"
> & {
  /** Whether a debit by the mandate is at the bank, or was collected; a rejected debit does not count. */
  isUsed: boolean;
  /** Whether a debit that was marked as the first was rejected before it was collected. */
  isFirstRejected: boolean;
};

/** The part of a debit that pays one invoice. */
export interface ComingPart extends Pick<Payment, "amountCents"> {
  paymentId: string;
  invoiceId: string;
  importId: string;
  /** The customer's name and the partner's number of the invoice. */
  name: string;
  number: string;
  /** Title of the invoice's import. */
  title: string;
  /** Outstanding amount that it may collect: without the fees that a repeated debit leaves out. */
  owedCents: number;
  /**
   * Whether the part may be collected: the invoice is neither held nor retracted, the mandate is its payer's, the announcement has left or may
   * still reach the customer, and the bank does not have the money of the debit that it repeats. The same rule as in `prepareDebits`.
   */
  isCollectible: boolean;
  /** Whether the announcement of the debit on its present day has left for the customer. */
  isAnnounced: boolean;
  /** Whether it has not left because the customer's address refused it, or it did not arrive, as a person stated. */
  isRefused: boolean;
  /** Whether another payment of the invoice is in progress. */
  isInProgress: boolean;
  /** Whether a payment at the desk is probably for the invoice, or of the debit that it repeats. */
  isAtDesk: boolean;
  /** Whether it is of a plan of instalments. */
  isOfPlan: boolean;
  /** Instalment that it collects; null: it collects none, or an amount that came on top of what was agreed on. */
  instalment: NumberedInstalment | null;
  /** The customer's language. */
  locale: Locale;
  /** Debits of earlier instalments of the same plan that are in no file. */
  earlierIds: string[];
  /** The customer's address; null: the account is in the European Economic Area. */
  address: StructuredAddress | null;
}

/** Planned debits to read: all of a company, all of an account, or those with these ids. */
type Wanted = { companyId: string } | { bankAccountId: string } | { ids: readonly string[] };

/** Row of one part: the facts of its debit and its mandate, its own, and the name and address of its customer. */
interface ComingRow extends CustomerName, Omit<ComingPart, "name" | "address" | "earlierIds">, Record<string, unknown> {
  debitId: string;
  bankAccountId: string;
  collectOn: string;
  announcedCents: number;
  isInNamedFile: boolean;
  mandateId: string | null;
  holder: ComingMandate["holder"];
  iban: string;
  bic: string | null;
  scheme: ComingMandate["scheme"];
  sequence: ComingMandate["sequence"];
  reference: string;
  signedOn: string;
  lastCollectedOn: string | null;
  endedReason: ComingMandate["endedReason"];
  isUsed: boolean;
  isFirstRejected: boolean;
  earlierIds: string[] | null;
  address: StoredAddress | null;
}

/**
 * Reads planned debits by day, with their unfinished parts, oldest invoice first. As plain rows: the query builder would take longer to name
 * the columns of 10,000 debits than Postgres to find them.
 */
export async function readComing(db: Database, actor: Actor, wanted: Wanted): Promise<ComingDebit[]> {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  const ofInvoice = sql`${invoices.id}`;
  const rows = await db.execute<ComingRow>(sql`
    select ${d.id} as "debitId", ${d.bankAccountId} as "bankAccountId", ${d.collectOn}::text as "collectOn", ${d.amountCents}::float8 as "announcedCents",
      ${whereBankHasFile} as "isInNamedFile", use."isUsed", use."isFirstRejected",
      ${mandates.id} as "mandateId", ${mandates.holder}, ${mandates.iban}, ${mandates.bic}, ${mandates.scheme}, ${mandates.sequence}, ${mandates.reference},
      ${mandates.signedOn}::text as "signedOn", ${mandates.lastCollectedOn}::text as "lastCollectedOn", ${mandates.endedReason} as "endedReason",
      part.id as "paymentId", part.amount_cents::float8 as "amountCents", ${invoices.id} as "invoiceId", ${invoices.importId} as "importId",
      ${invoices.externalInvoiceNumber} as number, ${imports.title}, ${invoices.locale},
      (${invoices.amountTotalCents} - ${feesLeftOut(ofInvoice)})::float8 as "owedCents",
      ${invoices.retractedAt} is null and not ${whereHeld(dayAt(clock.now(actor)))} and coalesce(${whereMandateOfInvoice}, false)
        and (told.is_announced or not ${whereDebitUnreached(ofInvoice)}) and not ${whereRepeated(whereMayBeCollected)} as "isCollectible",
      told.is_announced as "isAnnounced", not told.is_announced and ${whereDebitRefused(ofInvoice)} as "isRefused",
      ${whereOtherPaymentInProgress(invoices, sql`part.instalment_plan_id`)} as "isInProgress",
      (${whereAtDesk(invoices)} or ${whereRepeated(whereMoneyWaits)}) as "isAtDesk",
      part.instalment_plan_id is not null as "isOfPlan", ${instalmentOfPart} as instalment, ${earlierInstalments} as "earlierIds",
      ${customerOrganization} as "customerOrganization", ${customerPrefix} as "customerPrefix", ${customerFirstName} as "customerFirstName",
      ${customerInfix} as "customerInfix", ${customerLastName} as "customerLastName", ${addressOfInvoice} as address
    from ${debits} d
    cross join lateral ${partsOfDebit}
    join ${invoices} on ${invoices.partnerId} = part.partner_id and ${invoices.id} = part.invoice_id
    join ${imports} on ${imports.partnerId} = part.partner_id and ${imports.id} = ${invoices.importId}
    left join lateral (select * from mandates m where m.partner_id = ${d.partnerId} and m.id = ${d.mandateId} offset 0) mandates on true
    cross join lateral ${useOfMandate}
    cross join lateral (select ${whereDebitAnnounced(ofInvoice)} as is_announced offset 0) told
    where ${and(visibleTo(actor, d), eq(d.status, "planned"), whereWanted(wanted))}
    order by ${d.collectOn}, ${d.id}, ${invoices.invoiceNumber}, part.id`);

  const found = new Map<string, ComingDebit>();
  for (const row of rows) {
    const known = found.get(row.debitId) ?? debitOf(row);
    known.parts.push(partOf(row));
    found.set(row.debitId, known);
  }
  return [...found.values()];
}

function debitOf(row: ComingRow): ComingDebit {
  const { debitId: id, bankAccountId, collectOn, announcedCents: amountCents, isInNamedFile, mandateId } = row;
  const { holder, iban, bic, scheme, sequence, reference, signedOn, lastCollectedOn, endedReason, isUsed, isFirstRejected } = row;
  const facts = { holder, iban, bic, scheme, sequence, reference, signedOn, lastCollectedOn, endedReason, isUsed, isFirstRejected };
  return {
    id,
    bankAccountId,
    collectOn,
    amountCents,
    isInNamedFile,
    mandate: mandateId === null ? null : { id: mandateId, ...facts },
    parts: [],
  };
}

function partOf(row: ComingRow): ComingPart {
  const { paymentId, amountCents, invoiceId, importId, number, title, locale, owedCents, isCollectible, isAnnounced, isRefused } = row;
  const { isInProgress, isAtDesk, isOfPlan, instalment, earlierIds } = row;
  return {
    ...{ paymentId, amountCents, invoiceId, importId, number, title, locale, owedCents, isCollectible, isAnnounced, isRefused },
    ...{ isInProgress, isAtDesk, isOfPlan, instalment, earlierIds: earlierIds ?? [] },
    name: formatCustomerName(row),
    address: row.address && structured(row.address),
  };
}

/** The alias by which conditions about a debit's announcement name the table, such as `whereDebitAnnounced`. */
const d = alias(debits, "d");

function whereWanted(wanted: Wanted) {
  if ("ids" in wanted) return isOneOf(d.id, wanted.ids);
  return "companyId" in wanted ? eq(d.companyId, wanted.companyId) : eq(d.bankAccountId, wanted.bankAccountId);
}

/**
 * The parts of a planned debit. While the tables have no statistics, Postgres would read all rows of the partner for each debit; therefore
 * - `offset 0` makes it look up the parts of each debit;
 * - joined tables take the partner's id from this row, not as a constant;
 * - the state is compared as a text, so that only the index `payments_by_debit` fits; it contains only rows with `undone_by is null`.
 */
const partsOfDebit = sql`(select * from ${payments} p where p.partner_id = ${d.partnerId} and p.debit_id = ${d.id}
  and p.status::text = 'scheduled' and p.undone_by is null offset 0) part`;

/** The customer's address, if the account is outside the EEA: only there is it in a file. */
const addressOfInvoice = sql`case when left(${mandates.iban}, 2) <> all(${textArray([...eeaCountries])}::text[]) then json_build_object('street', ${invoices.customerAddress1}, 'houseNumber', ${invoices.customerHouseNumber},
  'extension', ${invoices.customerHouseNumberExtension}, 'zipcode', ${invoices.customerZipcode}, 'city', ${invoices.customerCity},
  'countryCode', ${invoices.customerCountryCode}) end`;

const instalmentOfPart = sql<NumberedInstalment | null>`case when part.instalment_plan_id is not null then (select json_build_object('number', part.instalment_number, 'count', jsonb_array_length(plan.parts))
  from instalment_plans plan where plan.partner_id = part.partner_id and plan.id = part.instalment_plan_id
    and part.instalment_number <= jsonb_array_length(plan.parts)) end`;

const earlierInstalments = sql<
  string[] | null
>`case when part.instalment_plan_id is not null then (select json_agg(earlier.debit_id) from payments earlier
  where earlier.partner_id = part.partner_id and earlier.invoice_id = part.invoice_id and earlier.instalment_plan_id = part.instalment_plan_id
    and earlier.instalment_number < part.instalment_number and earlier.status = 'scheduled') end`;

const useOfMandate = sql`(select coalesce(bool_or(other.status in ('at_bank', 'booked', 'returned')), false) as "isUsed",
    coalesce(bool_or(other.status = 'rejected' and other.sequence_type = 'FRST'), false) as "isFirstRejected"
  from debits other where other.partner_id = ${d.partnerId} and other.mandate_id = ${d.mandateId}) use`;

interface StoredAddress {
  street: string | null;
  houseNumber: string | null;
  extension: string | null;
  zipcode: string | null;
  city: string | null;
  countryCode: string | null;
}

function structured({ street, houseNumber, extension, zipcode, city, countryCode }: StoredAddress): StructuredAddress {
  const number = [houseNumber, extension].filter(Boolean).join(" ");
  return { street: street ?? "", houseNumber: number, zipcode: zipcode ?? "", city: city ?? "", countryCode: countryCode ?? "" };
}
