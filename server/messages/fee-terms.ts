import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import type { FeeAhead } from "@/server/billing/collection/plan";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { type FeePayer, feeTermsOf, GRACE_DAYS, lateFeeRuleOf } from "@/server/domain/rules/late-fee-rules";
import { type FeeWords, feeWordsIn } from "@/server/domain/words/fee-words";
import { isDefaultTitle } from "@/server/domain/words/import-title";
import { shorten } from "@/server/domain/words/shorten";
import type { Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/**
 * Returns the words that announce a fee. To a consumer in the Netherlands, the first announcement states the term as article 6:96 (6) BW has
 * it, fourteen days from the day after delivery. A later one repeats the day that the first has named, which is less than 14 days away.
 */
export function announcementOf(payer: FeePayer, { graceUntil }: FeeAhead, now: Date): FeeWords | "fourteen_days" {
  const hasWholeTerm = graceUntil >= addDays(dayAt(now), GRACE_DAYS);
  return feeTermsOf(payer) === "NL" && hasWholeTerm ? "fourteen_days" : feeWordsIn(payer.country);
}

/** An invoice that a reminder asks for. */
interface Debt {
  id: string;
  /** Our number, by which debts are ordered. */
  invoiceNumber: number;
  externalInvoiceNumber: string;
  customerName: string;
}

/** Characters of a description in the words about the creditor. */
const MOST_OF_DESCRIPTION = 300;

/**
 * Names the creditor with its enterprise number, and what each debt is for, as article XIX.2 of the Belgian Code of economic law demands of
 * a reminder to a consumer. Empty for other payers, and while the company's number is unknown.
 */
export async function sayCreditor(db: Database, partnerId: string, found: Subject, payer: FeePayer, debts: Debt[]): Promise<string> {
  const { enterpriseNumber: number, isBusiness, country } = payer;
  if (isBusiness || number === null || !lateFeeRuleOf(country).terms?.includes("enterprise_number")) return "";
  const say = sayInMessage[found.invoice.locale];
  const billed = isDefaultTitle(found.title) ? await findDescriptions(db, partnerId, debts) : undefined;
  const inOrder = debts.toSorted((one, other) => one.invoiceNumber - other.invoiceNumber);
  const things = inOrder.map(({ id, externalInvoiceNumber, customerName: name }) => {
    const what = billed ? billed.get(id) : found.title;
    return say("thing", { what: shorten(what ?? "", MOST_OF_DESCRIPTION) || say("invoiceOf", { number: externalInvoiceNumber }), name });
  });
  return say("creditor", { company: found.company.name, number, things: things.join("; ") });
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
