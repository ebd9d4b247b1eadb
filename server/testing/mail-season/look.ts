import { db } from "@/db/client";
import { presentCollection } from "@/server/api/collection";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { customerPage } from "@/server/customer-page/document/customer-page";
import { pdfContents } from "@/server/customer-page/document/pdf-contents";
import { dayAt } from "@/server/domain/formats/calendar";
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
    /** The coming late-payment fee, the last day without it, and the invoice with it; undefined: none comes. */
    fee: fee ? { cents: fee.amountCents, until: fee.graceUntil, on: fee.invoiceId } : undefined,
    isOwed: !books.retractedAt && books.totalCents > 0,
    isHeld: described.invoice.hold !== null,
    isBeingPaid: books.payments.some(({ status }) => status === "pending"),
  };
}

/** Sent messages about the invoice, oldest first. */
export function sentAbout({ books }: Looked) {
  return books.outgoing.filter(({ state }) => state === "sent").sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whether the coming fee stands on the invoice itself. */
export const hasOwnFee = ({ fee, played }: Looked) => fee?.on === played.details.id;
