import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { type CollectedRow, findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, isAsked } from "@/server/billing/collection/plan";
import { findStatedHold } from "@/server/billing/collection/stated-hold";
import type { Household, HouseholdInvoice } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import type { MentionedInvoice } from "./included-invoices";
import { inTime, listTogether } from "./list-together";
import type { MailContent } from "./mail";
import type { Subject } from "./message-subject";
import type { LinkTo } from "./said";
import { costsInList } from "./say-costs";
import { sayInMessage } from "./say-in-message";

/** The payer's other open invoices that a mail lists. */
export interface OpenOthers {
  listed: MailContent["listed"];
  mentioned: MentionedInvoice[];
}

/** A mail that lists other open invoices. */
interface ListingMail {
  found: Subject;
  /** The invoice's household; null without one. */
  household: Household | null;
  /** Ids of the other invoices that the mail already covers. */
  told: readonly string[];
  now: Date;
  linkTo: LinkTo;
  /** Whether only held invoices are listed, because the mail asks for the others, or is of a kind that does not list them. */
  isOnlyHeld?: boolean;
}

/**
 * Lists the payer's other open invoices for which a mail has asked, each with its sum, its day or hold, and its link. Invoices being paid are left
 * out. Only links to invoices of the same payer are listed, as in a household's request. `beginHandOver` checks the payer again.
 */
export async function listOpenOthers(
  db: Database,
  actor: Actor,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  { found, household, told, now, linkTo, isOnlyHeld = false }: ListingMail,
): Promise<OpenOthers> {
  const covered = [invoiceId, ...told];
  const open = (household?.invoices ?? []).filter(({ id, isOpen, isOfSamePayer }) => isOpen && isOfSamePayer && !covered.includes(id));
  if (open.length === 0) return { listed: [], mentioned: [] };
  const ids = open.map(({ id }) => id);
  const [collected, named] = await Promise.all([findCollectedInvoices(db, partnerId, ids), findNamedDays(db, partnerId, ids)]);
  const asked = await Promise.all(
    open.map(async (invoice) => {
      const state = collected.find(({ id }) => id === invoice.id);
      if (!state || !isAsked(state)) return [];
      const hold = await findStatedHold(db, partnerId, state, now);
      // Others ask for an invoice that was handed over.
      if (hold?.kind === "handed_over") return [];
      const isListed = hold || (!isOnlyHeld && dayToPay({ ...state, hasEmail: true }, named.get(invoice.id), now));
      return isListed ? [{ ...listedUntil(found, invoice, state, { named: named.get(invoice.id), now }), hold }] : [];
    }),
  );
  const shown = asked.flat();
  return {
    listed: await listTogether(db, partnerId, found, shown, (id) => linkTo(db, actor, id), "each"),
    mentioned: shown.map(({ id, customerEmail, outstandingCents, hold }) => ({ invoiceId: id, customerEmail, outstandingCents, hold })),
  };
}

/** Returns the list with its heading, for a mail whose sum does not include these invoices; undefined if the list is empty. */
export function alsoOpenOf({ invoice }: Subject, { listed }: OpenOthers): MailContent["alsoOpen"] {
  return listed.length > 0 ? { words: sayInMessage[invoice.locale]("together.notInSum", { count: listed.length }), listed } : undefined;
}

/**
 * Returns the invoice with the day to state: the earlier of the day to pay by of its newest mail and its last day to pay in time, if still ahead.
 * Once both are over, it is the day by which the invoice was to be paid, because a new day would contradict the invoice's page.
 */
function listedUntil(
  found: Subject,
  invoice: HouseholdInvoice,
  state: CollectedRow,
  { named, now }: { named: string | undefined; now: Date },
) {
  const costs = costsInList(found, state, feeWordsIn(state.payer.country));
  const days = inTime(state, dueOnOf(state, now));
  const today = dayAt(now);
  const asked = [named ?? "", days.inTimeUntil].filter((day) => day >= today).sort()[0];
  return {
    ...invoice,
    costs,
    ...days,
    ...(asked && { inTimeUntil: asked, isMoved: false, overdueCents: null }),
    isAsked: asked !== undefined,
  };
}
