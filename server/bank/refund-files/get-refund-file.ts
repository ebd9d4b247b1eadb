import { and, asc, eq, isNull, notInArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type Payout, type PayoutItem, payoutItems, payouts } from "@/db/schema/payouts";
import { type Actor, visibleTo } from "@/server/actor";
import { bankCalendarOf, bankDayFrom } from "@/server/domain/banking/bank-days";
import { formatBritish, hasSortCode, isBritishAccount } from "@/server/domain/banking/british-account";
import { dayAt, laterDay } from "@/server/domain/formats/calendar";
import { paymentsInFile } from "@/server/domain/rules/refund-file-payments";
import { DomainError } from "@/server/errors";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { CSV_BEGINNING, csvAmount, csvRow } from "@/server/platform/csv";
import { transact } from "@/server/platform/transact";
import { getCompany } from "@/server/tenancy/companies/find-company";
import { messageIdOf } from "./message-id";
import { isNameOpen } from "./name-decision";
import { writePain } from "./pain";

/**
 * Returns the file for the bank, without cancelled and rejected payments. The file is the same each time, except for a day of execution that has
 * passed: it becomes today or the next bank day, because banks refuse days in the past. Throws
 * - `invalid_payout_id`;
 * - `second_person_required` until the file is approved and a second person has decided about names that do not match;
 * - `changed_meanwhile` if all of its payments were cancelled or rejected;
 * - `changed_meanwhile` if one payment was made since the file was first handed out (`paymentsInFile`).
 */
export function getRefundFile(db: Database, actor: Actor, payoutId: string): Promise<string> {
  return transact(db, actor, async (tx) => {
    const { payout, items } = await handOut(tx, actor, payoutId);
    const payments = paymentsInFile(items, payout.handedOutAt);
    if (!payments) throw new DomainError("changed_meanwhile");
    const company = await getCompany(tx, actor, payout.companyId);
    const { holder: name, iban, bic, currency, createdAt } = payout;
    const executeOn = bankDayFrom(laterDay(payout.executeOn, dayAt(clock.now(actor))), bankCalendarOf(company));
    const debtor = { name, iban, bic, city: company.city, country: company.countryCode };
    return writePain({ messageId: messageIdOf(payoutId), createdAt, executeOn, currency, debtor, payments });
  });
}

/** Columns of the list, in order. `british`: sort code and account number of British accounts, only for British companies or pounds. */
export const refundColumns = ["payee", "account", "british", "text", "amount", "currency", "state"] as const;

export type RefundColumn = (typeof refundColumns)[number];

/** All texts in the list, in the reader's language. `locale` (BCP 47) decides the separator and the format of numbers. */
export interface RefundWords {
  locale: string;
  headers: Record<RefundColumn, string>;
  states: Record<PayoutItem["status"], string>;
}

/**
 * Returns the payments of a file as CSV, without cancelled and rejected ones, for a person who makes each at the bank by hand. Unlike the
 * file for the bank, the list can still be fetched after the first payment was made. Throws `invalid_payout_id`, `second_person_required`
 * as `getRefundFile` does, and `changed_meanwhile` if no payment is left.
 */
export function getRefundList(db: Database, actor: Actor, payoutId: string, { locale, headers, states }: RefundWords): Promise<string> {
  return transact(db, actor, async (tx) => {
    const { payout, items } = await handOut(tx, actor, payoutId);
    const { countryCode } = await getCompany(tx, actor, payout.companyId);
    const isBritish = payout.currency === "GBP" || countryCode === "GB";
    const columns = refundColumns.filter((column) => isBritish || column !== "british");
    const rows = items.map(({ name, iban, text, amountCents, status }) => {
      const cells: Record<RefundColumn, string> = {
        payee: name,
        account: isBritishAccount(iban) ? "" : iban,
        // One text, because spreadsheets make a date of a sort code and drop the zeros that an account number begins with.
        british: hasSortCode(iban) ? formatBritish(iban, " ") : "",
        text,
        amount: csvAmount(amountCents, locale),
        currency: payout.currency,
        state: states[status],
      };
      return columns.map((column) => cells[column]);
    });
    const header = columns.map((column) => headers[column]);
    return CSV_BEGINNING + [header, ...rows].map((cells) => csvRow(cells, locale)).join("");
  });
}

/** Records that somebody can give the file's payments to the bank. Returns the payments without cancelled and rejected ones. */
async function handOut(tx: Database, actor: Actor, payoutId: string): Promise<{ payout: Payout; items: PayoutItem[] }> {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(visibleTo(actor, payouts), eq(payouts.id, payoutId)));
  if (!payout) throw new DomainError("invalid_payout_id");
  if (payout.needsApproval && !payout.approvedAt) throw new DomainError("second_person_required");
  const items = await tx
    .select()
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.partnerId, actor.partnerId),
        eq(payoutItems.payoutId, payoutId),
        notInArray(payoutItems.status, ["cancelled", "rejected"]),
      ),
    )
    .orderBy(asc(payoutItems.id));
  if (items.length === 0) throw new DomainError("changed_meanwhile");
  if (items.some(isNameOpen)) throw new DomainError("second_person_required");
  if (!payout.handedOutAt)
    await tx
      .update(payouts)
      .set({ handedOutAt: clock.now(actor) })
      .where(and(eq(payouts.partnerId, actor.partnerId), eq(payouts.id, payoutId), isNull(payouts.handedOutAt)));
  await recordEvent(tx, actor, "payout_fetched", { about: `company:${payout.companyId}`, after: { payout: payoutId } });
  return { payout, items };
}
