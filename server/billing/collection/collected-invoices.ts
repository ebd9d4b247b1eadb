import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { listOf } from "@/db/json-list";
import { prepared } from "@/db/prepared";
import { importSettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { companies } from "@/db/schema/companies";
import { holds } from "@/db/schema/holds";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { probablePayments } from "@/db/schema/probable-payments";
import { debitFacts } from "@/server/billing/debits/debit-facts";
import { importSettingsColumns } from "@/server/billing/imports/get-import-settings";
import { instalmentFacts } from "@/server/billing/instalments/instalment-facts";
import { whereAtDesk, whereDeskIsRanked } from "@/server/billing/invoices/desk-gate";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereOpenHold } from "@/server/billing/invoices/where-held";
import { lastFailedAt } from "@/server/billing/payments/last-failed-at";
import { dayAt, laterDay } from "@/server/domain/formats/calendar";
import { FEE_NOTE } from "@/server/domain/rules/collection-messages";
import { type FeePayer, feeTermsOf } from "@/server/domain/rules/late-fee-rules";
import { channelsOf } from "@/server/domain/rules/reach";
import type { CollectedInvoice, SentMessage } from "./collected-invoice";
import { whenFeeWasNamed } from "./counted-claim";
import { payerCountry, whereBusiness, whereDescribed } from "./late-fee-cap";
import { remainderOf } from "./share-fee";
import { type CountedShare, countedShares, type StoredShare, storedShare } from "./shared-fees";

/** Facts about an invoice, as the database has them. */
export interface CollectedRow extends CollectedInvoice {
  id: string;
  externalInvoiceNumber: string;
  /** Whether all payments on the partner's statements have been ranked. Until then, one of them may be this customer's. */
  isDeskRanked: boolean;
}

/** Returns the collection state of these invoices of a partner. Leaves out invoices that the service does not collect. */
export async function findCollectedInvoices(db: Database, partnerId: string, invoiceIds: string[]): Promise<CollectedRow[]> {
  const found = await loadRows(db, partnerId, invoiceIds);
  // The invoices on which shared fees of these stand, and the invoices whose amounts count towards a fee of either.
  const bearers = await loadRows(
    db,
    partnerId,
    found.flatMap(({ share }) => (share?.isOfHousehold ? [share.onInvoiceId] : [])),
  );
  const sharing = await loadRows(
    db,
    partnerId,
    [...found, ...bearers].flatMap(({ counted }) => counted.map(({ id }) => id)),
  );
  const withClaims = ({ share: _, counted, ...row }: LoadedRow): CollectedRow => {
    const others = counted.flatMap(({ id, isOfHousehold }) => {
      const other = sharing.find((each) => each.id === id);
      return other ? [remainderOf(other, isOfHousehold, whenFeeWasNamed(row))] : [];
    });
    return { ...row, sharedFee: others.length > 0 ? { isElsewhere: false, others } : null };
  };
  return found.map((loaded) => {
    const row = withClaims(loaded);
    if (!loaded.share) return row;
    const { onInvoiceId, isOfHousehold } = loaded.share;
    const bearer = isOfHousehold ? bearers.find(({ id }) => id === onInvoiceId) : undefined;
    return { ...row, sharedFee: { isElsewhere: true, bearer: bearer ? { ...bearer, collected: withClaims(bearer) } : null } };
  });
}

interface LoadedRow extends CollectedRow {
  sharedFee: null;
  share: StoredShare | null;
  counted: CountedShare[];
}

async function loadRows(db: Database, partnerId: string, invoiceIds: string[]): Promise<LoadedRow[]> {
  if (invoiceIds.length === 0) return [];
  const found = await collectedByIds(db).execute({ partnerId, invoiceIds: `{${[...new Set(invoiceIds)].join(",")}}` });
  return found.flatMap((row) => {
    const { country, isBusiness, enterpriseNumber, isDescribed, failures, ...collected } = row;
    const { customerEmail, transmittedAt, holdId, until, isAtDesk, leftDeskAt, ...invoice } = collected;
    if (!transmittedAt) return [];
    const payer = { country, isBusiness, enterpriseNumber, isDescribed };
    const hasEmail = channelsOf({ customerEmail }).email;
    const hold = laterHold(holdId === null ? null : { until }, deskHold(isAtDesk, leftDeskAt));
    const messages = withFailure(byTerms(invoice.messages, payer), failures[0], invoice.settings);
    return [{ ...invoice, transmittedAt, hasEmail, payer, hold, messages, sharedFee: null }];
  });
}

/** Removes the last free day from messages that named a fee without the terms that the law prescribes, because such messages permit no fee. */
function byTerms(messages: PlannedMessage[], payer: FeePayer): SentMessage[] {
  const terms = feeTermsOf(payer);
  return messages.map(({ feeTerms, graceUntil, ...message }) => ({
    ...message,
    graceUntil: terms === null || feeTerms === terms ? graceUntil : null,
  }));
}

/** A mail that states that a direct debit was not collected, and asks for the payment. */
type AskedByFailure = Pick<SentMessage, "at" | "fate">;

/**
 * Adds the mail about a failed direct debit in the place of the first request, unless a message of the plan asked for the invoice before. It stays
 * there once later messages are queued: their days count from it.
 */
function withFailure(messages: SentMessage[], asked: AskedByFailure | undefined, settings: CollectedInvoice["settings"]): SentMessage[] {
  const kind = settings.request1Day === null ? "request2" : "request1";
  if (!asked || messages.some(({ fate, at }) => fate !== "lost" && at <= asked.at)) return messages;
  return [{ ...asked, kind, round: 0, graceUntil: null }, ...messages];
}

/**
 * Returns the hold by a payment at the desk that is probably for the invoice. Lasts until a person has decided, and to the end of that day, so
 * that no message is sent while the decision can be undone.
 */
function deskHold(isAtDesk: boolean, leftDeskAt: Date | null): CollectedInvoice["hold"] {
  if (isAtDesk) return { until: null };
  return leftDeskAt && { until: dayAt(leftDeskAt) };
}

/** Returns the hold that lasts longer. */
function laterHold(one: CollectedInvoice["hold"], other: CollectedInvoice["hold"]): CollectedInvoice["hold"] {
  if (!one || !other) return one ?? other;
  return one.until === null || other.until === null ? { until: null } : { until: laterDay(one.until, other.until) };
}

const lines: SQL<CollectedInvoice["lines"]> = listOf<CollectedInvoice["lines"][number], "date" | "recordedAt" | "paidAt">(
  sql`select ${invoiceLines.type}, ${invoiceLines.amountCents} as "amountCents", ${invoiceLines.date},
      ${invoiceLines.paymentId} as "paymentId", returned.charged_back_at as "recordedAt", returned.ended_at as "paidAt", returned.method, returned.undone_by is not null as "isUndone",
      ${invoiceLines.addedBy} is not null as "isAdded"
    from ${invoiceLines} left join payments returned on ${invoiceLines.type} = 'CHARGEBACK-LINE'
      and returned.partner_id = ${invoiceLines.partnerId} and returned.id = ${invoiceLines.paymentId}
    where ${invoiceLines.partnerId} = ${invoices.partnerId} and ${invoiceLines.invoiceId} = ${invoices.id}
    order by ${invoiceLines.position}`,
  "date",
  "recordedAt",
  "paidAt",
);

type PlannedMessage = SentMessage & { feeTerms: string | null };

/** Includes cancelled messages: the plan does not send them again. */
const planned: SQL<PlannedMessage[]> = listOf<PlannedMessage, "at">(
  sql`select ${outgoingMessages.kind}, ${outgoingMessages.round}, ${outgoingMessages.createdAt} as at, ${outgoingMessages.graceUntil} as "graceUntil",
      ${outgoingMessages.feeTerms} as "feeTerms", case
      when ${outgoingMessages.state} in ('sent', 'unknown') then 'left'
      when ${outgoingMessages.state} in ('waiting', 'handing_over') then 'going' else 'lost' end as fate
    from ${outgoingMessages} where ${outgoingMessages.partnerId} = ${invoices.partnerId} and ${outgoingMessages.invoiceId} = ${invoices.id}
      and ${outgoingMessages.ticketId} is null and ${outgoingMessages.aboutId} is null`,
  "at",
);

/**
 * The newest mail about a failed direct debit that takes the place of a request. Leaves out
 * - mails that stated no day to pay by, because the invoice was held: they asked for nothing;
 * - mails of a household in which an invoice without an e-mail address is outstanding: a request would ask for that one too.
 */
const askedByFailure: SQL<AskedByFailure[]> = listOf<AskedByFailure, "at">(
  sql`select failure.created_at as at, case when failure.state in ('sent', 'unknown') then 'left' else 'going' end as fate
    from outgoing_messages failure join payments debited on debited.partner_id = failure.partner_id and debited.id = failure.about_id
    where failure.partner_id = ${invoices.partnerId} and failure.invoice_id = ${invoices.id} and failure.about_id is not null
      and failure.kind = 'payment_failed' and debited.debit_id is not null
      and (failure.state in ('waiting', 'handing_over') or failure.state in ('sent', 'unknown') and failure.pay_by is not null)
      and not exists (select from household_members own
        join household_members beside on beside.partner_id = own.partner_id and beside.lead_invoice_id = own.lead_invoice_id
          and beside.invoice_id <> own.invoice_id
        join invoices silent on silent.partner_id = beside.partner_id and silent.id = beside.invoice_id
        where own.partner_id = ${invoices.partnerId} and own.invoice_id = ${invoices.id}
          and silent.retracted_at is null and silent.amount_total_cents > 0 and silent.customer_email = '')
    order by failure.created_at desc limit 1`,
  "at",
);

const isFeeNoted: SQL<boolean> = sql<boolean>`exists (select from outgoing_messages note where note.partner_id = ${invoices.partnerId}
  and note.invoice_id = ${invoices.id} and note.kind = ${sql.raw(`'${FEE_NOTE}'`)} and note.about_id = ${invoices.id})`;

const returnNamed: SQL<string | null> = sql<string | null>`(select max(returned.pay_by)::text from outgoing_messages returned
  where returned.partner_id = ${invoices.partnerId} and returned.invoice_id = ${invoices.id} and returned.kind = 'payment_returned'
    and returned.about_id is not null and returned.state in ('sent', 'unknown', 'handing_over'))`;

const insteadNamed: SQL<string | null> = sql<string | null>`(select max(instead.pay_by)::text from outgoing_messages instead
  where instead.partner_id = ${invoices.partnerId} and instead.invoice_id = ${invoices.id} and instead.about_id is not null
    and instead.state in ('sent', 'unknown', 'handing_over') and (instead.kind = 'debit_cancelled' or instead.kind = 'payment_failed'
      and exists (select from payments debited where debited.partner_id = instead.partner_id and debited.id = instead.about_id
        and debited.debit_id is not null)))`;

// Two queries in one, because requests and announcements are in indexes of their own.
const latestNamed = (where: "ticket_id is null and about_id is null" | "about_id is not null") => sql`(
  select max(naming.pay_by) from outgoing_messages naming
  where naming.partner_id = ${invoices.partnerId} and naming.invoice_id = ${invoices.id} and ${sql.raw(where)}
    and naming.state in ('sent', 'unknown', 'handing_over'))`;
const namedUntil: SQL<string | null> = sql<string | null>`greatest(${latestNamed("ticket_id is null and about_id is null")},
  ${latestNamed("about_id is not null")})::text`;

const collectedByIds = prepared((db) =>
  db
    .select({
      id: invoices.id,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      settings: importSettingsColumns,
      transmittedAt: imports.transmittedAt,
      retractedAt: invoices.retractedAt,
      customerEmail: invoices.customerEmail,
      country: payerCountry,
      isBusiness: whereBusiness,
      enterpriseNumber: companies.enterpriseNumber,
      isDescribed: whereDescribed,
      isPaymentInProgress: wherePaymentInProgress(),
      dueOn: invoices.dueOn,
      lastFailedAt: sql<Date | null>`${lastFailedAt(invoices)}`.mapWith(payments.endedAt),
      holdId: holds.id,
      until: holds.until,
      isAtDesk: whereAtDesk(invoices),
      leftDeskAt: sql<Date | null>`(select max(left_desk.ended_at) from probable_payments left_desk
        where left_desk.partner_id = ${invoices.partnerId} and left_desk.invoice_id = ${invoices.id})`.mapWith(probablePayments.endedAt),
      isDeskRanked: whereDeskIsRanked(sql.placeholder("partnerId")),
      lines,
      messages: planned,
      failures: askedByFailure,
      isFeeNoted,
      returnNamed,
      insteadNamed,
      namedUntil,
      debit: debitFacts,
      instalments: instalmentFacts,
      share: storedShare,
      counted: countedShares,
    })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .leftJoin(holds, whereOpenHold)
    .innerJoin(importSettings, and(eq(importSettings.partnerId, imports.partnerId), eq(importSettings.importId, imports.id)))
    .where(and(eq(invoices.partnerId, sql.placeholder("partnerId")), sql`${invoices.id} = any(${sql.placeholder("invoiceIds")}::text[])`))
    .prepare("collected_invoices"),
);
