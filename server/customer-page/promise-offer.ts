import type { Database } from "@/db/client";
import { type CollectedRow, findCollectedInvoices } from "@/server/billing/collection/collected-invoices";
import { dueOnOf, isAsked, isCollected, isHeld } from "@/server/billing/collection/plan";
import { isEndToBeTold, runningPlan } from "@/server/billing/collection/planned-instalments";
import { lastDayInTime } from "@/server/billing/collection/returned-payment";
import { isDebited } from "@/server/billing/collection/to-be-debited";
import { keepProvenAlike } from "@/server/billing/contact-changes/keep-proven-alike";
import { findHousehold } from "@/server/billing/households/household";
import { findPromise } from "@/server/billing/invoices/find-promise";
import { dayAt } from "@/server/domain/formats/calendar";
import { sumOf } from "@/server/domain/rules/account";
import { type PromisableDays, promisableDays } from "@/server/domain/rules/promise";
import { clock } from "@/server/platform/clock";
import { divideAsked } from "./asked-together";
import type { Customer } from "./find-customer";

/** Days and invoices that a customer can promise to pay. */
export interface PromiseOffer extends PromisableDays {
  /** The invoices that the promise covers, in recorded order: this one, and those that are certainly of the same payer and asked for with it. */
  covers: { id: string; number: string }[];
}

/**
 * Reason why no day can be promised. `not_offered`: the import permits none, the customer was not asked yet, or nothing is to be promised now, such
 * as long before the due day. `promised`: the customer has promised a day before.
 */
export type NoPromise =
  | "not_offered"
  | "promised"
  | "already_retracted"
  | "nothing_outstanding"
  | "payment_in_progress"
  | "on_hold"
  | "instalments"
  | "debited";

/** Returns the days on which the customer can promise to pay, or why there are none. */
export async function findPromiseOffer(db: Database, actor: Customer): Promise<PromiseOffer | { reason: NoPromise }> {
  const { partnerId, invoiceId } = actor;
  const [[collected], promise] = await Promise.all([
    findCollectedInvoices(db, partnerId, [invoiceId]),
    findPromise(db, { partnerId, id: invoiceId }),
  ]);
  if (!collected || collected.settings.promiseDays === null) return { reason: "not_offered" };
  const now = clock.now(actor);
  const reason = whyNot(collected, promise !== undefined, now);
  if (reason) return { reason };
  const days = promisableDays(dayAt(now), lastDayInTime(collected, dueOnOf(collected, now)), collected.settings.promiseDays);
  return days ? { ...days, covers: await findCovered(db, actor, collected) } : { reason: "not_offered" };
}

function whyNot(collected: CollectedRow, hasPromised: boolean, now: Date): NoPromise | undefined {
  if (collected.retractedAt) return "already_retracted";
  if (sumOf(collected.lines) <= 0) return "nothing_outstanding";
  // A promise is a hold itself.
  if (hasPromised) return "promised";
  if (collected.isPaymentInProgress) return "payment_in_progress";
  if (isHeld(collected, now)) return "on_hold";
  if (runningPlan(collected, now)) return "instalments";
  // The mail about the end of the instalments names a day first.
  if (isEndToBeTold(collected)) return "not_offered";
  if (isDebited(collected, now)) return "debited";
  return isCollected(collected) && isAsked(collected) ? undefined : "not_offered";
}

/**
 * Returns this invoice, and those that the page asks for together with it, if the company's own facts prove that they have the same payer and
 * nothing stands against a promise. Held invoices are not asked for. An invoice without an address is not covered, nor does it need to be: the
 * mails about this invoice ask for it.
 */
async function findCovered(db: Database, actor: Customer, own: CollectedRow): Promise<PromiseOffer["covers"]> {
  const only = [{ id: own.id, number: own.externalInvoiceNumber }];
  const household = await findHousehold(db, actor, actor.invoiceId);
  if (!household) return only;
  const { asked } = await divideAsked(db, actor, actor.invoiceId, household);
  const ids = asked.filter(({ isOfSamePayer }) => isOfSamePayer).map(({ id }) => id);
  const found = await findCollectedInvoices(db, actor.partnerId, await keepProvenAlike(db, own.id, actor.partnerId, ids));
  const now = clock.now(actor);
  const free = new Set<string>();
  for (const each of found) {
    const isFree = isCollected(each) && !runningPlan(each, now) && !isEndToBeTold(each);
    if (isFree && !(await findPromise(db, { partnerId: actor.partnerId, id: each.id }))) free.add(each.id);
  }
  return asked.filter(({ id }) => id === own.id || free.has(id)).map(({ id, externalInvoiceNumber: number }) => ({ id, number }));
}
