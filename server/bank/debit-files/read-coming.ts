import { and, asc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isOneOf } from "@/db/array-text";
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
import { dayAt } from "@/server/domain/formats/calendar";
import type { Locale } from "@/server/domain/formats/locales";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
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
  /** Whether the customer's address refused the announcement, or it did not arrive, as a person stated. */
  isRefused: boolean;
  /** Whether another payment of the invoice is in progress. */
  isInProgress: boolean;
  /** Whether a payment at the desk is probably for the invoice, or of the debit that it repeats. */
  isAtDesk: boolean;
  /** Instalment that it collects; null: it collects none, or an amount that came on top of what was agreed on. */
  instalment: NumberedInstalment | null;
  /** The customer's language. */
  locale: Locale;
  /** Debits of earlier instalments of the same plan that are in no file. */
  earlierIds: string[];
  address: StructuredAddress;
}

/** Planned debits to read: all of a company, all of an account, or those with these ids. */
type Wanted = { companyId: string } | { bankAccountId: string } | { ids: readonly string[] };

/** Reads planned debits by day, with their unfinished parts. */
export async function readComing(db: Database, actor: Actor, wanted: Wanted): Promise<ComingDebit[]> {
  const { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName } = invoices;
  const rows = await db
    .select({
      debit: { id: d.id, bankAccountId: d.bankAccountId, collectOn: d.collectOn, amountCents: d.amountCents },
      mandate: {
        id: mandates.id,
        holder: mandates.holder,
        iban: mandates.iban,
        bic: mandates.bic,
        scheme: mandates.scheme,
        sequence: mandates.sequence,
        reference: mandates.reference,
        signedOn: mandates.signedOn,
        lastCollectedOn: mandates.lastCollectedOn,
        endedReason: mandates.endedReason,
      },
      use: { isUsed, isFirstRejected },
      isInNamedFile: whereBankHasFile,
      part: {
        paymentId: sql<string>`part.id`,
        amountCents: sql`part.amount_cents`.mapWith(Number),
        invoiceId: invoices.id,
        number: invoices.externalInvoiceNumber,
        title: imports.title,
        owedCents: sql`${invoices.amountTotalCents} - ${feesLeftOut(sql`${invoices.id}`)}`.mapWith(Number),
        retractedAt: invoices.retractedAt,
        isHeld: whereHeld(dayAt(clock.now(actor))),
        isOfPayer: sql<boolean>`coalesce(${whereMandateOfInvoice}, false)`,
        isInProgress: whereOtherPaymentInProgress(invoices, sql`part.instalment_plan_id`),
        isAtDesk: sql<boolean>`(${whereAtDesk(invoices)} or ${whereRepeated(whereMoneyWaits)})`,
        instalment: instalmentOfPart,
        locale: invoices.locale,
        earlierIds: earlierInstalments,
        isAnnounced: whereDebitAnnounced(sql`${invoices.id}`),
        isRefused: whereDebitRefused(sql`${invoices.id}`),
        isUnreached: whereDebitUnreached(sql`${invoices.id}`),
        mayBeCollectedTwice: whereRepeated(whereMayBeCollected),
      },
      customer: { customerOrganization, customerPrefix, customerFirstName, customerInfix, customerLastName },
      address: {
        street: invoices.customerAddress1,
        houseNumber: invoices.customerHouseNumber,
        extension: invoices.customerHouseNumberExtension,
        zipcode: invoices.customerZipcode,
        city: invoices.customerCity,
        countryCode: invoices.customerCountryCode,
      },
    })
    .from(d)
    .innerJoinLateral(partsOfDebit, sql`true`)
    .innerJoin(invoices, and(eq(invoices.partnerId, sql`part.partner_id`), eq(invoices.id, sql`part.invoice_id`)))
    .innerJoin(imports, and(eq(imports.partnerId, sql`part.partner_id`), eq(imports.id, invoices.importId)))
    .leftJoin(mandates, and(eq(mandates.partnerId, sql`part.partner_id`), eq(mandates.id, d.mandateId)))
    .where(and(visibleTo(actor, d), eq(d.status, "planned"), whereWanted(wanted)))
    .orderBy(asc(d.collectOn), asc(d.id), sql`part.id`);

  const found = new Map<string, ComingDebit>();
  for (const { debit, mandate, use, isInNamedFile, part, customer, address } of rows) {
    const known = found.get(debit.id) ?? { ...debit, isInNamedFile, mandate: mandate && { ...mandate, ...use }, parts: [] };
    const { retractedAt, isHeld, isOfPayer, isUnreached, mayBeCollectedTwice, ...facts } = part;
    const isReached = part.isAnnounced || !isUnreached;
    known.parts.push({
      ...facts,
      name: formatCustomerName(customer),
      isCollectible: retractedAt === null && !isHeld && isOfPayer && isReached && !mayBeCollectedTwice,
      address: structured(address),
    });
    found.set(debit.id, known);
  }
  return [...found.values()];
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

const instalmentOfPart = sql<NumberedInstalment | null>`(select json_build_object('number', part.instalment_number, 'count', jsonb_array_length(plan.parts))
  from instalment_plans plan where plan.partner_id = part.partner_id and plan.id = part.instalment_plan_id
    and part.instalment_number <= jsonb_array_length(plan.parts))`;

const earlierInstalments = sql<string[]>`coalesce((select json_agg(earlier.debit_id) from payments earlier
  where earlier.partner_id = part.partner_id and earlier.invoice_id = part.invoice_id and earlier.instalment_plan_id = part.instalment_plan_id
    and earlier.instalment_number < part.instalment_number and earlier.status = 'scheduled'), '[]')`;

const isUsed = sql<boolean>`exists (select from debits other where other.partner_id = ${d.partnerId}
  and other.mandate_id = ${d.mandateId} and other.status in ('at_bank', 'booked', 'returned'))`;

const isFirstRejected = sql<boolean>`exists (select from debits other where other.partner_id = ${d.partnerId}
  and other.mandate_id = ${d.mandateId} and other.status = 'rejected' and other.sequence_type = 'FRST')`;

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
