import { eq, sql } from "drizzle-orm";
import { vi } from "vitest";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companySettings } from "@/db/schema/collection-settings";
import { outgoingMessages } from "@/db/schema/collections";
import { partners } from "@/db/schema/partners";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import { DAY_MS } from "@/server/domain/time";
import { forgetEnv } from "@/server/env";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenCompany, givenInvoice, givenPartner } from "./given";
import type { SmtpServer } from "./smtp-server";

/** What other tests have left to be collected would be sent along. */
export async function leaveOthersAlone(): Promise<void> {
  await db.execute(sql`delete from collection_starts`);
  await db.execute(sql`update partners set clock_target_ms = null where clock_target_ms is not null`);
  await db.execute(sql`update collections set next_at = null where next_at is not null`);
  await db.execute(sql`update outgoing_messages set state = 'cancelled' where state in ('waiting', 'handing_over')`);
}

export function sendThrough({ url }: Pick<SmtpServer, "url">): void {
  vi.stubEnv("SMTP_URL", url);
  vi.stubEnv("MAIL_FROM", "Collection <no-reply@portal.example>");
  vi.stubEnv("PUBLIC_URL", "https://portal.example");
  forgetEnv();
}

/** A transmitted invoice whose customer nobody else writes to. */
export async function givenCollected(
  options: { settings?: Partial<CollectionSettings>; invoice?: Partial<NewInvoice>; partner?: GivenPartner; isSandbox?: boolean } = {},
) {
  const partner = options.partner ?? (await givenPartner(options));
  const company = await givenCompany(partner);
  if (options.settings) await db.update(companySettings).set(options.settings).where(eq(companySettings.companyId, company.id));
  const customerEmail = `${newId()}@members.example`;
  const invoice = await givenInvoice(partner, { company, transmitted: true, invoice: { customerEmail, ...options.invoice } });
  const outgoing = () => db.select().from(outgoingMessages).where(eq(outgoingMessages.invoiceId, invoice.id)).orderBy(outgoingMessages.id);
  return { partner, company, invoice, customerEmail, outgoing };
}

/** A sandbox's clock as so many days after the start, at one jump: nothing happens on the way. */
export async function jumpClock({ id }: Pick<GivenPartner, "id">, days: number): Promise<void> {
  await db
    .update(partners)
    .set({ clockOffsetMs: days * DAY_MS })
    .where(eq(partners.id, id));
}
