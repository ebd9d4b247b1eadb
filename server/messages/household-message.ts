import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { CollectedInvoice } from "@/server/billing/collection/collected-invoice";
import { type CollectedRow, findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dueFromNow } from "@/server/billing/collection/due-from-now";
import { quietUntil } from "@/server/billing/collection/earliest-demand";
import { dueOnOf, isAsked, isCollected, isHeld, roundOf } from "@/server/billing/collection/plan";
import { isReturnedLately } from "@/server/billing/collection/returned-payment";
import type { PayersInvoice } from "@/server/billing/collection/share-fee";
import { type FeeNaming, findNamings } from "@/server/billing/collection/shared-fees";
import { takenIn } from "@/server/billing/collection/taken-in";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import type { Household, HouseholdInvoice } from "@/server/billing/households/household";
import { dayAt, laterDay } from "@/server/domain/formats/calendar";
import { type AskingKind, FEE_NOTE, isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";

/** An invoice of the same household that a request or reminder covers besides its own invoice. */
export interface IncludedMember {
  invoice: HouseholdInvoice;
  collected: CollectedRow;
  /** As `collected`, but with the payment period of a customer who is told by this message. */
  asked: CollectedInvoice;
  /** Reminder round, counted from the last chargeback. */
  round: number;
  /** Its due day. */
  dueOn: string;
  /** Whether its customer is asked for it for the first time. */
  isNew: boolean;
  /** Its own reminder, if this message replaces it; null otherwise. */
  reminder: { kind: MessageKind; round: number } | null;
}

export interface HouseholdMessage {
  /** Our number of the invoice whose reference pays all of them. */
  leadNumber: number;
  /** The message's own invoice. */
  own: PayersInvoice & { collected: CollectedRow };
  /** The others that it asks for; possibly none. */
  members: IncludedMember[];
  /** The payer's other invoices, which the message does not ask for, such as those that are held, or were paid. */
  apart: PayersInvoice[];
  /** Ids of all invoices of the payer. */
  ofPayer: string[];
  /** The reminders that named late-payment fees for these invoices before this message. */
  namings: FeeNaming[];
}

/**
 * Returns the payer's invoices that a message asks for together, and the others of the household; null without a household. Left out are invoices
 * that are held, being paid, just returned or not due for such a message. A reminder takes in only those to which its kind applies (`takenIn`).
 * `soon`: the plan of one of them is due to be carried out, or another reminder that names a late-payment fee is being sent. Either may change
 * the content of the message.
 */
export async function findHouseholdMessage(
  db: Database,
  { partnerId, id, invoiceId, kind }: Pick<OutgoingMessage, "partnerId" | "id" | "invoiceId"> & { kind: AskingKind },
  household: Household | null,
  now: Date,
): Promise<HouseholdMessage | "soon" | null> {
  if (!household) return null;
  const ofPayer = household.invoices.filter(({ isOfSamePayer }) => isOfSamePayer);
  const others = ofPayer.filter((each) => each.isOpen && each.id !== invoiceId);
  if (others.some(({ isDueToBeLookedAt }) => isDueToBeLookedAt)) return "soon";
  const ids = ofPayer.map((each) => each.id);
  // Before the invoices are read: a fee named meanwhile is then noticed when the message is sent.
  const namings = isLate(kind) ? await findNamings(db, { partnerId, id }, ids) : [];
  if (namings.some(({ isGoing }) => isGoing)) return "soon";
  const found = await findCollectedInvoices(db, partnerId, ids);
  const collectedOf = (each: HouseholdInvoice) => found.find((row) => row.id === each.id);
  const members = others.flatMap((invoice) => {
    const collected = collectedOf(invoice);
    return collected ? memberFrom(invoice, collected, kind, now) : [];
  });
  const own = household.invoices.find((each) => each.id === invoiceId);
  const collected = own && collectedOf(own);
  if (!collected) return null;
  const apart = ofPayer.flatMap((invoice) => {
    const state = collectedOf(invoice);
    const isAsked = invoice.id === invoiceId || members.some((member) => member.invoice === invoice);
    return state && !isAsked ? [{ ...invoice, collected: state }] : [];
  });
  return { leadNumber: leadNumberOf(household), own: { ...own, collected }, members, apart, ofPayer: ids, namings };
}

/** Whether a message asks for overdue invoices, instead of those that are not due yet. */
const isLate = (kind: AskingKind) => isReminder(kind) || kind === FEE_NOTE;

/** Returns our number of the payer's first recorded invoice. */
function leadNumberOf({ invoices }: Household): number {
  return Math.min(...invoices.flatMap(({ isOfSamePayer, invoiceNumber }) => (isOfSamePayer ? [invoiceNumber] : [])));
}

function memberFrom(invoice: HouseholdInvoice, found: CollectedRow, kind: AskingKind, now: Date): IncludedMember[] {
  // An invoice without an e-mail address is asked for at that of the message's customer.
  if (!isCollected({ ...found, hasEmail: true }) || isHeld(found, now) || isReturnedLately(found, dayAt(now))) return [];
  if (isDebited(found, now)) return [];
  const quiet = quietUntil(found);
  if (quiet && quiet > now) return [];
  const round = roundOf(found);
  const dueOn = dueOnOf(askedAt({ ...found, hasEmail: true }, { kind, round }, now), now);
  if (isLate(kind) !== dueOn < dayAt(now)) return [];
  const taken = isReminder(kind) ? takenIn({ ...found, hasEmail: true }, kind, now) : found;
  if (!taken) return [];
  const collected = { ...found, messages: taken.messages };
  const asked = askedAt({ ...collected, hasEmail: true }, { kind, round }, now);
  const hasOwn = found.messages.some((message) => message.kind === kind && message.round === round && message.fate === "going");
  const reminder = isReminder(kind) && hasOwn ? { kind, round } : null;
  return [{ invoice, collected, asked, round, dueOn, isNew: !isAsked(found) && !isLate(kind), reminder }];
}

/**
 * Returns the collection state of an invoice whose customer was not asked yet as if the message were sent now, because the payment period
 * starts when they are told. It never ends before a due day of which the customer was told; a day that a mail in place of a direct debit names is the
 * due day, unless the stored one is later. Any other state is returned unchanged.
 */
export function askedAt(
  collected: CollectedInvoice,
  { kind, round }: { kind: OutgoingMessage["kind"]; round: number | null },
  now: Date,
): CollectedInvoice {
  if (isAsked(collected)) return collected;
  const messages = collected.messages.map((sent) => (sent.kind === kind && sent.round === round ? { ...sent, at: now } : sent));
  const { insteadNamed } = collected;
  if (insteadNamed && insteadNamed >= dayAt(now))
    return { ...collected, messages, dueOn: laterDay(insteadNamed, collected.dueOn ?? insteadNamed) };
  return dueFromNow({ ...collected, messages }, now);
}
