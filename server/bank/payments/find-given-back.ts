import { and, desc, eq, lte, notExists, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type BankTransaction, bankTransactions, countedCents } from "@/db/schema/bank-transactions";
import { payoutItems } from "@/db/schema/payouts";
import { type Actor, visibleTo } from "@/server/actor";
import { shownText } from "@/server/bank/parties/shown-text";
import { addDays } from "@/server/domain/formats/calendar";

/** A payment that was not the company's, and which outgoing money may have given back without a refund file. Amount in cents. */
export interface GivenBack {
  id: string;
  name: string;
  text: string;
  amountCents: number;
  bookedOn: string;
  isSameAccount: boolean;
}

const MOST_OFFERED = 5;
/** Characters of a text that are shown. */
const SHOWN_LENGTH = 140;

/**
 * Finds the payments to be given back of which exactly the amount of an outgoing payment is left, on any account of the company, and which
 * no refund file orders: those from the account that the money went to first, then those of its name, then the latest. `id`: only this one.
 */
export async function findGivenBack(db: Database, actor: Actor, outgoing: BankTransaction, id?: string): Promise<GivenBack[]> {
  const { name, iban, text, references, bookedOn, companyId, currency, state } = bankTransactions;
  const isSameAccount = sql<boolean>`(${iban} <> '' and ${iban} = ${outgoing.iban})`;
  const isSameName = sql`(${name} <> '' and lower(${name}) = lower(${outgoing.name}))`;
  const inFile = db
    .select({ id: payoutItems.id })
    .from(payoutItems)
    .where(sql`${payoutItems.partnerId} = ${bankTransactions.partnerId} and ${payoutItems.bankTransactionId} = ${bankTransactions.id}
      and ${payoutItems.status} in ('ordered', 'paid')`);
  const found = await db
    .select({ id: bankTransactions.id, name, text, references, amountCents: countedCents, bookedOn, isSameAccount })
    .from(bankTransactions)
    .where(
      and(
        ...[visibleTo(actor, bankTransactions), eq(companyId, outgoing.companyId), eq(currency, outgoing.currency)],
        ...[eq(state, "to_return"), sql`${countedCents} = ${-outgoing.amountCents}`, notExists(inFile)],
        // The days of two banks may differ by one.
        lte(bookedOn, addDays(outgoing.bookedOn, 1)),
        id === undefined ? undefined : eq(bankTransactions.id, id),
      ),
    )
    .orderBy(desc(isSameAccount), desc(isSameName), desc(bookedOn), desc(bankTransactions.recordedOrder))
    .limit(MOST_OFFERED);
  return found.map(({ references: named, ...each }) => ({ ...each, text: shownText(each.text, named).slice(0, SHOWN_LENGTH) }));
}
