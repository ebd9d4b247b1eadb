import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Proposal } from "@/db/schema/proposals";
import { formatMoment } from "@/server/domain/formats/dates";
import type { Locale } from "@/server/domain/formats/locales";
import { TIME_ZONE } from "@/server/domain/formats/time-zone";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import { type MailText, mailText } from "@/server/platform/mail/mail-text";
import type { Waiting } from "./find-approvers";

/** Mails the approvers of an amount on an invoice; if there are none, all administrators. */
export async function mailApproversOfProposal(
  tx: Database,
  { partnerId, invoiceId, bankTransactionId }: Proposal,
  waiting: Waiting,
): Promise<void> {
  const { invoiceNumber } = only(
    await tx
      .select({ invoiceNumber: invoices.invoiceNumber })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
  const page = bankTransactionId === null ? `invoices/${invoiceId}` : `bank?payment=${bankTransactionId}`;
  const values = { invoiceNumber: String(invoiceNumber), link: `${env().PUBLIC_URL}/${page}` };
  await mailWaiting(tx, partnerId, waiting, values.link, (locale) => mailText(locale, "secondPersonNeeded", values));
}

/** As `mailApproversOfProposal`, for a file that gives money back. */
export async function mailApproversOfRefundFile(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  waiting: Waiting,
): Promise<void> {
  const link = `${env().PUBLIC_URL}/bank/refunds?company=${companyId}`;
  await mailWaiting(tx, partnerId, waiting, link, (locale) => mailText(locale, "payoutToApprove", { company, link }));
}

/** As `mailApproversOfProposal`, for bank statements above the limit. */
export async function mailApproversOfStatement(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  waiting: Waiting,
): Promise<void> {
  const link = `${env().PUBLIC_URL}/bank/statements?company=${companyId}`;
  const values = { company, link };
  await mailWaiting(
    tx,
    partnerId,
    waiting,
    link,
    (locale) => mailText(locale, "statementToAccept", values),
    (when, locale) => mailText(locale, "nobodyToAccept", { ...values, when }),
  );
}

async function mailWaiting(
  tx: Database,
  partnerId: string,
  { approvers, aloneFrom }: Waiting,
  link: string,
  textIn: (locale: Locale) => MailText,
  nobodyIn = (when: string, locale: Locale): MailText => mailText(locale, "nobodyToApprove", { when, link }),
): Promise<void> {
  for (const { id, locale } of approvers) await enqueueMail(tx, id, locale, textIn(locale));
  if (aloneFrom === null) return;
  await mailEachAdministrator(tx, partnerId, (locale) => nobodyIn(formatMoment(aloneFrom, locale, TIME_ZONE, "long"), locale));
}
