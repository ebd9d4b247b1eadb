import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { holds } from "@/db/schema/holds";
import { describeCollection } from "@/server/billing/collection/describe-collection";
import { describePlan } from "@/server/billing/collection/describe-plan";
import { customerLink } from "@/server/billing/customer-links/customer-link";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { wordsOfPromise } from "@/server/customer-page/document/promise";
import { type Customer, findCustomer } from "@/server/customer-page/find-customer";
import { promiseDay } from "@/server/customer-page/promise-day";
import { findPromiseOffer } from "@/server/customer-page/promise-offer";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { customerPageOf, readingFor } from "./customer-page-of";
import { givenCollected, jumpClock } from "./given-collection";
import { secretOf } from "./given-customer";
import { mailsTo } from "./mails-to";

interface Options {
  settings?: Partial<CollectionSettings>;
  invoice?: Partial<NewInvoice>;
  /** Days from the transmission to the time to which the clock is moved after the customer was asked. */
  days?: number;
}

/** Creates an invoice in a sandbox, four days overdue, whose customer was asked and may promise to pay within 14 days. */
export async function givenPromise({ settings, invoice, days = 18 }: Options = {}) {
  const world = await givenCollected({
    settings: { promiseDays: 14, dueDays: 14, reminder1Day: 8, reminder2Day: 30, ...settings },
    isSandbox: true,
    invoice: { locale: "en", ...invoice },
  });
  const { partner, invoice: billed, customerEmail } = world;
  const secret = secretOf(await customerLink(db, partner.actor, billed.id));
  const found = await findCustomer(db, secret, null);
  if (!found) throw new Error("a new link opens nothing");
  const clockMs = { now: 0 };
  const at = <Whose extends { clockOffsetMs: number }>(actor: Whose): Whose => ({ ...actor, clockOffsetMs: clockMs.now });
  const collect = () => world.collect({ kind: "mailbox" });
  /** Moves the clock to so many days after the transmission, and does everything that is due. */
  const jump = async (to: number) => {
    await jumpClock(partner, to);
    clockMs.now = to * DAY_MS;
    await collect();
  };
  await jump(0);
  await jump(days);
  return {
    ...world,
    collect,
    jump,
    id: billed.id,
    customer: () => at<Customer>(found),
    staff: () => at(partner.actor),
    /** Returns the day so many days after the transmission. */
    day: (after: number) => addDays(dayAt(new Date()), after),
    offer: () => findPromiseOffer(db, at(found)),
    promise: (day: string) => promiseBy(at(found), day),
    promised: () =>
      db
        .select()
        .from(holds)
        .where(and(eq(holds.invoiceId, billed.id), isNotNull(holds.promisedOn))),
    page: () => customerPageOf({ actor: at(found), secret }),
    plan: () => describePlan(db, at(partner.actor), billed.id),
    collection: () => describeCollection(db, at(partner.actor), billed.id),
    kinds: async () => (await world.outgoing()).filter(({ state }) => state === "sent").map(({ kind }) => kind),
    mails: () => mailsTo(customerEmail),
  };
}

/** Promises a day with the words of the customer's page. */
export async function promiseBy(actor: Customer, day: string) {
  const { described, reading } = await readingFor({ actor });
  return promiseDay(db, actor, day, (promise) => wordsOfPromise(promise, described.invoice.companyName, reading));
}
