import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import type { Proposal } from "@/db/schema/proposals";
import { env } from "@/server/env";
import { enqueueMail } from "@/server/platform/mail/enqueue-mail";
import { mailEachAdministrator } from "@/server/platform/mail/mail-each-administrator";
import type { MailKind, MailValues } from "@/server/platform/mail/mail-kinds";
import type { FoundApprovers } from "./find-approvers";

/** Mails the people who can approve a proposal; if there are none, all administrators. */
export async function mailApproversOfProposal(
  tx: Database,
  { partnerId, invoiceId, bankTransactionId }: Proposal,
  found: FoundApprovers,
): Promise<void> {
  const { invoiceNumber } = only(
    await tx
      .select({ invoiceNumber: invoices.invoiceNumber })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, invoiceId))),
  );
  const page = bankTransactionId === null ? `invoices/${invoiceId}` : `bank?payment=${bankTransactionId}`;
  const values = { invoiceNumber: String(invoiceNumber), link: `${env().PUBLIC_URL}/${page}` };
  await mailApprovers(tx, found, "secondPersonNeeded", values);
  await mailIfNobody(tx, partnerId, found, values.link);
}

/** As `mailApproversOfProposal`, for a file that gives money back. */
export async function mailApproversOfRefundFile(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  found: FoundApprovers,
): Promise<void> {
  const link = refundsLink(companyId);
  await mailApprovers(tx, found, "payoutToApprove", { company, link });
  await mailIfNobody(tx, partnerId, found, link);
}

/** As `mailApproversOfProposal`, for files of direct debits. */
export async function mailApproversOfDebitFile(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  found: FoundApprovers,
): Promise<void> {
  const link = debitsLink(companyId);
  await mailApprovers(tx, found, "debitsToApprove", { company, link });
  await mailIfNobody(tx, partnerId, found, link);
}

/** As `mailApproversOfProposal`, for payees of a refund file whose names do not match their accounts. */
export async function mailApproversOfNames(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  found: FoundApprovers,
): Promise<void> {
  const link = refundsLink(companyId);
  await mailApprovers(tx, found, "payeesToDecide", { company, link });
  await mailIfNobody(tx, partnerId, found, link);
}

/** Mails the people who decide about money that a bank's report contradicts the records of a refund file. */
export async function mailAboutDisagreement(
  tx: Database,
  { companyId, company }: { companyId: string; company: string },
  readers: FoundApprovers,
): Promise<void> {
  await mailApprovers(tx, readers, "refundsToCheck", { company, link: refundsLink(companyId) });
}

/** As `mailAboutDisagreement`, for a file of direct debits. */
export async function mailAboutDebits(
  tx: Database,
  { companyId, company }: { companyId: string; company: string },
  readers: FoundApprovers,
): Promise<void> {
  await mailApprovers(tx, readers, "debitsToCheck", { company, link: debitsLink(companyId) });
}

/** As `mailAboutDebits`, that the bank has a withdrawn file whose debits are in a newer one. */
export async function mailAboutDoubledFiles(tx: Database, values: MailValues["debitFileTwice"], readers: FoundApprovers): Promise<void> {
  await mailApprovers(tx, readers, "debitFileTwice", values);
}

/** Mails the people who decide about money that the bank refuses a file of direct debits, or a batch of one. */
export async function mailAboutRefusedDebits(
  tx: Database,
  { companyId, company }: { companyId: string; company: string },
  readers: FoundApprovers,
): Promise<void> {
  await mailApprovers(tx, readers, "debitsRefused", { company, link: debitsLink(companyId) });
}

/** As `mailApproversOfProposal`, for bank statements above the limit. */
export async function mailApproversOfStatement(
  tx: Database,
  { partnerId, companyId, company }: { partnerId: string; companyId: string; company: string },
  found: FoundApprovers,
): Promise<void> {
  const values = { company, link: `${env().PUBLIC_URL}/bank/statements?company=${companyId}` };
  await mailApprovers(tx, found, "statementToAccept", values);
  const { aloneFrom } = found;
  if (aloneFrom) await mailEachAdministrator(tx, partnerId, "nobodyToAccept", { ...values, when: aloneFrom.toISOString() });
}

const refundsLink = (companyId: string) => `${env().PUBLIC_URL}/bank/refunds?company=${companyId}`;
const debitsLink = (companyId: string) => `${env().PUBLIC_URL}/companies/${companyId}/debits`;

async function mailApprovers<Kind extends MailKind>(
  tx: Database,
  { approvers }: FoundApprovers,
  kind: Kind,
  values: MailValues[Kind],
): Promise<void> {
  for (const { id, locale } of approvers) await enqueueMail(tx, id, locale, kind, values);
}

/** Mails all administrators if there is no approver, with the time from which the author may act alone. */
async function mailIfNobody(tx: Database, partnerId: string, { aloneFrom }: FoundApprovers, link: string): Promise<void> {
  if (aloneFrom) await mailEachAdministrator(tx, partnerId, "nobodyToApprove", { when: aloneFrom.toISOString(), link });
}
