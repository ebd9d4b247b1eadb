import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companySettings } from "@/db/schema/collection-settings";
import { type Debit, debits } from "@/db/schema/debits";
import { mails } from "@/db/schema/mails";
import { type Payment, payments } from "@/db/schema/payments";
import { transmitImport } from "@/server/billing/imports/transmit-import";
import type { InvoiceDetails, NewInvoice } from "@/server/billing/invoices/invoice";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { newId } from "@/server/platform/id";
import { type GivenPartner, givenImport, givenInvoice, givenPartner } from "./given";
import { collectionOf } from "./given-collection";
import { givenCreditor, givenMandate } from "./given-mandate";

interface GivenDebits {
  partner?: GivenPartner;
  settings?: Partial<CollectionSettings>;
  /** Invoices, all of one payer. */
  invoices?: Partial<NewInvoice & { amountCents: number }>[];
  /** Facts of the payer's mandate; null: none. */
  mandate?: GivenMandate | null;
}

/**
 * Creates a transmitted import of a company that collects by direct debit, with invoices of one payer who has a mandate. The debits are not
 * planned yet: `collect` and `decide` plan them.
 */
export async function givenDebits({ partner: given, settings, invoices = [{}], mandate: facts = {} }: GivenDebits = {}) {
  const partner = given ?? (await givenPartner({ isSandbox: true }));
  const company = await givenCreditor(partner);
  await db
    .update(companySettings)
    .set({ directDebit: true, ...settings })
    .where(eq(companySettings.companyId, company.id));
  const customerEmail = `${newId()}@members.example`;
  const into = await givenImport(partner, { company });
  const created: InvoiceDetails[] = [];
  for (const { amountCents = 4_500, ...invoice } of invoices) {
    created.push(await givenInvoice(partner, { import: into, amountCents, invoice: { customerEmail, locale: "en", ...invoice } }));
  }
  const mandate = facts && (await givenMandate(partner, company, { customerEmail, ...facts }));
  await transmitImport(db, partner.actor, into.id);
  const [invoice] = created;
  if (!invoice) throw new Error("An import needs an invoice");
  return {
    partner,
    company,
    customerEmail,
    import: into,
    invoices: created,
    invoice,
    mandate,
    ...collectionOf(partner),
    ...recordsOf(partner),
  };
}

/** Reads what was recorded for a partner. */
function recordsOf({ id }: Pick<GivenPartner, "id">) {
  return {
    debits: (): Promise<Debit[]> => db.select().from(debits).where(eq(debits.partnerId, id)).orderBy(debits.id),
    parts: (): Promise<Payment[]> => db.select().from(payments).where(eq(payments.partnerId, id)).orderBy(payments.id),
    mailsTo: async (email: string) =>
      (await db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)).map(({ subject, body }) => ({ subject, body })),
  };
}
