import type { Database } from "@/db/client";
import type { Invoice } from "@/db/schema/invoices";
import { holdLocked } from "@/server/billing/holds/hold-invoice";
import { findHousehold } from "@/server/billing/households/household";
import { announce } from "@/server/billing/invoices/announce";
import { findHold } from "@/server/billing/invoices/find-hold";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { dayAt, isDay } from "@/server/domain/formats/calendar";
import { DAY_PROMISED } from "@/server/domain/rules/collection-messages";
import { waitsUntil } from "@/server/domain/rules/promise";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { asSystem, type Customer } from "./find-customer";
import { findPromiseOffer, type NoPromise, type PromiseOffer } from "./promise-offer";

/** A promise as it is put into words, with the invoices that it covers. */
export interface PromiseToSay {
  promisedOn: string;
  /** Last day without reminders. */
  until: string;
  covers: PromiseOffer["covers"];
}

/**
 * Records that the customer promises to pay on `day`, as the page sends it. No reminder comes before a transfer of that day can have arrived. The
 * promise covers the invoices that the page asks for together, and one mail confirms it. `word` returns the text for the customer, which is stored
 * and mailed as it is.
 *
 * Returns undefined if the promise is recorded, or is in force already; otherwise why it is not. `invalid_day`: not a day, or none that can be
 * promised. Throws `invalid_invoice_id`.
 */
export function promiseDay(
  db: Database,
  actor: Customer,
  day: string,
  word: (promise: PromiseToSay) => string,
): Promise<NoPromise | "invalid_day" | undefined> {
  return transact(db, actor, async (tx) => {
    const household = await findHousehold(tx, actor, actor.invoiceId);
    const locked = new Map<string, Invoice>();
    // Locks in a fixed order, to avoid deadlocks.
    for (const id of [...new Set([actor.invoiceId, ...(household?.invoices ?? []).map((each) => each.id)])].sort()) {
      locked.set(id, await lockInvoice(tx, id === actor.invoiceId ? actor : asSystem(actor), id));
    }
    const offer = await findPromiseOffer(tx, actor);
    if ("reason" in offer) {
      const held = await findHold(tx, { partnerId: actor.partnerId, id: actor.invoiceId }, dayAt(clock.now(actor)));
      const isRepeated = held?.promisedOn === day;
      return offer.reason === "promised" && isRepeated ? undefined : offer.reason;
    }
    if (!isDay(day) || day < offer.from || day > offer.to) return "invalid_day";
    const until = waitsUntil(day);
    // Leaves out invoices that joined the household after it was read.
    const covers = offer.covers.filter(({ id }) => locked.has(id));
    const reason = word({ promisedOn: day, until, covers });
    for (const { id } of covers) {
      const invoice = locked.get(id);
      if (!invoice) continue;
      const holdId = await holdLocked(tx, actor, invoice, { kind: "paused", until, reason, promisedOn: day });
      if (id === actor.invoiceId) await announce(tx, actor, invoice, DAY_PROMISED, holdId);
    }
    return undefined;
  });
}
