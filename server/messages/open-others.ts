import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { type CollectedRow, findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { dueOnOf, isAsked } from "@/server/billing/collection/plan";
import { findHousehold, type HouseholdInvoice } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
import { feeWordsIn } from "@/server/domain/words/fee-words";
import type { MentionedInvoice } from "./included-invoices";
import { inTime, listTogether } from "./list-together";
import type { MailContent } from "./mail";
import type { Subject } from "./message-subject";
import type { LinkTo } from "./said";
import { costsInList } from "./say-costs";

/** The payer's other open invoices that a mail lists. */
export interface OpenOthers {
  listed: MailContent["listed"];
  mentioned: MentionedInvoice[];
}

/**
 * Lists the payer's other open invoices for which they were asked, each with its sum, day and link. `told`: ids of invoices that the
 * mail is about itself. Held invoices, and those being paid, are left out. Links go to the same payer only, as in a household's request; this
 * is checked again when the mail is sent.
 */
export async function listOpenOthers(
  db: Database,
  actor: Actor,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  { found, told, now, linkTo }: { found: Subject; told: readonly string[]; now: Date; linkTo: LinkTo },
): Promise<OpenOthers> {
  const household = found.isInHousehold ? await findHousehold(db, actor, invoiceId) : null;
  const open = (household?.invoices ?? []).filter(
    ({ id, isOpen, isOfSamePayer }) => isOpen && isOfSamePayer && id !== invoiceId && !told.includes(id),
  );
  if (open.length === 0) return { listed: [], mentioned: [] };
  const ids = open.map(({ id }) => id);
  const [collected, named] = await Promise.all([findCollectedInvoices(db, partnerId, ids), findNamedDays(db, partnerId, ids)]);
  const asked = open.flatMap((invoice) => {
    const state = collected.find(({ id }) => id === invoice.id);
    const isListed = state && isAsked(state) && dayToPay({ ...state, hasEmail: true }, named.get(invoice.id), now);
    return isListed ? [listedUntil(found, invoice, state, { named: named.get(invoice.id), now })] : [];
  });
  return {
    listed: await listTogether(db, partnerId, found, asked, (id) => linkTo(db, actor, id), "each"),
    mentioned: asked.map(({ id, customerEmail, outstandingCents }) => ({ invoiceId: id, customerEmail, outstandingCents })),
  };
}

/**
 * Names the day to pay by of the invoice's newest mail, or else its day to pay in time. Once both are over, that is the day by which it was to be
 * paid: a day to pay by that no mail about it has named would contradict its page.
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
