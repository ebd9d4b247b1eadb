import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Proposal } from "@/db/schema/proposals";
import { userCompanies, users } from "@/db/schema/users";
import type { Locale } from "@/server/domain/locales";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/outbound/mail/enqueue-mail";
import { type MailText, mailText } from "@/server/outbound/mail/mail-text";

/** What a second person is to approve. `proposedBy` is a person's id; empty: no person's. */
interface Proposed {
  partnerId: string;
  companyId: string;
  proposedBy: string;
}

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
export async function tellOfPayout(tx: Database, { company, ...proposed }: Proposed & { company: string }): Promise<void> {
  const link = `${env().PUBLIC_URL}/bank/refunds?company=${proposed.companyId}`;
  await mailApprovers(tx, proposed, (locale) => mailText(locale, "payoutToApprove", { company, link }));
}

/** Owes a mail to everybody who may approve it: who works on money, sees the company and did not propose it. */
async function mailApprovers(
  tx: Database,
  { partnerId, companyId, proposedBy }: Proposed,
  textIn: (locale: Locale) => MailText,
): Promise<void> {
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
  for (const { id, locale } of approvers) await enqueueMail(tx, id, locale, textIn(locale));
}
