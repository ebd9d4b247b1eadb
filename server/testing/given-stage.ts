import { and, eq } from "drizzle-orm";
import type { Connection } from "@/db/client";
import { companySettings } from "@/db/schema/collection-settings";
import { systemActor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import { createInvoice } from "@/server/billing/invoices/create-invoice";
import { createCompany } from "@/server/tenancy/companies/create-company";
import { createPartner } from "@/server/tenancy/partners/create-partner";
import { newCompany, newInvoiceFor } from "./new-records";

type Db = Connection["db"];

/** Creates a transmitted invoice of a new partner for each amount. The settings charge late-payment and chargeback fees. */
export async function givenStage(db: Db, amountsCents: number[], { isSandbox }: { isSandbox: boolean }): Promise<Stage> {
  const partner = await createPartner(db, { name: "Northbank League", isSandbox });
  const actor = systemActor(partner);
  const company = await createCompany(db, actor, newCompany);
  await db
    .update(companySettings)
    .set({ request2Day: null, latePaymentFeeCents: 500, chargebackFeeCents: 300 })
    .where(and(eq(companySettings.partnerId, partner.id), eq(companySettings.companyId, company.id)));
  const { id: importId } = await createImport(db, actor, { companyId: company.id, title: null, expectedInvoicesCount: null });
  const invoiceIds: string[] = [];
  for (const amountCents of amountsCents) invoiceIds.push((await createInvoice(db, actor, newInvoiceFor(importId, amountCents))).id);
  await transmitImport(db, actor, importId);
  return { partnerId: partner.id, invoiceIds };
}

export interface Stage {
  partnerId: string;
  invoiceIds: string[];
}
