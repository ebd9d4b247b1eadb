import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { plainArray } from "@/db/array-text";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions } from "@/db/schema/bank-transactions";
import { importSettings } from "@/db/schema/collection-settings";
import { debits } from "@/db/schema/debits";
import { invoices } from "@/db/schema/invoices";
import { type Payment, payments } from "@/db/schema/payments";
import { type Actor, visibleTo } from "@/server/actor";
import { mayBeOwnId } from "@/server/bank/debits/file-ids";
import { customerName } from "@/server/billing/invoices/customer-name";
import { addDays } from "@/server/domain/formats/calendar";
import { append } from "./append";
import { readPayment } from "./read-payment";
import { bestReturned, isMarkedReturn } from "./return-fit";
import { setsOf } from "./sums-to";

/** The booking of a transfer, or of a part of it, on one invoice. */
interface ReturnedPart extends Pick<Payment, "id" | "invoiceId" | "amountCents"> {
  externalInvoiceNumber: string;
  customerName: string;
}

/** A transfer that an outgoing payment may have taken back. Amounts in cents. */
export interface ReturnedTransfer {
  /** Bookings that were taken back with it, in the order in which they were made. */
  parts: ReturnedPart[];
  amountCents: number;
  valueOn: string;
  /** Whether both payments name the same account. */
  isSameAccount: boolean;
  /** Fee that one of the customers will owe. */
  feeCents: number;
  /** Whether the parts add up to the outgoing payment, or to less, with charges. Otherwise only Undo of the booking is possible. */
  isExact: boolean;
  /** Amount in cents that the bank took besides a direct debit without saying why: only a person can take it for the bank's charge. */
  chargesCents: number;
}

/** Maximum number of transfers that are offered. */
const MOST_RETURNED = 8;
/** Maximum number of transfers of one amount that are compared with the outgoing payment. */
const MOST_COMPARED = 60;

/**
 * Finds booked transfers that an outgoing payment may have taken back:
 * - a direct debit whose end-to-end id the payment has; then nothing else is offered;
 * - transfers of exactly the payment's amount;
 * - larger transfers that are booked on an invoice whose reference the payment names;
 * - batches, such as remittances of cheques, of which the payment may be a share;
 * - smaller direct debits from the same account, if the payment is called a return: its amount may contain a charge.
 *
 * The transfers that the payment names best come first (`bestReturned`), then the latest; for an ordinary bill, there are none. Of each, offers
 * the sets of bookings that add up to the payment's amount; without any, the whole transfer, marked as not fitting (`isExact`).
 */
export async function findReturned(db: Database, actor: Actor, transaction: BankTransaction): Promise<ReturnedTransfer[]> {
  const debit = await findDebit(db, actor, transaction);
  if (debit) return debit;
  const larger = await findLarger(db, actor, transaction);
  const batches = (await findBatches(db, actor, transaction)).filter(({ id }) => !larger.some((each) => each.id === id));
  const found = [...(await findOfAmount(db, actor, transaction)), ...larger, ...batches];
  const parts = await findParts(
    db,
    actor,
    found.map(({ id }) => id),
  );
  const compared = found.map((transfer) => ({ ...transfer, parts: parts.get(transfer.id) ?? [] }));
  const offers = bestReturned(transaction, compared).flatMap((transfer) => offersOf(transaction, transfer, transfer.parts));
  return [...offers, ...(await findSmallerDebits(db, actor, transaction))].slice(0, MOST_RETURNED);
}

/**
 * Returns the rows of bookings that an outgoing payment may have taken back, in the order in which they were made. Undefined unless all of
 * them are bookings of one transfer that came no later, to the same account, and none was taken back before.
 */
export async function findBookings(
  tx: Database,
  actor: Actor,
  transaction: BankTransaction,
  paymentIds: readonly string[],
): Promise<Payment[] | undefined> {
  const found = await tx
    .select({ payment: payments })
    .from(payments)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.bankTransactionId)),
    )
    .where(
      and(
        visibleTo(actor, bankTransactions),
        inArray(payments.id, [...paymentIds]),
        isNull(payments.chargedBackAt),
        whereCameBefore(transaction),
      ),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id));
  const bookings = found.map(({ payment }) => payment);
  const isOfOneTransfer = new Set(bookings.map(({ bankTransactionId }) => bankTransactionId)).size === 1;
  return isOfOneTransfer && bookings.length === paymentIds.length ? bookings : undefined;
}

type Transfer = Pick<BankTransaction, "id" | "valueOn" | "bookedOn" | "name" | "references" | "endToEndId"> &
  Pick<ReturnedTransfer, "isSameAccount">;

/** Condition: a payment came to the same account, no later than the outgoing one, and is booked. */
function whereCameBefore({ bankAccountId, bookedOn }: BankTransaction): SQL | undefined {
  return and(
    eq(bankTransactions.bankAccountId, bankAccountId),
    lte(bankTransactions.bookedOn, bookedOn),
    // Written out, because the index `bank_transactions_by_amount` has this condition.
    sql`${bankTransactions.state} = 'booked'`,
  );
}

/** Finds transfers of exactly the amount, of which no part was taken back before. */
function findOfAmount(db: Database, actor: Actor, transaction: BankTransaction): Promise<Transfer[]> {
  const isReturned = sql`exists (select from payments p where p.partner_id = ${bankTransactions.partnerId}
    and p.bank_transaction_id = ${bankTransactions.id} and p.undone_by is null and p.charged_back_at is not null)`;
  return selectTransfers(db, actor, transaction, and(eq(bankTransactions.amountCents, -transaction.amountCents), sql`not ${isReturned}`));
}

/** Finds larger transfers that are booked on an invoice whose reference the outgoing payment names. */
async function findLarger(db: Database, actor: Actor, transaction: BankTransaction): Promise<Transfer[]> {
  const { referenced, belgian } = readPayment(transaction);
  const numbers = [...referenced, ...belgian];
  if (numbers.length === 0) return [];
  const rows = await db.execute<{ id: string }>(sql`
    select p.bank_transaction_id as id from invoices i
      join payments p on p.partner_id = i.partner_id and p.invoice_id = i.id and p.charged_back_at is null and p.bank_transaction_id is not null
    where i.partner_id = ${actor.partnerId} and i.invoice_number = any(${plainArray(numbers)}::bigint[])`);
  const ids = [...new Set(rows.map(({ id }) => id))];
  if (ids.length === 0) return [];
  return selectTransfers(
    db,
    actor,
    transaction,
    and(inArray(bankTransactions.id, ids), sql`${bankTransactions.amountCents} > ${-transaction.amountCents}`),
  );
}

/** Maximum number of days from a batch or a direct debit until a share of it comes back. */
const LONGEST_WAY_DAYS = 90;

/**
 * Finds larger transfers of which one booking has exactly the amount, if the outgoing payment is called a return. Both must name the same
 * account, or the same number of the bank, such as that of a remittance of cheques.
 */
async function findBatches(db: Database, actor: Actor, transaction: BankTransaction): Promise<Transfer[]> {
  const { amountCents, bookedOn, text, iban } = transaction;
  const numbers = bankNumbersIn(text);
  if (!isMarkedReturn(transaction) || (numbers.size === 0 && iban === "")) return [];
  const hasShare = sql`exists (select from payments p where p.partner_id = ${bankTransactions.partnerId}
    and p.bank_transaction_id = ${bankTransactions.id} and p.amount_cents = ${-amountCents} and p.undone_by is null and p.charged_back_at is null)`;
  const isLater = sql`${bankTransactions.bookedOn} >= ${addDays(bookedOn, -LONGEST_WAY_DAYS)}`;
  const isLarger = sql`${bankTransactions.amountCents} > ${-amountCents}`;
  const found = await selectTransfers(db, actor, transaction, and(isLarger, isLater, hasShare));
  return found.filter((each) => each.isSameAccount || [...bankNumbersIn(each.text)].some((number) => numbers.has(number)));
}

/**
 * Returns the numbers of five digits or more in a text, without leading zeros; at least three digits must be left. Shorter numbers may be years
 * or counts.
 */
function bankNumbersIn(text: string): Set<string> {
  return new Set((text.match(/\d{5,}/g) ?? []).map((number) => number.replace(/^0+/, "")).filter((number) => number.length >= 3));
}

function selectTransfers(
  db: Database,
  actor: Actor,
  transaction: BankTransaction,
  where: SQL | undefined,
): Promise<(Transfer & { text: string })[]> {
  const isSameAccount = sql<boolean>`(${bankTransactions.iban} <> '' and ${bankTransactions.iban} = ${transaction.iban})`;
  const { id, valueOn, bookedOn, name, references, endToEndId, text } = bankTransactions;
  return db
    .select({ id, valueOn, bookedOn, name, references, endToEndId, text, isSameAccount })
    .from(bankTransactions)
    .where(and(visibleTo(actor, bankTransactions), whereCameBefore(transaction), where))
    .orderBy(desc(isSameAccount), desc(bankTransactions.bookedOn), desc(bankTransactions.recordedOrder))
    .limit(MOST_COMPARED);
}

/** Returns the booked direct debit whose end-to-end id the outgoing payment has; undefined without one, or if the debit is larger. */
async function findDebit(db: Database, actor: Actor, transaction: BankTransaction): Promise<ReturnedTransfer[] | undefined> {
  const endToEndId = transaction.endToEndId.toLowerCase();
  if (!mayBeOwnId(endToEndId)) return undefined;
  const [debit] = await findBookedDebits(db, actor, eq(debits.endToEndId, endToEndId));
  if (!debit) return undefined;
  const offers = await offerDebits(db, actor, transaction, [debit]);
  return offers.length > 0 ? offers : undefined;
}

/**
 * Finds smaller direct debits from the account that an outgoing payment names, if the payment is called a return: the rest of its amount may be
 * the bank's charge. The caller has checked that the payment names no debit by its id.
 */
async function findSmallerDebits(db: Database, actor: Actor, transaction: BankTransaction): Promise<ReturnedTransfer[]> {
  const { iban, amountCents, bookedOn } = transaction;
  if (iban === "" || !isMarkedReturn(transaction)) return [];
  const isSmaller = and(
    eq(debits.iban, iban),
    lt(debits.fileCents, -amountCents),
    gte(debits.collectOn, addDays(bookedOn, -LONGEST_WAY_DAYS)),
    lte(debits.collectOn, bookedOn),
  );
  return offerDebits(db, actor, transaction, await findBookedDebits(db, actor, isSmaller));
}

interface BookedDebit {
  id: string;
  transferId: string | null;
}

function findBookedDebits(db: Database, actor: Actor, where: SQL | undefined): Promise<BookedDebit[]> {
  return db
    .select({ id: debits.id, transferId: debits.bookedTransactionId })
    .from(debits)
    .where(and(visibleTo(actor, debits), eq(debits.status, "booked"), where))
    .orderBy(desc(debits.collectOn), desc(debits.id))
    .limit(MOST_RETURNED);
}

/** Offers the parts of booked debits that are not larger than the outgoing payment. */
async function offerDebits(
  db: Database,
  actor: Actor,
  transaction: BankTransaction,
  booked: readonly BookedDebit[],
): Promise<ReturnedTransfer[]> {
  const ids = booked.flatMap(({ transferId }) => transferId ?? []);
  if (ids.length === 0) return [];
  const transfers = await selectTransfers(db, actor, transaction, inArray(bankTransactions.id, ids));
  const partsOf = await findParts(db, actor, ids);
  return booked.flatMap(({ id, transferId }) => {
    const transfer = transfers.find((each) => each.id === transferId);
    const parts = partsOf.get(transferId ?? "")?.filter(({ debitId }) => debitId === id) ?? [];
    const chargesCents = -transaction.amountCents - sumOf(parts);
    const isOffered = transfer && parts.length > 0 && chargesCents >= 0 && parts.every(({ isVisible }) => isVisible);
    return isOffered ? [{ ...asOffer(transfer, parts, true), chargesCents }] : [];
  });
}

interface FoundPart extends ReturnedPart, Pick<Payment, "debitId"> {
  invoiceNumber: number | null;
  feeCents: number;
  /** Whether the actor sees its invoice. */
  isVisible: boolean;
}

/** Finds the bookings of these transfers that were not taken back, by transfer, in the order in which they were made. */
async function findParts(db: Database, actor: Actor, transferIds: readonly string[]): Promise<Map<string, FoundPart[]>> {
  const byTransfer = new Map<string, FoundPart[]>();
  if (transferIds.length === 0) return byTransfer;
  const found = await db
    .select({
      id: payments.id,
      invoiceId: payments.invoiceId,
      debitId: payments.debitId,
      amountCents: payments.amountCents,
      externalInvoiceNumber: invoices.externalInvoiceNumber,
      invoiceNumber: invoices.invoiceNumber,
      customerName,
      feeCents: sql`case when ${invoices.retractedAt} is null then coalesce(${importSettings.chargebackFeeCents}, 0) else 0 end`.mapWith(
        Number,
      ),
      isVisible: sql<boolean>`${visibleTo(actor, invoices)}`,
      transferId: payments.bankTransactionId,
    })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.partnerId, payments.partnerId), eq(invoices.id, payments.invoiceId)))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(
      and(eq(payments.partnerId, actor.partnerId), inArray(payments.bankTransactionId, [...transferIds]), isNull(payments.chargedBackAt)),
    )
    .orderBy(asc(payments.createdAt), asc(payments.id));
  for (const { transferId, ...part } of found) if (transferId) append(byTransfer, transferId, part);
  return byTransfer;
}

/** Returns the offers for one transfer; none if one of its bookings is on an invoice that the actor does not see. */
function offersOf({ amountCents }: BankTransaction, transfer: Transfer, parts: readonly FoundPart[]): ReturnedTransfer[] {
  const returnedCents = -amountCents;
  if (parts.length === 0 || parts.some(({ isVisible }) => !isVisible)) return [];
  if (sumOf(parts) === returnedCents) return [asOffer(transfer, parts, true)];
  const units = unitsOf(parts);
  const single = units.filter((unit) => sumOf(unit) === returnedCents);
  const sets = [...single, ...setsOf(returnedCents, units, sumOf).map((set) => set.flat())];
  return sets.length > 0 ? sets.map((set) => asOffer(transfer, set, true)) : [asOffer(transfer, parts, false)];
}

/** Divides bookings into those that go back together: all parts of a direct debit, because banks return whole debits; each other booking alone. */
function unitsOf(parts: readonly FoundPart[]): FoundPart[][] {
  return [...Map.groupBy(parts, ({ id, debitId }) => debitId ?? id).values()];
}

function asOffer({ valueOn, isSameAccount }: Transfer, parts: readonly FoundPart[], isExact: boolean): ReturnedTransfer {
  return {
    valueOn,
    isSameAccount,
    isExact,
    parts: parts.map(({ id, invoiceId, amountCents, externalInvoiceNumber, customerName: name }) => ({
      id,
      invoiceId,
      amountCents,
      externalInvoiceNumber,
      customerName: name,
    })),
    amountCents: sumOf(parts),
    chargesCents: 0,
    // A return has one fee, on the first invoice that can have one.
    feeCents: parts.find(({ feeCents }) => feeCents > 0)?.feeCents ?? 0,
  };
}

/** Returns the sum of bookings, in cents. */
export function sumOf(parts: readonly Pick<Payment, "amountCents">[]): number {
  return parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
}
