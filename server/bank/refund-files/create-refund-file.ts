import { and, desc, eq, isNull, ne } from "drizzle-orm";
import { isQRIBAN, isValidIBAN } from "ibantools";
import type { Database } from "@/db/client";
import { bankTransactions } from "@/db/schema/bank-transactions";
import type { Company } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { payments } from "@/db/schema/payments";
import { payoutItems, payouts } from "@/db/schema/payouts";
import { refunds } from "@/db/schema/refunds";
import { type Actor, identityOf, visibleTo } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { findApprovers } from "@/server/billing/approvals/find-approvers";
import { mailApproversOfRefundFile } from "@/server/billing/approvals/mail-approvers";
import { isAboveLimit, type MoneyAct, noteMoneyActs } from "@/server/billing/approvals/money-acts";
import { refundedCents } from "@/server/billing/approvals/propose-if-large";
import { getSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { unbookedCents } from "@/server/billing/payments/unbooked-cents";
import { lockOwedAccount } from "@/server/billing/refunds/record-refund";
import { bankCalendarOf, bankDayFrom } from "@/server/domain/banking/bank-days";
import { accountKey, isBritishAccount } from "@/server/domain/banking/british-account";
import { isInEea, painIdOf } from "@/server/domain/banking/pain-elements";
import { isSepaText } from "@/server/domain/banking/sepa-text";
import { dayAt } from "@/server/domain/formats/calendar";
import { formatCustomerName } from "@/server/domain/rules/customer-name";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { findOwnAccounts } from "./find-own-accounts";
import { isBeingSentBack } from "./is-being-sent-back";
import { payingAccountOf } from "./preview-refund-file";

/** Money to give back, and the account for it, as a person chose them. Amounts in cents. */
export interface ChosenPayout {
  kind: "invoice" | "transaction";
  id: string;
  amountCents: number;
  /** An IBAN; in a file in pounds, also the 14 digits of a sort code and an account number. */
  iban: string;
  /** The payee's name as the person entered it. Replaces the name of a payment's other party; of a customer, only a missing one. */
  name?: string;
}

/**
 * Orders refunds with a file for the company's bank, all of them or none. Returns the file's id. Money in the file counts as in progress, so
 * that none is given back twice.
 *
 * A second person must approve the file before it can be downloaded, and possible approvers are mailed,
 * - if the file exceeds the partner's limit in one of the sums of `isAboveLimit`. In these sums, an account counts as typed unless the money came
 *   from it or it is the invoice's confirmed account;
 * - if one of the refunds exceeds the limit together with earlier refunds of the same invoice;
 * - if only a partner's system has named one of the accounts, at any amount.
 *
 * Throws what `lockOwedAccount` throws, and
 * - `bank_account_missing`, `invalid_iban`;
 * - `payee_is_own_account` for an account of the company itself;
 * - `payee_name_missing` without a name, which banks require;
 * - `company_city_missing` if the company has no city and an account is outside the EEA, where banks require the payer's address;
 * - `bank_transaction_not_in_currency` if a payment is not in the company's currency;
 * - `invalid_bank_account_id` for a paying account of another company or currency;
 * - `changed_meanwhile` if another amount is owed by now, or the account no longer has the number that the person has seen.
 *
 * `from`: the paying account that the person chose, with that number; absent: the one of the company's settings.
 */
export function createRefundFile(
  db: Database,
  actor: Actor,
  companyId: string,
  chosen: readonly ChosenPayout[],
  from?: { bankAccountId: string; seenIban: string },
): Promise<string> {
  return transact(db, actor, async (tx) => {
    const company = await getCompany(tx, actor, companyId);
    const account = await payingAccountOf(tx, actor, company, from?.bankAccountId);
    if (from && from.seenIban !== account.current.iban) throw new DomainError("changed_meanwhile");
    if (chosen.some(({ iban }) => !isPayable(iban, company.currency))) throw new DomainError("invalid_iban");
    const own = await findOwnAccounts(
      tx,
      actor,
      chosen.map(({ iban }) => iban),
    );
    if (own.some((each) => each.companyId === companyId)) throw new DomainError("payee_is_own_account");
    if (!company.city?.trim() && chosen.some(({ iban }) => !isInEea(iban))) throw new DomainError("company_city_missing");
    const sumCents = chosen.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const now = clock.now(actor);
    const payoutId = newId();
    const items: (typeof payoutItems.$inferInsert)[] = [];
    const acts: MoneyAct[] = [];
    let largestCents = 0;
    let isAnyUnconfirmed = false;
    // Always lock in this order, payments before invoices as at the desk, to avoid deadlocks.
    for (const each of chosen.toSorted((one, other) => (lockKeyOf(one) < lockKeyOf(other) ? -1 : 1))) {
      const order = each.kind === "invoice" ? orderRefund : orderReturn;
      const { beforeCents = 0, isTyped, isUnconfirmed = false, ...facts } = await order(tx, actor, company, each);
      if (!/[\p{L}\d]/u.test(facts.name)) throw new DomainError("payee_name_missing");
      const { iban, amountCents } = each;
      const id = newId();
      items.push({ ...facts, partnerId: actor.partnerId, id, payoutId, iban, amountCents, endToEndId: painIdOf(id) });
      acts.push({ kind: "payout", currency: company.currency, amountCents, payee: { account: iban, isTyped } });
      isAnyUnconfirmed ||= isUnconfirmed;
      largestCents = Math.max(largestCents, beforeCents + amountCents);
    }
    const { aboveCents } = await getSecondPersonRule(tx, actor);
    const isLarge = aboveCents !== null && largestCents > aboveCents;
    const needsApproval = isAnyUnconfirmed || isLarge || (await isAboveLimit(tx, actor, acts));
    if (!needsApproval) await noteMoneyActs(tx, actor, acts);
    const approvers = needsApproval ? await findApprovers(tx, actor, companyId) : null;
    await tx.insert(payouts).values({
      partnerId: actor.partnerId,
      id: payoutId,
      companyId,
      bankAccountId: account.id,
      holder: account.current.holder,
      iban: account.current.iban,
      bic: account.current.bic,
      currency: company.currency,
      executeOn: bankDayFrom(dayAt(now), bankCalendarOf(company)),
      createdBy: identityOf(actor),
      createdAt: now,
      needsApproval,
      aloneFrom: approvers?.aloneFrom,
    });
    await tx.insert(payoutItems).values(items);
    await recordEvent(tx, actor, "payout_created", {
      about: `company:${companyId}`,
      after: { payout: payoutId, amountCents: sumCents, payments: chosen.length },
    });
    if (approvers) await mailApproversOfRefundFile(tx, { partnerId: actor.partnerId, companyId, company: company.name }, approvers);
    return payoutId;
  });
}

/** Whether a file can order a payment to the account. Transfers in euros need an IBAN, also those to British banks. */
function isPayable(account: string, currency: string): boolean {
  return isBritishAccount(account) ? currency === "GBP" : isValidIBAN(account) && !isQRIBAN(account);
}

function isSameAccount(known: string | null, account: string): boolean {
  return known !== null && accountKey(known) === accountKey(account);
}

/** Returns the key by which refunds are put in the order of the locks: payments first. */
function lockKeyOf({ kind, id }: ChosenPayout): string {
  return `${kind === "transaction" ? 0 : 1} ${id}`;
}

/** One ordered refund, and the amount given back before, in cents. */
interface Ordered extends Pick<typeof payoutItems.$inferInsert, "refundId" | "bankTransactionId" | "name" | "text"> {
  beforeCents?: number;
  /** Whether the money did not come from this account, and it is not the invoice's confirmed account either. */
  isTyped: boolean;
  /** Whether only a partner's system without the right to move money has named the account. */
  isUnconfirmed?: boolean;
}

async function orderRefund(
  tx: Database,
  actor: Actor,
  company: Company,
  { id: invoiceId, amountCents, iban, name }: ChosenPayout,
): Promise<Ordered> {
  // `null`: the number of lines that the person saw is not compared, because the amount is compared with what is owed.
  const { invoice } = await lockOwedAccount(tx, actor, invoiceId, null, amountCents);
  if (invoice.companyId !== company.id) throw new DomainError("invalid_invoice_id");
  const beforeCents = await refundedCents(tx, actor, invoiceId);
  const refundId = newId();
  await tx.insert(refunds).values({
    id: refundId,
    partnerId: actor.partnerId,
    invoiceId,
    status: "pending",
    isInFile: true,
    amountCents,
    reason: invoice.externalInvoiceNumber,
    createdAt: clock.now(actor),
  });
  const isGiven = isSameAccount(invoice.directDebitIban, iban);
  const payer = await findPayer(tx, invoice, iban);
  const isTyped = (!isGiven || invoice.isIbanUnconfirmed) && payer === undefined;
  const customerName = formatCustomerName(invoice);
  // Banks compare the name with the account holder's. If SEPA cannot write the customer's name, the payer's on the statement is used.
  const knownName = isSepaText(customerName) ? customerName : payer || customerName;
  return {
    refundId,
    beforeCents,
    isTyped,
    isUnconfirmed: isTyped && isGiven,
    name: knownName || (name?.trim() ?? ""),
    text: invoice.externalInvoiceNumber,
  };
}

/** Returns the payer's name, which may be empty, if money booked on the invoice came from the account; otherwise undefined. */
async function findPayer(tx: Database, { partnerId, id }: Invoice, iban: string): Promise<string | undefined> {
  const payers = await tx
    .select({ name: bankTransactions.name, iban: bankTransactions.iban })
    .from(payments)
    .innerJoin(
      bankTransactions,
      and(eq(bankTransactions.partnerId, payments.partnerId), eq(bankTransactions.id, payments.bankTransactionId)),
    )
    .where(and(eq(payments.partnerId, partnerId), eq(payments.invoiceId, id), isNull(payments.undoneBy), ne(bankTransactions.iban, "")))
    .orderBy(desc(payments.id));
  return payers.find((payer) => isSameAccount(payer.iban, iban))?.name;
}

async function orderReturn(tx: Database, actor: Actor, company: Company, { id, amountCents, iban, name }: ChosenPayout): Promise<Ordered> {
  const [transaction] = await tx
    .select()
    .from(bankTransactions)
    .where(and(visibleTo(actor, bankTransactions), eq(bankTransactions.id, id), eq(bankTransactions.companyId, company.id)))
    .for("update");
  if (!transaction) throw new DomainError("invalid_bank_transaction_id");
  if (transaction.currency !== company.currency) throw new DomainError("bank_transaction_not_in_currency");
  const isOwed = transaction.state === "to_return" && (await unbookedCents(tx, transaction)) === amountCents;
  if (!isOwed || (await isBeingSentBack(tx, transaction))) throw new DomainError("changed_meanwhile");
  const text = `${transaction.valueOn} ${shownText(transaction.text, transaction.references)}`.slice(0, LONGEST_TEXT);
  return { bankTransactionId: id, isTyped: !isSameAccount(transaction.iban, iban), name: name?.trim() || transaction.name, text };
}

/** Maximum length of the text for the payee, in characters, as in the file. */
const LONGEST_TEXT = 140;
