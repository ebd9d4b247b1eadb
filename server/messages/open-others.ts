import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dayToPay } from "@/server/billing/collection/day-to-pay";
import { findNamedDays } from "@/server/billing/collection/find-named-days";
import { isAsked } from "@/server/billing/collection/plan";
import { findHousehold } from "@/server/billing/households/household";
import { dayOf, money, type Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/**
 * States the payer's other open invoices for which they were asked, each with its number, sum and day to pay by, for a receipt; empty if
 * there are none. `told`: ids of invoices that the receipt is about itself. Held invoices, and those being paid, are left out.
 */
export async function sayOpenOthers(
  db: Database,
  actor: Actor,
  { partnerId, invoiceId }: Pick<OutgoingMessage, "partnerId" | "invoiceId">,
  { found, told, now }: { found: Subject; told: readonly string[]; now: Date },
): Promise<string> {
  const household = found.isInHousehold ? await findHousehold(db, actor, invoiceId) : null;
  const open = (household?.invoices ?? []).filter(
    ({ id, isOpen, isOfSamePayer }) => isOpen && isOfSamePayer && id !== invoiceId && !told.includes(id),
  );
  if (open.length === 0) return "";
  const ids = open.map(({ id }) => id);
  const [collected, named] = await Promise.all([findCollectedInvoices(db, partnerId, ids), findNamedDays(db, partnerId, ids)]);
  const say = sayInMessage[found.invoice.locale];
  const list = open.flatMap(({ id, externalInvoiceNumber: number, outstandingCents }) => {
    const state = collected.find((each) => each.id === id);
    const day = state && isAsked(state) && dayToPay({ ...state, hasEmail: true }, named.get(id), now);
    return day ? [say("together.otherOpen", { number, amount: money(outstandingCents, found), payBy: dayOf(found, day) })] : [];
  });
  return list.length > 0 ? say("together.othersOpen", { list: list.join("; ") }) : "";
}
