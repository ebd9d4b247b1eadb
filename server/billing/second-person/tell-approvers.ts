import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Proposal } from "@/db/schema/proposals";
import { env } from "@/server/env";
import { mailText } from "@/server/outbound/mail/mail-text";
import { mailApprovers } from "./mail-approvers";

/** Tells who may approve it of an amount on an invoice. */
export async function tellOfProposal(tx: Database, { partnerId, invoiceId, proposedBy }: Proposal): Promise<void> {
  const { companyId, invoiceNumber } = only(
    await tx
      .select({ companyId: invoices.companyId, invoiceNumber: invoices.invoiceNumber })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
  const values = { invoiceNumber: String(invoiceNumber), link: `${env().PUBLIC_URL}/invoices/${invoiceId}` };
  await mailApprovers(tx, { partnerId, companyId, proposedBy }, (locale) => mailText(locale, "secondPersonNeeded", values));
}

/** Tells who may approve it of a file that gives money back. */
export async function tellOfPayout(
  tx: Database,
  { partnerId, companyId, company, proposedBy }: { partnerId: string; companyId: string; company: string; proposedBy: string },
): Promise<void> {
  const link = `${env().PUBLIC_URL}/bank/refunds?company=${companyId}`;
  await mailApprovers(tx, { partnerId, companyId, proposedBy }, (locale) => mailText(locale, "payoutToApprove", { company, link }));
}
