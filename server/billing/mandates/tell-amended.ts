import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { imports } from "@/db/schema/imports";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { provenEmail } from "@/server/billing/contact-changes/proven-contact";
import { mailCustomer } from "@/server/billing/customer-mails/mail-customer";
import { maskIban } from "@/server/domain/banking/mask-iban";
import { companyNameInMail } from "@/server/domain/words/plain-name";
import { clock } from "@/server/platform/clock";
import { emailOfMandate, type Mandate } from "./mandate";

/**
 * Mails the payer that somebody else recorded another account for their mandate, or another holder of the same one, and which planned debits are collected from it: their
 * announcements name the former one. A payer without an e-mail address, or whose invoices were never transmitted, gets no mail. `former`: the
 * mandate with its former account.
 */
export async function tellAmended(
  tx: Database,
  actor: Actor,
  former: Mandate,
  { holder, iban }: Pick<Mandate, "holder" | "iban">,
): Promise<void> {
  const invoice = await findNewestInvoice(tx, actor, former);
  if (!invoice?.customerEmail) return;
  await mailCustomer(tx, invoice, invoice.customerEmail, "customerMandateAmended", {
    ...{ holder: companyNameInMail(holder), iban: maskIban(iban), former: maskIban(former.iban), reference: former.reference },
    changed: iban === former.iban ? "holder" : "account",
    ...{
      when: clock.now(actor).toISOString(),
      debits: (await findPlanned(tx, actor, former)).map((debit) => ({ ...debit, iban: maskIban(iban) })),
    },
  });
}

/** Finds the payer's newest invoice that was transmitted: the mail names it, and is in its language. */
async function findNewestInvoice(tx: Database, { partnerId }: Actor, mandate: Mandate) {
  const email = emailOfMandate(mandate);
  if (email === null) return undefined;
  const [found] = await tx
    .select({ invoice: invoices })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId), isNotNull(imports.transmittedAt)))
    .where(
      and(
        ...[eq(invoices.partnerId, partnerId), eq(invoices.companyId, mandate.companyId)],
        sql`${customerEmailHash(invoices)} = ${customerEmailHash({ customerEmail: sql`${email}::text` })} and ${invoices.customerEmail} <> ''`,
        sql`customer_key(${invoices.customerEmail}, ${invoices.id}) = ${mandate.customerKey}`,
        sql`${provenEmail} is not null`,
      ),
    )
    .orderBy(desc(invoices.invoiceNumber))
    .limit(1);
  return found?.invoice;
}

/** Finds the planned debits by a mandate, by day, with what is left of them. */
async function findPlanned(tx: Database, { partnerId }: Actor, { id }: Mandate) {
  const rows = await tx.execute<{ collectOn: string; amountCents: number }>(sql`
    select d.collect_on::text as "collectOn", sum(p.amount_cents)::float8 as "amountCents"
    from debits d join payments p on p.partner_id = d.partner_id and p.debit_id = d.id and p.status = 'scheduled'
    where d.partner_id = ${partnerId} and d.mandate_id = ${id} and d.status = 'planned'
    group by d.id, d.collect_on order by d.collect_on, d.id`);
  return rows.map(({ collectOn, amountCents }) => ({ collectOn, amountCents }));
}
