import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { companies } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { mailCheckCodes } from "@/db/schema/mail-check-codes";
import { addresseeOf, type CustomerName } from "@/server/domain/rules/customer-name";
import { newCheckCode } from "@/server/platform/mail/check-code";
import { enqueueCustomerMail } from "@/server/platform/mail/enqueue-mail";
import type { CustomerMailKind, MailValues } from "@/server/platform/mail/mail-kinds";

type Subject = Pick<Invoice, "id" | "partnerId" | "companyId" | "externalInvoiceNumber" | "locale"> & CustomerName;

/** Values that all mails to customers have. */
type CommonValues = MailValues["customerAddressChanged"];

/**
 * Queues a mail to an invoice's customer about their own details, with a check code that `checkMessage` recognises from then on. A mail to a former
 * address (`customerAddressChanged`) greets nobody by name, because the address may belong to a household that the customer has left.
 */
export async function mailCustomer<Kind extends CustomerMailKind>(
  tx: Database,
  invoice: Subject,
  address: string,
  kind: Kind,
  values: Omit<MailValues[Kind], keyof CommonValues>,
): Promise<void> {
  const { id: invoiceId, partnerId, companyId, locale } = invoice;
  const {
    name: company,
    email: replyTo,
    country,
  } = only(
    await tx
      .select({ name: companies.name, email: companies.email, country: companies.countryCode })
      .from(companies)
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  const checkCode = newCheckCode();
  const { externalInvoiceNumber: invoiceNumber } = invoice;
  const addressee = kind === "customerAddressChanged" ? null : addresseeOf(invoice);
  const common: CommonValues = { company, invoiceNumber, addressee, checkCode, replyTo, country };
  const to = { partnerId, recipient: address, locale };
  const mailId = await enqueueCustomerMail(tx, to, kind, { ...common, ...values } as MailValues[Kind]);
  await tx.insert(mailCheckCodes).values({ checkCode, partnerId, invoiceId, mailId, createdAt: sql`now()` });
}
