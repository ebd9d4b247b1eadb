import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import {
  type CollectedInvoice,
  dueOnOf,
  feeAhead,
  isAsked,
  isCollected,
  isHeld,
  quietUntil,
  roundOf,
} from "@/server/billing/collection/plan";
import { findHousehold, type Household, type HouseholdInvoice, openOnes } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/calendar";
import { isReminder, type MessageKind } from "@/server/domain/collection-messages";

/** An invoice of the same household that a request or reminder speaks of besides its own. */
export interface Companion {
  invoice: HouseholdInvoice;
  collected: CollectedInvoice;
  /** Its reminders count from the last chargeback. */
  round: number;
  /** By when it is to be paid. */
  dueOn: string;
  /** Its customer has not been asked for it before. */
  isNew: boolean;
  /** The fee that follows for being late, in cents, and the last day before it. Only where its own reminder goes with this one. */
  feeAhead: { amountCents: number; graceUntil: string } | undefined;
}

export interface Companions {
  /** Our number of the invoice by whose reference they are paid with the message's own. */
  leadNumber: number;
  /** At least one. */
  companions: Companion[];
}

/**
 * The invoices of the same payer that are asked for together with a message's own; null: none is. Those that are held, being paid or not due for such a message are left out. `soon`: what
 * is to be sent about one of them is being decided at this moment.
 */
export async function findCompanions(
  db: Database,
  actor: Actor,
  { partnerId, invoiceId, kind }: Pick<OutgoingMessage, "partnerId" | "invoiceId"> & { kind: MessageKind },
  now: Date,
): Promise<Companions | "soon" | null> {
  const household = await findHousehold(db, actor, invoiceId);
  if (!household) return null;
  const others = openOnes(household).filter(({ id, isOfSamePayer }) => isOfSamePayer && id !== invoiceId);
  if (others.length === 0) return null;
  if (others.some(({ isDueToBeLookedAt }) => isDueToBeLookedAt)) return "soon";
  const found = await findCollectedInvoices(
    db,
    partnerId,
    others.map(({ id }) => id),
  );
  const companions = others.flatMap((invoice) => {
    const collected = found.find(({ id }) => id === invoice.id);
    return collected ? companionOf(invoice, collected, kind, now) : [];
  });
  return companions.length > 0 ? { leadNumber: leadNumberOf(household), companions } : null;
}

/** Our number of the first recorded invoice of the same payer. */
function leadNumberOf({ invoices }: Household): number {
  return Math.min(...invoices.flatMap(({ isOfSamePayer, invoiceNumber }) => (isOfSamePayer ? [invoiceNumber] : [])));
}

function companionOf(invoice: HouseholdInvoice, collected: CollectedInvoice, kind: MessageKind, now: Date): Companion[] {
  // Who has no address is written to at the household's.
  if (!isCollected({ ...collected, hasEmail: true }) || isHeld(collected, now)) return [];
  const quiet = quietUntil(collected);
  if (quiet && quiet > now) return [];
  const round = roundOf(collected);
  const dueOn = dueOnOf(askedAt({ ...collected, hasEmail: true }, { kind, round }, now), now);
  if (isReminder(kind) !== dueOn < dayAt(now)) return [];
  const goesAlong = collected.messages.some((message) => message.kind === kind && message.round === round && message.fate === "going");
  const ahead = isReminder(kind) && goesAlong ? feeAhead(collected, { kind, round }, now) : undefined;
  return [{ invoice, collected, round, dueOn, isNew: !isAsked(collected) && !isReminder(kind), feeAhead: ahead }];
}

/** As if the message were decided on now: the customer's days count from when they hear of it. */
export function askedAt(
  collected: CollectedInvoice,
  { kind, round }: Pick<OutgoingMessage, "kind" | "round">,
  now: Date,
): CollectedInvoice {
  const messages = collected.messages.map((sent) => (sent.kind === kind && sent.round === round ? { ...sent, at: now } : sent));
  return isAsked(collected) ? collected : { ...collected, dueOn: null, messages };
}
