import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { partOfFee } from "@/server/billing/collection/part-of-fee";
import { type FeeAhead, namedFee } from "@/server/billing/collection/plan";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { type FeePayer, feeTermsOf, GRACE_DAYS, lateFeeRuleOf } from "@/server/domain/rules/late-fee-rules";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { shorten } from "@/server/domain/words/shorten";
import { dayOf, money, type Subject, wholeDayOf } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/**
 * Returns the words that announce a fee. To a consumer in the Netherlands, the first announcement states the term as article 6:96 (6) BW has
 * it, fourteen days from the day after delivery. A later one repeats the day that the first has named, which is less than 14 days away.
 */
export function announcementOf(payer: FeePayer, { graceUntil }: FeeAhead, now: Date): FeeWords | "fourteen_days" {
  const hasWholeTerm = graceUntil >= addDays(dayAt(now), GRACE_DAYS);
  return feeTermsOf(payer) === "NL" && hasWholeTerm ? "fourteen_days" : feeWordsIn(payer.country);
}

/** A late-payment fee to come. */
interface ComingFee extends FeeAhead {
  /** The company's own number of the invoice that it stands on. */
  number: string;
}

interface FeeSaid {
  /** Words that announce the fee: by `announcementOf`, or the country's. */
  words: FeeWords | "fourteen_days";
  /** Words of the payer's country. */
  law: FeeWords;
  /** The day to pay by. */
  until: string;
  /** Whether transfers are offered. Then the day by which one must arrive is stated as well (decision 0161). */
  hasTransfer: boolean;
  /** Number of invoices that the mail asks for. */
  asked?: number;
  /** Number of them that certainly get no fee of their own, because they share this one. */
  sharing?: number;
  /** The part to pay, by `partUnderFee`. */
  part?: PartUnderFee;
}

/**
 * States how the coming late-payment fees are avoided, and which fee comes otherwise; empty without a fee. Whether a fee of several invoices is
 * charged depends only on the invoice that it stands on (decision 0152).
 */
export function sayFeeAhead(
  found: Subject,
  fees: readonly ComingFee[],
  { words, law, until, hasTransfer, asked = 1, sharing = 0, part = ALL }: FeeSaid,
): string[] {
  const [first, ...others] = fees;
  if (!first) return [];
  const say = sayInMessage[found.invoice.locale];
  const cents = fees.reduce((total, { amountCents }) => total + amountCents, 0);
  const ofOneFee = asked > 1 ? "several" : "one";
  const what = others.length > 0 ? "many" : ofOneFee;
  const rest = sharing === asked - 1 ? sharing : 0;
  return [
    say("feeFree", { law: words, date: dayOf(found, until), ...part }),
    say("feeComes", { law, what, number: first.number, fee: money(cents, found), others: rest }),
    hasTransfer ? say("orderDay", { day: wholeDayOf(found, lastArrival(until)), law }) : "",
  ];
}

/** The part of the amount due that avoids the coming late-payment fee. */
interface PartUnderFee {
  /** The part, formatted; `none`: only the whole amount avoids the fee. */
  sum: string;
  /** The amount that was added since, formatted. */
  added: string;
}

const ALL: PartUnderFee = { sum: "none", added: "" };

/** Returns the part of the amount due that avoids the coming late-payment fee (decision 0171). */
export function partUnderFee(found: Subject, collected: CollectedInvoice): PartUnderFee {
  const part = partOfFee(collected);
  return part ? { sum: money(part.owedCents, found), added: money(part.addedCents, found) } : ALL;
}

/** As `sayFeeAhead`, for the fee that a reminder has named on the invoice itself. */
export function sayNamedFee(
  found: Subject,
  collected: CollectedInvoice,
  { now, hasTransfer }: { now: Date; hasTransfer: boolean },
): string[] {
  const fee = collected.sharedFee?.isElsewhere ? undefined : namedFee(collected, now);
  if (!fee) return [];
  const law = feeWordsIn(collected.payer.country);
  const number = found.invoice.externalInvoiceNumber;
  const part = partUnderFee(found, collected);
  return sayFeeAhead(found, [{ ...fee, number }], { words: law, law, until: fee.graceUntil, hasTransfer, part });
}

/** An invoice that a reminder asks for. */
interface Debt {
  id: string;
  /** Our number, by which debts are ordered. */
  invoiceNumber: number;
  externalInvoiceNumber: string;
  customerName: string;
}

/** Maximum number of characters of a description in these words. */
const MOST_OF_DESCRIPTION = 300;

/**
 * Names the company with its enterprise number, and what it has billed, as article XIX.2 of the Belgian Code of economic law demands of a
 * reminder to a consumer. Empty for other payers, and while the company's number is unknown.
 */
export async function sayCreditor(db: Database, partnerId: string, found: Subject, payer: FeePayer, debts: Debt[]): Promise<string> {
  const { enterpriseNumber: number, isBusiness, country } = payer;
  if (isBusiness || number === null || !lateFeeRuleOf(country).terms?.includes("enterprise_number")) return "";
  const say = sayInMessage[found.invoice.locale];
  const billed = isDefaultTitle(found.title) ? await findDescriptions(db, partnerId, debts) : undefined;
  const inOrder = debts.toSorted((one, other) => one.invoiceNumber - other.invoiceNumber);
  const things = inOrder.map(({ id, externalInvoiceNumber, customerName: name }) => {
    const what = billed ? billed.get(id) : found.title;
    return say("billedFor", {
      what: shorten(what ?? "", MOST_OF_DESCRIPTION) || say("invoiceOf", { number: externalInvoiceNumber }),
      name,
    });
  });
  return say("creditor", { company: found.company.name, number, things: things.join(found.invoice.locale === "fr" ? "\u00a0; " : "; ") });
}

/** Returns the descriptions of the billed lines by invoice. */
async function findDescriptions(db: Database, partnerId: string, debts: Debt[]): Promise<Map<string, string>> {
  const ids = debts.map(({ id }) => id);
  const rows = await db
    .select({
      id: invoiceLines.invoiceId,
      descriptions: sql<string>`string_agg(btrim(${invoiceLines.description}), ', ' order by ${invoiceLines.position})`,
    })
    .from(invoiceLines)
    .where(
      and(
        eq(invoiceLines.partnerId, partnerId),
        inArray(invoiceLines.invoiceId, ids),
        eq(invoiceLines.type, "INVOICE-LINE"),
        sql`btrim(coalesce(${invoiceLines.description}, '')) <> ''`,
      ),
    )
    .groupBy(invoiceLines.invoiceId);
  return new Map(rows.map(({ id, descriptions }) => [id, descriptions]));
}
