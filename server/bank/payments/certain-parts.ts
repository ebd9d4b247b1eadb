import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { BankTransaction } from "@/db/schema/bank-transactions";
import { companySettings } from "@/db/schema/collection-settings";
import type { Actor } from "@/server/actor";
import { getSecondPersonRule } from "@/server/billing/approvals/second-person-rule";
import { type CreditedMoney, findOwnCreditors, otherCreditorsIn } from "./other-creditors";
import type { CandidatePart, RankedPayment } from "./rank-candidates";

type OfCompany = Pick<BankTransaction, "partnerId" | "companyId">;

/** Settings that decide on booking without review. */
export interface BookingRules {
  /** Whether the company lets clear matches be booked without review. */
  booksClearMatches(of: OfCompany): Promise<boolean>;
  /** Amount above which a second person is asked, in cents; null: never. */
  limitCents(of: OfCompany): Promise<number | null>;
  /** Whether the payment may be another creditor's, so that nothing happens without a person (decision 0148). */
  namesOtherCreditor(money: CreditedMoney): Promise<boolean>;
}

/** Reads the settings once for all payments of a database transaction. */
export function rulesIn(tx: Database, actor: Actor): BookingRules {
  const clear = new Map<string, Promise<boolean>>();
  const limits = new Map<string, Promise<number | null>>();
  const creditors = new Map<string, Promise<string[]>>();
  return {
    booksClearMatches: (of) => once(clear, `${of.partnerId} ${of.companyId}`, () => readBooksClearMatches(tx, of)),
    limitCents: (of) => once(limits, of.partnerId, async () => (await getSecondPersonRule(tx, of)).aboveCents),
    namesOtherCreditor: async (money) => {
      const readOwnCreditors = () => once(creditors, `${money.bankAccountId} ${money.companyId}`, () => findOwnCreditors(tx, actor, money));
      return (await otherCreditorsIn(money, readOwnCreditors)).length > 0;
    },
  };
}

/** Returns the parts that may be booked without review, in the order in which invoices are locked. Undefined if a person must decide. */
export async function certainPartsOf(
  rules: BookingRules,
  transaction: BankTransaction,
  { candidates: [best], certainty }: RankedPayment,
): Promise<CandidatePart[] | undefined> {
  const mayBook = certainty === "reference" || (certainty === "clear" && (await rules.booksClearMatches(transaction)));
  if (!best || !mayBook || (await rules.namesOtherCreditor(transaction))) return undefined;
  if (await isLargeOverPayment(rules, transaction, best.parts)) return undefined;
  return best.parts.toSorted((one, other) => (one.invoice.id < other.invoice.id ? -1 : 1));
}

/** Whether more was paid than is owed, and the whole payment exceeds the partner's limit. A person then decides about the surplus. */
async function isLargeOverPayment(rules: BookingRules, transaction: BankTransaction, parts: readonly CandidatePart[]): Promise<boolean> {
  if (parts.every(({ invoice, amountCents }) => amountCents <= invoice.outstandingCents)) return false;
  const aboveCents = await rules.limitCents(transaction);
  return aboveCents !== null && transaction.amountCents > aboveCents;
}

async function readBooksClearMatches(tx: Database, { partnerId, companyId }: OfCompany): Promise<boolean> {
  const where = and(eq(companySettings.partnerId, partnerId), eq(companySettings.companyId, companyId));
  return only(await tx.select({ books: companySettings.booksClearMatches }).from(companySettings).where(where)).books;
}

/** Returns the value of a key, which is read only the first time. */
function once<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const value = known.get(key) ?? read();
  known.set(key, value);
  return value;
}
