import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { bankStatements, statementEntries } from "@/db/schema/bank-statements";
import { type BankTransaction, bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { invoices } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { payoutItems } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, visibleTo } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { findEarlierCategories } from "@/server/bank/payments/find-earlier-categories";
import { isProposed } from "@/server/bank/payments/list-transactions";
import { categoryBy, type ProposedCategory } from "@/server/bank/payments/propose-category";
import { customerName } from "@/server/billing/invoices/customer-name";
import type { EntryOutcome } from "@/server/domain/rules/statement-list";
import {
  type EntryFilter,
  type EntryOrder,
  keysOf,
  orderOf,
  outcomeOfState,
  placedPayments,
  type ReadStatement,
  readStatement,
  whereListed,
} from "./statement-rows";

/** A row of a statement's list: one payment of an entry. Amounts in cents; positive: incoming. */
export interface ListedEntry
  extends Pick<
    BankTransaction,
    | "id"
    | "amountCents"
    | "bookedOn"
    | "valueOn"
    | "name"
    | "iban"
    | "text"
    | "references"
    | "state"
    | "decisions"
    | "isReversal"
    | "category"
    | "categoryText"
    | "categoryAlways"
  > {
  /** Line in the file of the statement that brought the entry. */
  line: number;
  outcome: EntryOutcome;
  /** The part that the outcome is about: all of a booked or outgoing payment, otherwise what is not booked on invoices. */
  countedCents: number;
  /** The statement that brought the entry, if it is an earlier one; otherwise null. */
  countedIn: { statementId: string; number: string } | null;
  /** The entry's sum and number of payments, if it has several; otherwise null. */
  batch: { amountCents: number; payments: number } | null;
  /** Whether a booking of the payment waits for a second person. */
  isProposed: boolean;
  /** Invoices that the payment pays, whose payment it took back, or to which it refunded money. */
  invoices: EntryInvoice[];
  /** Whether the payment paid refunds of a refund file. */
  isOfRefundFile: boolean;
  /** Id of the payment that it gave back without a refund file, or that gave it back so; null: none. */
  givingBackId: string | null;
}

/** A row with the category that is proposed for it: for payments that are unrelated to invoices and have none. Null: none is proposed. */
export interface ProposedEntry extends ListedEntry {
  proposedCategory: ProposedCategory | null;
}

interface EntryInvoice {
  kind: "paid" | "taken_back" | "refunded";
  invoiceId: string;
  externalInvoiceNumber: string;
  customerName: string;
  amountCents: number;
}

export interface EntryQuery extends EntryFilter, EntryOrder {
  statementId: string;
  /** From 1; null: the page that contains `paymentId`, or the first one. */
  pageNumber: number | null;
  /** From 1 to 100. */
  pageSize: number;
  /** Payment to be shown; null: none. */
  paymentId: string | null;
}

export interface EntryPage {
  entries: ProposedEntry[];
  /** The page shown, from 1. */
  pageNumber: number;
}

/** Lists a statement's entries, one row for each payment. Throws `invalid_bank_statement_id`. */
export async function listEntries(db: Database, actor: Actor, query: EntryQuery): Promise<EntryPage> {
  const { paymentId } = query;
  const statement = await readStatement(db, actor, query.statementId);
  const pageNumber = query.pageNumber ?? (paymentId ? await findPage(db, actor, query, statement, paymentId) : 1);
  const rows = await db.execute<PlacedPayment>(pageStatement(actor, statement, { ...query, pageNumber }));
  const entries = await proposeCategories(db, actor, await describeEntries(db, actor, rows));
  return {
    entries: entries.map((entry) => ({ ...entry, text: shownText(entry.text, entry.references).slice(0, SHOWN_LENGTH) })),
    pageNumber,
  };
}

/** Adds the proposed categories to rows of one company. */
async function proposeCategories(db: Database, actor: Actor, entries: DescribedEntry[]): Promise<ProposedEntry[]> {
  const needsOne = ({ state, category }: ListedEntry) => state === "noted" && category === null;
  const [first] = entries.filter(needsOne);
  const earlier = first ? await findEarlierCategories(db, actor, first.companyId) : [];
  return entries.map(({ companyId, ...entry }) => ({
    ...entry,
    proposedCategory: needsOne(entry) && companyId === first?.companyId ? categoryBy(earlier, entry) : null,
  }));
}

/** Returns the SQL that reads a page of a bank statement's list. */
export function pageStatement(actor: Actor, statement: ReadStatement, query: EntryQuery & { pageNumber: number }): SQL {
  return sql`select ${bankTransactions.id} as id, placed.is_repeat as "isRepeat"
    from ${placedPayments(actor, statement)} where ${whereListed(actor, query)}
    order by ${orderOf(query)} limit ${query.pageSize} offset ${(query.pageNumber - 1) * query.pageSize}`;
}

/** Maximum number of characters of a text that a row shows. */
const SHOWN_LENGTH = 160;

/** Returns the page, from 1, that contains the payment, by counting the rows before it; the first page if the list does not contain it. */
async function findPage(db: Database, actor: Actor, query: EntryQuery, statement: ReadStatement, paymentId: string): Promise<number> {
  const keys = sql`(${sql.join(keysOf(query), sql`, `)})`;
  const listed = sql`from ${placedPayments(actor, statement)} where ${whereListed(actor, query)}`;
  const [found] = await db.execute<{ before: string }>(sql`select count(*) as before ${listed}
    and ${keys} ${query.direction === "asc" ? sql`<` : sql`>`} (select ${sql.join(keysOf(query), sql`, `)} ${listed} and ${bankTransactions.id} = ${paymentId})`);
  return Math.floor(Number(found?.before ?? 0) / query.pageSize) + 1;
}

/** A row, with the company whose account it is on. */
interface DescribedEntry extends ListedEntry {
  companyId: string;
}

/** A payment in a statement's list. `isRepeat`: an earlier statement contained its entry. */
export interface PlacedPayment extends Record<string, unknown> {
  id: string;
  isRepeat: boolean;
}

/** Returns these payments with what became of them, in the given order. The caller has checked that the actor sees them. */
export async function describeEntries(db: Database, actor: Actor, rows: readonly PlacedPayment[]): Promise<DescribedEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [found, booked, refunded, paidOut] = await Promise.all([
    findPayments(db, actor, ids),
    findBooked(db, actor, ids),
    findRefunded(db, actor, ids),
    findPaidOut(db, actor, ids),
  ]);
  const byId = new Map(found.map((payment) => [payment.id, payment]));
  return rows.flatMap(({ id, isRepeat }) => {
    const payment = byId.get(id);
    if (!payment) return [];
    const { statementId, number, entryCents, paymentsCount, ...facts } = payment;
    return [
      {
        ...facts,
        outcome: isRepeat ? "repeated" : facts.outcome,
        countedIn: isRepeat ? { statementId, number } : null,
        batch: paymentsCount > 1 ? { amountCents: entryCents, payments: paymentsCount } : null,
        invoices: [...booked, ...refunded].filter(({ paymentId }) => paymentId === id).map(({ paymentId, ...invoice }) => invoice),
        isOfRefundFile: paidOut.has(id),
      },
    ];
  });
}

function findPayments(db: Database, { partnerId }: Actor, ids: string[]) {
  const { id, amountCents, bookedOn, valueOn, name, iban, text, references, state, decisions, isReversal, category } = bankTransactions;
  const { companyId, categoryText, categoryAlways } = bankTransactions;
  const paymentsCount = sql`(select count(*) from bank_transactions b
    where b.partner_id = ${bankTransactions.partnerId} and b.entry_id = ${bankTransactions.entryId})`;
  return db
    .select({
      id,
      amountCents,
      bookedOn,
      valueOn,
      name,
      iban,
      text,
      references,
      state,
      decisions,
      isReversal,
      category,
      categoryText,
      categoryAlways,
      companyId,
      isProposed,
      countedCents,
      outcome: outcomeOfState,
      line: statementEntries.line,
      entryCents: statementEntries.amountCents,
      paymentsCount: paymentsCount.mapWith(Number),
      givingBackId: sql<string | null>`coalesce(${bankTransactions.givenBackBy}, (select g.id from bank_transactions g
        where g.partner_id = ${bankTransactions.partnerId} and g.given_back_by = ${bankTransactions.id} limit 1))`,
      statementId: bankStatements.id,
      number: bankStatements.number,
    })
    .from(bankTransactions)
    .innerJoin(
      statementEntries,
      and(eq(statementEntries.partnerId, bankTransactions.partnerId), eq(statementEntries.id, bankTransactions.entryId)),
    )
    .innerJoin(
      bankStatements,
      and(eq(bankStatements.partnerId, statementEntries.partnerId), eq(bankStatements.id, statementEntries.statementId)),
    )
    .where(and(eq(bankTransactions.partnerId, partnerId), inArray(id, ids)));
}

type InvoiceOfPayment = EntryInvoice & { paymentId: string };

/** Finds the invoices that the payments pay, and those whose payment they took back. Undone bookings are left out. */
async function findBooked(db: Database, actor: Actor, ids: string[]): Promise<InvoiceOfPayment[]> {
  const { bankTransactionId, takenBackTransactionId, amountCents, createdAt, id } = payments;
  const found = await db
    .select({
      bankTransactionId,
      takenBackTransactionId,
      invoiceId: invoices.id,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      customerName,
      amountCents,
    })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .where(
      and(
        eq(payments.partnerId, actor.partnerId),
        visibleTo(actor, invoices),
        isNull(payments.undoneBy),
        or(inArray(bankTransactionId, ids), inArray(takenBackTransactionId, ids)),
      ),
    )
    .orderBy(createdAt, id);
  return found.flatMap(({ bankTransactionId: paidBy, takenBackTransactionId: takenBackBy, ...invoice }) => [
    ...(paidBy ? [{ ...invoice, kind: "paid" as const, paymentId: paidBy }] : []),
    ...(takenBackBy ? [{ ...invoice, kind: "taken_back" as const, paymentId: takenBackBy }] : []),
  ]);
}

async function findRefunded(db: Database, actor: Actor, ids: string[]): Promise<InvoiceOfPayment[]> {
  const { bankTransactionId, amountCents, createdAt, id } = refunds;
  const found = await db
    .select({
      bankTransactionId,
      invoiceId: invoices.id,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      customerName,
      amountCents,
    })
    .from(refunds)
    .innerJoin(invoices, and(eq(invoices.partnerId, refunds.partnerId), eq(invoices.id, refunds.invoiceId)))
    .where(and(eq(refunds.partnerId, actor.partnerId), visibleTo(actor, invoices), inArray(bankTransactionId, ids)))
    .orderBy(createdAt, id);
  return found.map(({ bankTransactionId: paymentId, ...invoice }) => ({
    ...invoice,
    kind: "refunded" as const,
    paymentId: paymentId ?? "",
  }));
}

/** Returns the ids of those payments that paid refunds of a refund file. */
async function findPaidOut(db: Database, { partnerId }: Actor, ids: string[]): Promise<Set<string>> {
  const { paidTransactionId } = payoutItems;
  const found = await db
    .select({ id: paidTransactionId })
    .from(payoutItems)
    .where(and(eq(payoutItems.partnerId, partnerId), inArray(paidTransactionId, ids)));
  return new Set(found.flatMap(({ id }) => id ?? []));
}
