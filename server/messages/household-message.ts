import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import {
  type CollectedInvoice,
  dueOnOf,
  type FeeAhead,
  feeAhead,
  isAsked,
  isCollected,
  isHeld,
  payBy,
  quietUntil,
  roundOf,
} from "@/server/billing/collection/plan";
import { findHousehold, type Household, type HouseholdInvoice, openOnes } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder, type MessageKind } from "@/server/domain/rules/collection-messages";

/** An invoice of the same household that a request or reminder covers besides its own invoice. */
export interface IncludedMember {
  invoice: HouseholdInvoice;
  collected: CollectedInvoice;
  /** Reminder round, counted from the last chargeback. */
  round: number;
  /** Its due day. */
  dueOn: string;
  /** Whether its customer is asked for it for the first time. */
  isNew: boolean;
  /** The late-payment fee to come. Only if this message replaces this invoice's own reminder. */
  feeAhead: FeeAhead | undefined;
  /** Day to pay by that a message about this invoice alone would name. */
  payBy: string;
}

export interface HouseholdMessage {
  /** Our number of the invoice whose reference pays all of them. */
  leadNumber: number;
  /** At least one. */
  members: IncludedMember[];
}

/**
 * Returns the invoices of the same payer that are asked for together with a message's own; null if there are none. Invoices that are held,
 * being paid or not due for such a message are left out. `soon`: the plan of one of them is due to be carried out, which may
 * change what the message should include.
 */
export async function findHouseholdMessage(
  db: Database,
  actor: Actor,
  { partnerId, invoiceId, kind }: Pick<OutgoingMessage, "partnerId" | "invoiceId"> & { kind: MessageKind },
  now: Date,
): Promise<HouseholdMessage | "soon" | null> {
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
  const members = others.flatMap((invoice) => {
    const collected = found.find(({ id }) => id === invoice.id);
    return collected ? memberFrom(invoice, collected, kind, now) : [];
  });
  return members.length > 0 ? { leadNumber: leadNumberOf(household), members } : null;
}

/** Returns our number of the payer's first recorded invoice. */
function leadNumberOf({ invoices }: Household): number {
  return Math.min(...invoices.flatMap(({ isOfSamePayer, invoiceNumber }) => (isOfSamePayer ? [invoiceNumber] : [])));
}

function memberFrom(invoice: HouseholdInvoice, collected: CollectedInvoice, kind: MessageKind, now: Date): IncludedMember[] {
  // An invoice without an e-mail address is asked for at that of the message's customer.
  if (!isCollected({ ...collected, hasEmail: true }) || isHeld(collected, now)) return [];
  const quiet = quietUntil(collected);
  if (quiet && quiet > now) return [];
  const round = roundOf(collected);
  const asked = askedAt({ ...collected, hasEmail: true }, { kind, round }, now);
  const dueOn = dueOnOf(asked, now);
  const isOverdue = dueOn < dayAt(now);
  // A reminder includes overdue invoices only, a request the others.
  if (isReminder(kind) !== isOverdue) return [];
  const hasSameReminder = collected.messages.some(
    (message) => message.kind === kind && message.round === round && message.fate === "going",
  );
  const own = isReminder(kind) && hasSameReminder ? { kind, round } : undefined;
  return [
    {
      ...{ invoice, collected, round, dueOn },
      isNew: !isAsked(collected) && !isReminder(kind),
      feeAhead: own && feeAhead(collected, own, now),
      payBy: payBy(asked, now, own),
    },
  ];
}

/**
 * Returns the collection state of an invoice whose customer was not asked yet as if the message were sent now, because the payment period
 * starts when they are told. Any other state is returned unchanged.
 */
export function askedAt(
  collected: CollectedInvoice,
  { kind, round }: Pick<OutgoingMessage, "kind" | "round">,
  now: Date,
): CollectedInvoice {
  const messages = collected.messages.map((sent) => (sent.kind === kind && sent.round === round ? { ...sent, at: now } : sent));
  return isAsked(collected) ? collected : { ...collected, dueOn: null, messages };
}
