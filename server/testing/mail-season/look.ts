import { db } from "@/db/client";
import { presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { bankDayFrom } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { lastArrival } from "@/server/domain/rules/late-fee";
import { booksOf } from "../books";
import { readingFor } from "../customer-page-of";
import { actorOf, customerOf, type Played, type Stage } from "./stage";

/** An invoice as its rows, its page, its PDF, the portal and the interface show it at one moment. */
export type Looked = Awaited<ReturnType<typeof look>>;

export async function look(stage: Stage, played: Played) {
  const actor = await actorOf(stage);
  const customer = await customerOf(played);
  const books = await booksOf(db, actor.partnerId, played.details.id);
  const { described, reading } = await readingFor({ actor: customer });
  const portal = await describeCollection(db, actor, played.details.id);
  const page = customerPage({ ...described, reading, style: "", path: `/i/${played.secret}` }).toString();
  const fee = portal.plan?.fee;
  return {
    played,
    region: { locale: played.billed.locale, country: played.club.country, currency: played.club.currency },
    today: dayAt(described.invoice.now),
    books,
    household: described.household,
    alsoOpen: described.alsoOpen,
    portal,
    page,
    pdf: pdfContents(described, reading),
    collection: presentCollection(portal),
    /** Coming late-payment fee: amount, last day without it, day of the charge, and its invoice. Undefined: none comes, or the last day is over. */
    fee: fee ? { cents: fee.amountCents, until: fee.graceUntil, chargedOn: fee.chargedOn, on: fee.invoiceId } : undefined,
    /** Whether a fee of the invoice's own comes, also after its last free day. */
    isFeeToCome: portal.plan?.items.some(({ kind }) => kind === "late_payment_fee") ?? false,
    isOwed: !books.retractedAt && books.totalCents > 0,
    isHeld: described.invoice.hold !== null,
    isBeingPaid: books.payments.some(({ status }) => status === "pending"),
  };
}

/** Returns the sent messages about the invoice, oldest first. */
export function sentAbout({ books }: Looked) {
  return books.outgoing.filter(({ state }) => state === "sent").sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whether the coming fee stands on the invoice itself. */
export const hasOwnFee = ({ fee, played }: Looked) => fee?.on === played.details.id;

/**
 * Returns the day after the statement is read that shows a transfer of the last free day. The transfer arrives on a bank day, and its
 * statement is read on the next.
 */
export function statementReadOn(lastFree: string): string {
  return addDays(bankDayFrom(addDays(lastArrival(lastFree), 1), "swiss"), 1);
}

/** Returns the days that are stated about the invoice, after which its page may look different. */
export function daysOf(looked: Looked): string[] {
  const { portal, fee, books } = looked;
  const named = sentAbout(looked).flatMap(({ payBy, graceUntil }) => [payBy, graceUntil]);
  const free = [fee?.until, fee?.chargedOn, ...books.outgoing.map(({ graceUntil }) => graceUntil && lastArrival(graceUntil))];
  return [portal.plan?.dueOn, portal.plan?.inTimeUntil, portal.invoice.hold?.until, ...named, ...free].flatMap((day) => day ?? []);
}
