import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementEntries, statementFiles } from "@/db/schema/bank-statements";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { probablePayments } from "@/db/schema/probable-payments";
import { type Proposal, proposals } from "@/db/schema/proposals";
import { type Actor, visibleTo } from "@/server/actor";
import { type FileOfEntry, findFileOfEntry } from "@/server/bank/debit-files/find-file-of-entry";
import { shownText } from "@/server/bank/parties/shown-text";
import { findWaitingStatements, type WaitingStatement } from "@/server/bank/statements/waiting-statement";
import { loadApprovalBlockerOf } from "@/server/billing/approvals/find-approvers";
import { findProposedBooking } from "@/server/billing/approvals/find-proposed-booking";
import { customerName } from "@/server/billing/invoices/customer-name";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { nameOfActor } from "@/server/platform/audit/name-of-actor";
import type { Blocker } from "@/server/tenancy/people/second-person";
import { countCollectedDebits } from "./count-collected-debits";
import { type DebitDoubt, findDebitDoubt } from "./find-debit-doubt";
import { findRefusal, getTransaction, type TransactionRefusal } from "./lock-transaction";
import { findOwnCreditors, otherCreditorsIn } from "./other-creditors";

/** An invoice on which the payment was booked; for a chargeback, the invoice whose payment was taken back. */
interface BookedOn {
  paymentId: string;
  invoiceId: string;
  externalInvoiceNumber: string;
  customerName: string;
  amountCents: number;
  isUndone: boolean;
  /** Whether the payment is a direct debit's, which cannot be undone. */
  isOfDebit: boolean;
  /** Whether the customer's bank has taken the payment back since. */
  isReturned: boolean;
  /** Whether a refund of the invoice is in progress, during which the booking cannot be undone. */
  isRefundPending: boolean;
}

/** A proposed booking. While it waits, nothing else can be decided about the payment. */
interface ProposedBooking extends Pick<Proposal, "id" | "amountCents" | "createdAt" | "aloneFrom"> {
  /** Null: the author has no name. */
  proposedByName: string | null;
  /** Whether the reader is the author. The author's own proposal must be approved by another person. */
  isOwn: boolean;
  /** Reason why the reader cannot approve the booking now. Null: there is none, provided that the reader may decide about money. */
  blocker: Blocker | null;
  parts: { invoiceId: string; externalInvoiceNumber: string; customerName: string; amountCents: number }[];
}

export interface DescribedTransaction extends Omit<BankTransaction, "partnerId" | "recordedOrder" | "entryId" | "bankAccountId"> {
  /** The payer's words within `text`, if the bank sets them off; otherwise `text`. */
  shownText: string;
  /** Name of the company that has the account. */
  companyName: string;
  /** Unbooked part, in cents. For an outgoing payment this is its full amount. */
  leftCents: number;
  /** Position in the statement, so that a person can find the payment at the bank. */
  statement: { id: string; iban: string; number: string; closingOn: string | null; fileName: string; line: number };
  /** Whether the company has several accounts, so that a person must be told which one the payment is on: `statement.iban`. */
  hasSeveralAccounts: boolean;
  /** Null if the payment's statement does not wait to be accepted. */
  wait: WaitingStatement | null;
  /** Code with which the service refuses every decision about the payment. Null if decisions are possible, or a proposal waits. */
  refusal: TransactionRefusal | null;
  /** Name of the person or API key that decided last. Null if the service decided, or nobody yet. */
  decidedByName: string | null;
  /** Reason why a payment about direct debits waits for a person; null if it is about none, or does not wait. */
  debitDoubt: DebitDoubt | null;
  /** Creditor identifiers in the payment that are not the company's. Because of them, the payment waits for a person. */
  otherCreditors: string[];
  /** The withdrawn file of direct debits because of which the payment waits; null: none. */
  withdrawnFile: FileOfEntry | null;
  booked: BookedOn[];
  /** The payment that this one gave back without a refund file, or by which it was given back so; null: none. */
  givingBack: Pick<BankTransaction, "id" | "bookedOn"> | null;
  /** Number of direct debits that the payment collected. */
  debitsCount: number;
  /** A booking that waits for a second person; null if there is none. */
  proposal: ProposedBooking | null;
  /** Invoices that the payment probably pays. Customers are not asked or reminded about them until somebody decides. */
  holds: { invoiceId: string; externalInvoiceNumber: string }[];
}

/** Returns a payment with everything that the desk shows. Throws `invalid_bank_transaction_id`. */
export async function describeTransaction(db: Database, actor: Actor, id: string): Promise<DescribedTransaction> {
  const transaction = await getTransaction(db, actor, id);
  const { partnerId, recordedOrder, entryId, bankAccountId, ...described } = transaction;
  const [statement, booked, holds, proposal, refusal, leftCents, otherCreditors, withdrawnFile, debitDoubt, givingBack, debitsOf] =
    await Promise.all([
      findStatement(db, actor, transaction),
      listBooked(db, actor, transaction),
      listHeld(db, actor, transaction),
      describeProposed(db, actor, transaction),
      findRefusal(db, transaction),
      unbookedCents(db, transaction),
      otherCreditorsIn(transaction, () => findOwnCreditors(db, actor, transaction)),
      findFileOfEntry(db, transaction),
      findDebitDoubt(db, transaction),
      findGivingBack(db, actor, transaction),
      countCollectedDebits(db, actor, [id]),
    ]);
  return {
    ...described,
    ...statement,
    shownText: shownText(described.text),
    refusal,
    leftCents,
    otherCreditors,
    withdrawnFile,
    debitDoubt,
    booked,
    debitsCount: debitsOf.get(id) ?? 0,
    givingBack,
    holds,
    proposal,
  };
}

async function findStatement(db: Database, actor: Actor, { entryId, companyId, bankAccountId, decidedBy }: BankTransaction) {
  const { partnerId } = actor;
  const { iban, number, closingOn } = bankStatements;
  const { decidedByName, companyName, hasSeveralAccounts, ...statement } = only(
    await db
      .select({
        id: bankStatements.id,
        iban,
        number,
        closingOn,
        fileName: statementFiles.name,
        line: statementEntries.line,
        companyName: companies.name,
        hasSeveralAccounts: sql<boolean>`exists (select from bank_accounts a
          where a.partner_id = ${partnerId} and a.company_id = ${companyId} and a.id <> ${bankAccountId})`,
        decidedByName: nameOfActor(sql`${decidedBy ?? ""}::text`, partnerId),
      })
      .from(statementEntries)
      .innerJoin(
        bankStatements,
        and(eq(bankStatements.partnerId, statementEntries.partnerId), eq(bankStatements.id, statementEntries.statementId)),
      )
      .innerJoin(statementFiles, and(eq(statementFiles.partnerId, bankStatements.partnerId), eq(statementFiles.id, bankStatements.fileId)))
      .innerJoin(companies, and(eq(companies.partnerId, statementEntries.partnerId), eq(companies.id, companyId)))
      .where(and(eq(statementEntries.partnerId, partnerId), eq(statementEntries.id, entryId))),
  );
  const waiting = await findWaitingStatements(db, actor, [statement.id]);
  return { statement, companyName, hasSeveralAccounts, decidedByName, wait: waiting.get(statement.id) ?? null };
}

function listBooked(db: Database, actor: Actor, { id }: BankTransaction): Promise<BookedOn[]> {
  return db
    .select({
      paymentId: payments.id,
      invoiceId: invoices.id,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      customerName,
      amountCents: payments.amountCents,
      isUndone: sql<boolean>`${payments.undoneBy} is not null`,
      isOfDebit: sql<boolean>`${payments.debitId} is not null`,
      isReturned: sql<boolean>`${payments.undoneBy} is null and ${payments.chargedBackAt} is not null`,
      isRefundPending: sql<boolean>`${payments.undoneBy} is null and exists (select from refunds r
        where r.partner_id = ${payments.partnerId} and r.invoice_id = ${payments.invoiceId} and r.status = 'pending')`,
    })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .where(and(visibleTo(actor, invoices), or(eq(payments.bankTransactionId, id), eq(payments.takenBackTransactionId, id))))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

async function findGivingBack(
  db: Database,
  actor: Actor,
  { id, givenBackBy }: BankTransaction,
): Promise<DescribedTransaction["givingBack"]> {
  const { bookedOn } = bankTransactions;
  const where = givenBackBy ? eq(bankTransactions.id, givenBackBy) : eq(bankTransactions.givenBackBy, id);
  const [found] = await db
    .select({ id: bankTransactions.id, bookedOn })
    .from(bankTransactions)
    .where(and(visibleTo(actor, bankTransactions), where));
  return found ?? null;
}

async function describeProposed(db: Database, actor: Actor, { partnerId, id }: BankTransaction): Promise<ProposedBooking | null> {
  const proposal = await findProposedBooking(db, partnerId, id);
  if (!proposal) return null;
  const { proposedBy, createdAt, aloneFrom, amountCents } = proposal;
  const by = `person:${proposedBy}`;
  const parts = proposal.parts ?? [];
  const [namedInvoices, [author], blockerOf] = await Promise.all([
    db
      .select({ invoiceId: invoices.id, externalInvoiceNumber: invoices.externalInvoiceNumber, customerName })
      .from(invoices)
      .where(
        and(
          visibleTo(actor, invoices),
          inArray(
            invoices.id,
            parts.map(({ invoiceId }) => invoiceId),
          ),
        ),
      )
      .orderBy(asc(invoices.invoiceNumber)),
    db
      .select({ name: nameOfActor(sql`${by}::text`, partnerId) })
      .from(proposals)
      .where(and(eq(proposals.partnerId, partnerId), eq(proposals.id, proposal.id))),
    loadApprovalBlockerOf(db, actor),
  ]);
  return {
    id: proposal.id,
    amountCents,
    createdAt,
    aloneFrom,
    proposedByName: author?.name ?? null,
    isOwn: proposedBy === actor.id,
    blocker: blockerOf({ by, at: createdAt, aloneFrom }),
    parts: namedInvoices.map((invoice) => ({
      ...invoice,
      amountCents: parts.find(({ invoiceId }) => invoiceId === invoice.invoiceId)?.amountCents ?? 0,
    })),
  };
}

function listHeld(db: Database, actor: Actor, { id }: BankTransaction): Promise<DescribedTransaction["holds"]> {
  return db
    .select({ invoiceId: invoices.id, externalInvoiceNumber: invoices.externalInvoiceNumber })
    .from(probablePayments)
    .innerJoin(invoices, and(eq(invoices.partnerId, probablePayments.partnerId), eq(invoices.id, probablePayments.invoiceId)))
    .where(and(visibleTo(actor, invoices), eq(probablePayments.bankTransactionId, id), isNull(probablePayments.endedAt)))
    .orderBy(asc(invoices.invoiceNumber));
}
