import type { Database } from "@/db/client";
import type { OutgoingMessage } from "@/db/schema/collections";
import type { Actor } from "@/server/actor";
import { findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { findNamedDay } from "@/server/billing/collection/find-named-day";
import { isAsked, isCollected, isHeld, payBy } from "@/server/billing/collection/plan";
import { findHousehold } from "@/server/billing/households/household";
import { dayAt } from "@/server/domain/formats/calendar";
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
  const collected = await findCollectedInvoices(db, partnerId, ids);
  const say = sayInMessage[found.invoice.locale];
  const stated = await Promise.all(
    open.map(async ({ id, externalInvoiceNumber: number, outstandingCents }) => {
      const state = collected.find((each) => each.id === id);
      if (!state || !isAsked(state) || !isCollected({ ...state, hasEmail: true }) || isHeld(state, now)) return [];
      const named = await findNamedDay(db, { partnerId, invoiceId: id });
      const latest = payBy({ ...state, hasEmail: true }, now);
      const day = named && named >= dayAt(now) && named < latest ? named : latest;
      return [say("together.otherOpen", { number, amount: money(outstandingCents, found), payBy: dayOf(found, day) })];
    }),
  );
  const list = stated.flat();
  return list.length > 0 ? say("together.othersOpen", { list: list.join("; ") }) : "";
}
