import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Proposal } from "@/db/schema/proposals";
import { userCompanies, users } from "@/db/schema/users";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/outbound/mail/enqueue-mail";
import { mailText } from "@/server/outbound/mail/mail-text";

/** Owes a mail to everybody who may approve the proposal: who works on money, sees the invoice's company and did not propose it. */
export async function mailApprovers(tx: Database, { partnerId, invoiceId, proposedBy }: Proposal): Promise<void> {
  const { companyId, invoiceNumber } = only(
    await tx
      .select({ companyId: invoices.companyId, invoiceNumber: invoices.invoiceNumber })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
  const seesCompany = sql`exists (select from ${userCompanies} where ${userCompanies.partnerId} = ${users.partnerId}
    and ${userCompanies.userId} = ${users.id} and ${userCompanies.companyId} = ${companyId})`;
  const approvers = await tx
    .select({ id: users.id, locale: users.locale })
    .from(users)
    .where(
      and(
        eq(users.partnerId, partnerId),
        eq(users.accessLevel, "money"),
        isNull(users.disabledAt),
        ne(users.id, proposedBy),
        or(eq(users.limitedToCompanies, false), seesCompany),
      ),
    );
  const link = `${env().PUBLIC_URL}/invoices/${invoiceId}`;
  for (const { id, locale } of approvers)
    await enqueueMail(tx, id, locale, mailText(locale, "secondPersonNeeded", { invoiceNumber: String(invoiceNumber), link }));
}
