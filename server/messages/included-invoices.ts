import { and, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type OutgoingMessage, outgoingMessages } from "@/db/schema/collections";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { keepDueDay } from "@/server/billing/collection/keep-due-day";
import { roundOf } from "@/server/billing/collection/plan";
import type { Share } from "@/server/billing/collection/share-fee";
import { findNamings } from "@/server/billing/collection/shared-fees";
import { findStatedHold, type StatedHold } from "@/server/billing/collection/stated-hold";
import { takenIn } from "@/server/billing/collection/taken-in";
import { whereDebitPlanned } from "@/server/billing/debits/where-debit-planned";
import { findHousehold } from "@/server/billing/households/household";
import { whereAtDesk } from "@/server/billing/invoices/desk-gate";
import { wherePaymentInProgress } from "@/server/billing/invoices/payment-in-progress";
import { whereHeld } from "@/server/billing/invoices/where-held";
import { dayAt } from "@/server/domain/formats/calendar";
import { isReminder } from "@/server/domain/rules/collection-messages";
import { newId } from "@/server/platform/id";

/** Another invoice that a message covers, so that no message of its own is sent. */
export interface IncludedInvoice extends Pick<Invoice, "customerEmail"> {
  invoiceId: string;
  /** In cents, as the message states it. */
  outstandingCents: number;
  /** The payment that the message reports, or the invoice that it asks for. */
  about:
    | { kind: "told"; paymentId: string }
    | {
        /** An invoice of the same payer that the note before a late-payment fee asks for. */
        kind: "noted";
        /** The last day without its own late-payment fee, as stated; null: no fee of its own is mentioned. */
        graceUntil: string | null;
      }
    | {
        kind: "asked";
        round: number;
        /** The due day, if the customer learns it from this message; null: the earlier one stays. */
        dueOn: string | null;
        /** The last day without a late-payment fee, as stated; null: no fee is mentioned. */
        graceUntil: string | null;
        /** Terms stated beside the fee; null: none. */
        feeTerms: string | null;
        /** Whether the invoice has an e-mail address. Without one, it has no planned message, and this one is recorded as its own. */
        hasEmail: boolean;
      };
}

/** Late-payment fees of a household's reminder. */
export interface Naming {
  /** All invoices of the payer. */
  invoiceIds: string[];
  /** Ids of the reminders that had named fees for these invoices when this reminder was written. */
  seen: string[];
  /** Invoices whose fee stands on another one from this reminder on. */
  shares: Share[];
}

/** Another invoice that a message lists with its link, without asking for it. */
export interface MentionedInvoice extends Pick<IncludedInvoice, "invoiceId" | "customerEmail" | "outstandingCents"> {
  /** The hold that the message states; null: none. */
  hold: StatedHold | null;
}

interface Leaving {
  subject: string;
  /** The day to pay by, as stated for all invoices; null: none is. */
  payBy: string | null;
  /** Moment by the partner's clock. */
  at: Date;
  /** End of the lease: after it, the sending process counts as dead. */
  lease: ReturnType<typeof sql>;
}

/**
 * Whether everything that a message states about other invoices still holds. The caller has locked them; `present` is their current state.
 */
export async function isEachStillSo(
  tx: Database,
  { partnerId, invoiceId, kind }: OutgoingMessage,
  included: readonly IncludedInvoice[],
  present: readonly Present[],
  writtenAt: Date,
): Promise<boolean> {
  if (!included.every((each) => isUnchanged(each, present))) return false;
  const told = included.flatMap(({ invoiceId: id, about }) =>
    about.kind === "told" ? [{ invoiceId: id, paymentId: about.paymentId }] : [],
  );
  if (!(await isEachStillTold(tx, { partnerId, kind }, told))) return false;
  const asked = included.filter(({ about }) => about.kind !== "told").map((each) => each.invoiceId);
  if (asked.length === 0) return true;
  if (!(await isEachPayable(tx, { partnerId, invoiceId }, asked, writtenAt))) return false;
  return isEachStillReminded(tx, { partnerId, kind }, included, writtenAt);
}

/** Whether the announcement of each payment still waits: a receipt may have been withdrawn, which need not change the invoice's amount. */
async function isEachStillTold(
  tx: Database,
  { partnerId, kind }: Pick<OutgoingMessage, "partnerId" | "kind">,
  told: readonly { invoiceId: string; paymentId: string }[],
): Promise<boolean> {
  if (told.length === 0) return true;
  const { invoiceId, aboutId, state } = outgoingMessages;
  const waiting = await tx
    .select({ aboutId })
    .from(outgoingMessages)
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        eq(outgoingMessages.kind, kind),
        eq(state, "waiting"),
        inArray(
          invoiceId,
          told.map((each) => each.invoiceId),
        ),
        inArray(
          aboutId,
          told.map((each) => each.paymentId),
        ),
      ),
    );
  return waiting.length === told.length;
}

/** Whether each of these invoices is the same payer's and may be asked for: it is open, neither held nor being paid. */
async function isEachPayable(
  tx: Database,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  ids: readonly string[],
  writtenAt: Date,
): Promise<boolean> {
  if (!(await isEachOfPayer(tx, { partnerId, invoiceId }, ids))) return false;
  const kept = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, partnerId),
        inArray(invoices.id, [...ids]),
        or(wherePaymentInProgress(), whereDebitPlanned(invoices), whereHeld(dayAt(writtenAt)), whereAtDesk(invoices)),
      ),
    );
  return kept.length === 0;
}

/** Whether each of these invoices is open, and the same payer's. */
async function isEachOfPayer(
  tx: Database,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  ids: readonly string[],
): Promise<boolean> {
  const household = await findHousehold(tx, { partnerId, clockOffsetMs: 0 }, invoiceId);
  return ids.every((id) => household?.invoices.some((member) => member.id === id && member.isOpen && member.isOfSamePayer));
}

/** Whether each of these invoices is open, the same payer's, and held as the message states. */
async function isEachStillHeld(
  tx: Database,
  message: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  held: readonly MentionedInvoice[],
  writtenAt: Date,
): Promise<boolean> {
  const ids = held.map(({ invoiceId }) => invoiceId);
  if (!(await isEachOfPayer(tx, message, ids))) return false;
  for (const collected of await findCollectedInvoices(tx, message.partnerId, ids)) {
    const now = await findStatedHold(tx, message.partnerId, collected, writtenAt);
    const stated = held.find(({ invoiceId }) => invoiceId === collected.id)?.hold;
    if (now?.kind !== stated?.kind || now?.until !== stated?.until) return false;
  }
  return true;
}

/** State of an invoice under its lock. */
interface Present {
  id: string;
  email: string | null;
  amountCents: number;
}

function isUnchanged({ invoiceId, outstandingCents, customerEmail }: Omit<MentionedInvoice, "hold">, present: readonly Present[]): boolean {
  const now = present.find(({ id }) => id === invoiceId);
  return now?.amountCents === outstandingCents && now.email === customerEmail;
}

/**
 * Whether each invoice that a message lists with its link is unchanged, still the same payer's, and still to be paid or held as stated. The
 * caller has locked them.
 */
export async function isEachStillOpen(
  tx: Database,
  message: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  mentioned: readonly MentionedInvoice[],
  present: readonly Present[],
  writtenAt: Date,
): Promise<boolean> {
  if (!mentioned.every((each) => isUnchanged(each, present))) return false;
  const held = mentioned.filter(({ hold }) => hold);
  const asked = mentioned.filter(({ hold }) => !hold).map((each) => each.invoiceId);
  if (asked.length > 0 && !(await isEachPayable(tx, message, asked, writtenAt))) return false;
  return held.length === 0 || isEachStillHeld(tx, message, held, writtenAt);
}

/** Whether each invoice that a reminder asks for may still be asked for by one of this kind. */
async function isEachStillReminded(
  tx: Database,
  { partnerId, kind }: Pick<OutgoingMessage, "partnerId" | "kind">,
  included: readonly IncludedInvoice[],
  writtenAt: Date,
): Promise<boolean> {
  if (!isReminder(kind)) return true;
  const rounds = new Map(included.flatMap(({ invoiceId, about }) => (about.kind === "asked" ? [[invoiceId, about.round] as const] : [])));
  const found = await findCollectedInvoices(tx, partnerId, [...rounds.keys()]);
  if (!found.every((each) => roundOf(each) === rounds.get(each.id) && takenIn({ ...each, hasEmail: true }, kind, writtenAt))) return false;
  const { invoiceId, round, state } = outgoingMessages;
  const begun = await tx
    .select({ invoiceId, round })
    .from(outgoingMessages)
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        inArray(invoiceId, [...rounds.keys()]),
        eq(outgoingMessages.kind, kind),
        ne(state, "waiting"),
      ),
    );
  return begun.every((each) => each.round !== rounds.get(each.invoiceId));
}

/**
 * Whether no other reminder has named a late-payment fee for one of the payer's invoices meanwhile. The caller has locked the invoices that
 * this one asks for, so that of two reminders for one invoice the second sees the first.
 */
export async function isNamingStillSo(tx: Database, message: OutgoingMessage, { invoiceIds, seen }: Naming): Promise<boolean> {
  const named = await findNamings(tx, message, invoiceIds);
  return named.map(({ messageId }) => messageId).join() === seen.join();
}

/**
 * Marks the other invoice's message as included by this one, whose outcome it shares. If none is waiting, adds one, so that each invoice has a
 * record of the mail that asked for it. An added note before a fee is about the message's own invoice.
 */
export async function includeMessage(
  tx: Database,
  { partnerId, id, kind, invoiceId: ownId }: OutgoingMessage,
  { invoiceId, about }: IncludedInvoice,
  { subject, payBy, at, lease }: Leaving,
): Promise<void> {
  const going = { state: "handing_over", carriedBy: id, subject, payBy, nextAttemptAt: lease } as const;
  const named = {
    graceUntil: about.kind === "told" ? null : about.graceUntil,
    feeTerms: about.kind === "asked" ? about.feeTerms : null,
  };
  const taken = await tx
    .update(outgoingMessages)
    .set({
      ...going,
      attempts: sql`${outgoingMessages.attempts} + 1`,
      ...named,
    })
    .where(
      and(
        eq(outgoingMessages.partnerId, partnerId),
        eq(outgoingMessages.invoiceId, invoiceId),
        eq(outgoingMessages.kind, kind),
        ofEvent(invoiceId, about),
        eq(outgoingMessages.state, "waiting"),
      ),
    )
    .returning({ id: outgoingMessages.id });
  const isToBeAdded = about.kind === "asked" ? isReminder(kind) || !about.hasEmail : about.kind === "noted";
  const isNew = taken.length === 0 && isToBeAdded;
  const of = about.kind === "asked" ? { round: about.round } : { aboutId: ownId };
  const begun = isNew
    ? await tx
        .insert(outgoingMessages)
        .values({ ...going, ...of, partnerId, id: newId(), invoiceId, kind, createdAt: at, ...named })
        .onConflictDoNothing()
        .returning({ id: outgoingMessages.id })
    : [];
  if (about.kind === "asked" && about.dueOn && taken.length + begun.length > 0) await keepDueDay(tx, { partnerId, invoiceId }, about.dueOn);
}

/** Condition: the message of the other invoice is about the same event. */
function ofEvent(invoiceId: string, about: IncludedInvoice["about"]): SQL {
  if (about.kind === "asked") return eq(outgoingMessages.round, about.round);
  return eq(outgoingMessages.aboutId, about.kind === "told" ? about.paymentId : invoiceId);
}

/** Locks the invoices that a leaving message covers, including its own. */
export async function lockIncluded(tx: Database, { partnerId, id, invoiceId }: OutgoingMessage): Promise<void> {
  // An array, so that the invoices are found by their primary key.
  await tx.execute(sql`
    select i.id from invoices i
    where i.partner_id = ${partnerId} and i.id = any(array(
      select ${invoiceId} union all select o.invoice_id from outgoing_messages o where o.partner_id = ${partnerId} and o.carried_by = ${id}))
    order by i.id for update`);
}

/**
 * Releases the messages that an unsent message included: each is due again, alone or with another. Removes those that were added only for that
 * message, such as reminders that were brought forward. The plans of their invoices go on as if it had never been written.
 */
export async function releaseIncluded(
  tx: Database,
  { partnerId, id }: OutgoingMessage,
  nextAttemptAt: ReturnType<typeof sql>,
): Promise<void> {
  await tx.execute(sql`select remove_added_messages(${partnerId}, ${id})`);
  await tx
    .update(outgoingMessages)
    .set({ state: "waiting", carriedBy: null, nextAttemptAt })
    .where(and(eq(outgoingMessages.partnerId, partnerId), eq(outgoingMessages.carriedBy, id), eq(outgoingMessages.state, "handing_over")));
}
