import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { partners } from "@/db/schema/partners";
import { runCollection } from "@/server/background/run-collection";
import { beginCollections } from "@/server/billing/collection/begin-collections";
import { takeDueSteps } from "@/server/billing/collection/take-due-steps";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { addDays, dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { forgetEnv } from "@/server/env";
import { sendDueMessages } from "@/server/messages/send-due-messages";
import type { Transport } from "@/server/messages/transport";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner } from "./given";
import type { SmtpServer } from "./smtp-server";

/** Sets the environment so that mails are sent through the server. */
export function sendThrough({ url }: Pick<SmtpServer, "url">): void {
  vi.stubEnv("SMTP_URL", url);
  vi.stubEnv("MAIL_FROM", "Collection <no-reply@portal.example>");
  vi.stubEnv("PUBLIC_URL", "https://portal.example");
  forgetEnv();
}

/** Creates a transmitted invoice with a customer of its own. Returns it with its partner's background work. */
export async function givenCollected(
  options: { settings?: Partial<CollectionSettings>; invoice?: Partial<NewInvoice>; partner?: GivenPartner; isSandbox?: boolean } = {},
) {
  const partner = options.partner ?? (await givenPartner(options));
  const company = await givenCompany(partner);
  if (options.settings) await db.update(companySettings).set(options.settings).where(eq(companySettings.companyId, company.id));
  const customerEmail = `${newId()}@members.example`;
  const invoice = await givenInvoice(partner, { company, transmitted: true, invoice: { customerEmail, ...options.invoice } });
  const outgoing = () => db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id)).orderBy(outgoingMessages.id);
  return { partner, company, invoice, customerEmail, outgoing, ...collectionOf(partner) };
}

/** Returns the background work of collection, for this partner alone. */
export function collectionOf({ id }: Pick<GivenPartner, "id">) {
  const scope = { partnerId: id };
  return {
    /** Does everything that is due. */
    collect: (transport?: Transport) => runCollection(db, { scope, transport }),
    /** Charges the fees and queues the messages that are due, without sending them. */
    decide: async () => {
      await beginCollections(db, scope);
      await takeDueSteps(db, { canMail: true, scope });
    },
    /** Sends the queued messages that are due. */
    sendDue: (transport: Transport) => sendDueMessages(db, transport, { scope }),
  };
}

/** Sets a sandbox's clock to so many calendar days after the real time, without the steps in between. */
export async function jumpClock({ id }: Pick<GivenPartner, "id">, days: number): Promise<void> {
  const now = new Date();
  const whole = Math.floor(days);
  const then = sameTimeOn(addDays(dayAt(now), whole), now).getTime() + (days - whole) * DAY_MS;
  await db
    .update(partners)
    .set({ clockOffsetMs: Math.round(then - now.getTime()) })
    .where(eq(partners.id, id));
}
