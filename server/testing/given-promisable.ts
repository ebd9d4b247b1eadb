import { and, eq, ne } from "drizzle-orm";
import { db } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { invoices } from "@/db/schema/invoices";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { newId } from "@/server/platform/id";
import { givenCompany, givenPartner } from "./given";
import { givenCustomer } from "./given-customer";
import { waitUntilNone } from "./wait-until-none";

/**
 * Creates an invoice in a sandbox that was due yesterday, whose customer was asked ten days ago and may promise to pay within 14 days. For
 * journeys, which cannot load the templates of mails.
 */
export async function givenPromisable(invoice: Partial<NewInvoice> = {}) {
  const partner = await givenPartner({ isSandbox: true });
  const company = await givenCompany(partner);
  await db
    .update(companySettings)
    .set({ promiseDays: 14, reminder1Day: 8, reminder2Day: 20 })
    .where(eq(companySettings.companyId, company.id));
  const customer = await givenCustomer(partner, {
    company,
    invoice: { customerEmail: `${newId()}@members.example`, locale: "en", ...invoice },
  });
  const { id } = customer.invoice;
  const today = dayAt(new Date());
  const askedAt = new Date(Date.now() - 10 * DAY_MS);
  const asked = { kind: "request1", state: "sent", createdAt: askedAt, nextAttemptAt: askedAt } as const;
  await db
    .insert(outgoingMessages)
    .values({ ...asked, partnerId: partner.id, id: newId(), invoiceId: id })
    .onConflictDoNothing();
  const isWaiting = and(eq(outgoingMessages.invoiceId, id), ne(outgoingMessages.state, "sent"));
  await waitUntilNone(() => db.$count(outgoingMessages, isWaiting), "The request was not sent within 30 s");
  // Last, because a running service that has sent the request itself has set the day.
  await db
    .update(invoices)
    .set({ dueOn: addDays(today, -1) })
    .where(eq(invoices.id, id));
  return { partner, id, secret: customer.secret, day: (after: number) => addDays(today, after) };
}
