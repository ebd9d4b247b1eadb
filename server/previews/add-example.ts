import type { Database } from "@/db/client";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { createImport } from "@/server/billing/imports/create-import";
import { emptyRecipient } from "@/server/billing/invoices/recipient-fields";
import type { Locale } from "@/server/domain/formats/locales";
import { sayInMessage } from "@/server/messages/say-in-message";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { getCompany } from "@/server/tenancy/companies/find-company";

/** The made-up customer, with the company's number of their invoice. */
export const exampleCustomer = {
  customerFirstName: "Mia",
  customerLastName: "Brandsma",
  customerEmail: "mia.brandsma@customer.example",
  externalInvoiceNumber: "2027-001",
};

const AMOUNT_CENTS = 120_00;
/** Below all numbers of invoices, which begin at 100,000,001. An example therefore takes none of them. */
const MOST_NUMBER = 99_999_999;

/**
 * Adds an import with one made-up invoice of a made-up customer within a rehearsal, with the company's settings. Returns the invoice's id.
 * Throws `invalid_company_id`.
 */
export async function addExample(tx: Database, actor: Actor, companyId: string, wanted: Locale | null): Promise<string> {
  const { partnerId } = actor;
  const company = await getCompany(tx, actor, companyId);
  const locale = wanted ?? company.locale;
  const description = sayInMessage[locale]("example");
  const { id: importId } = await createImport(tx, actor, { companyId, title: description, expectedInvoicesCount: null });
  const [id, createdAt] = [newId(), clock.now(actor)];
  await tx
    .insert(invoices)
    .overridingSystemValue()
    .values({
      ...emptyRecipient,
      ...{ partnerId, id, importId, companyId, locale, createdAt },
      ...exampleCustomer,
      customerCountryCode: company.countryCode,
      invoiceNumber: numberFor(companyId),
      amountTotalCents: AMOUNT_CENTS,
      amountBilledCents: AMOUNT_CENTS,
    });
  await tx.insert(invoiceLines).values({
    ...{ partnerId, invoiceId: id, id: newId(), position: 1 },
    ...{ type: "INVOICE-LINE", amountCents: AMOUNT_CENTS, description, date: createdAt },
  });
  return id;
}

/** Returns the same number each time, so that a company's example always has the same reference. */
function numberFor(companyId: string): number {
  return 1 + (Number.parseInt(companyId.slice(0, 8), 16) % MOST_NUMBER);
}
