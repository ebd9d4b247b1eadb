import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { bankStatements, statementEntries, statementFiles } from "@/db/schema/bank-statements";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { probablePayments } from "@/db/schema/probable-payments";
import { type Actor, visibleTo } from "@/server/actor";
import { customerName } from "@/server/billing/invoices/customer-name";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { findWaitingStatements, type WaitingStatement } from "@/server/billing/statements/waiting-statement";
import { nameOfActor } from "@/server/tenancy/security-events/name-of-actor";
import { getTransaction } from "./lock-transaction";

/** What a payment was booked on, or what it took back. */
interface BookedOn {
  paymentId: string;
  invoiceId: string;
  externalInvoiceNumber: string;
  customerName: string;
  amountCents: number;
  isUndone: boolean;
}

export interface DescribedTransaction extends Omit<BankTransaction, "partnerId" | "recordedOrder" | "entryId" | "bankAccountId"> {
  /** Whose account it is. */
  companyName: string;
  /** In cents; of money that left, all of it. */
  leftCents: number;
  /** Where it stands, for who looks it up at the bank. */
  statement: { iban: string; number: string; closingOn: string | null; fileName: string; line: number };
  /** Null: its statement does not wait to be accepted. */
  wait: WaitingStatement | null;
  /** A person's or an API key's; null: the service decided by itself. */
  decidedByName: string | null;
  booked: BookedOn[];
  /** Invoices that it probably pays: nothing is demanded about these until somebody decides. */
  holds: { invoiceId: string; externalInvoiceNumber: string }[];
}

/** Throws `invalid_bank_transaction_id`. */
export async function describeTransaction(db: Database, actor: Actor, id: string): Promise<DescribedTransaction> {
  const transaction = await getTransaction(db, actor, id);
  const { partnerId, recordedOrder, entryId, bankAccountId, ...described } = transaction;
  const [statement, booked, holds, leftCents] = await Promise.all([
    findStatement(db, actor, transaction),
    listBooked(db, actor, transaction),
    listHeld(db, actor, transaction),
    transaction.amountCents > 0 ? unbookedCents(db, transaction) : transaction.amountCents,
  ]);
  return { ...described, ...statement, leftCents, booked, holds };
}

async function findStatement(db: Database, actor: Actor, { entryId, companyId, decidedBy }: BankTransaction) {
  const { partnerId } = actor;
  const { iban, number, closingOn } = bankStatements;
  const { decidedByName, companyName, statementId, ...statement } = only(
    await db
      .select({
        iban,
        number,
        closingOn,
        fileName: statementFiles.name,
        line: statementEntries.line,
        companyName: companies.name,
        statementId: bankStatements.id,
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
  const waiting = await findWaitingStatements(db, actor, [statementId]);
  return { statement, companyName, decidedByName, wait: waiting.get(statementId) ?? null };
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
    })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .where(and(visibleTo(actor, invoices), or(eq(payments.bankTransactionId, id), eq(payments.takenBackTransactionId, id))))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

function listHeld(db: Database, actor: Actor, { id }: BankTransaction): Promise<DescribedTransaction["holds"]> {
  return db
    .select({ invoiceId: invoices.id, externalInvoiceNumber: invoices.externalInvoiceNumber })
    .from(probablePayments)
    .innerJoin(invoices, and(eq(invoices.partnerId, probablePayments.partnerId), eq(invoices.id, probablePayments.invoiceId)))
    .where(and(visibleTo(actor, invoices), eq(probablePayments.bankTransactionId, id), isNull(probablePayments.endedAt)))
    .orderBy(asc(invoices.invoiceNumber));
}
