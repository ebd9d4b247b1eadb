import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { type CollectionSettings, companySettings } from "@/db/schema/collection-settings";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import type { GivenMandate } from "@/server/billing/mandates/mandate-fields";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { newId } from "@/server/platform/id";
import type { NewCompany } from "@/server/tenancy/companies/company";
import { type GivenPartner, givenCompany, givenPartner } from "./given";
import { givenCustomer } from "./given-customer";
import { givenCreditorIdentifier, givenMandate } from "./given-mandate";

export interface OfferedInstalments {
  /** A sandbox; default: one of its own. */
  partner?: GivenPartner;
  settings?: Partial<CollectionSettings>;
  company?: Partial<NewCompany>;
  invoice?: Partial<NewInvoice>;
  amountCents?: number;
  /** Facts of the payer's mandate; null: the payer has none. Absent: the import does not collect by direct debit. */
  mandate?: GivenMandate | null;
}

/** Creates an invoice of 100.00 for a season, of a consumer in Germany who may pay it in up to four instalments. */
export async function givenOfferedInstalments(options: OfferedInstalments = {}) {
  const { settings, company: facts, invoice, amountCents = 10_000, mandate, partner = await givenPartner({ isSandbox: true }) } = options;
  const company = await givenCompany(partner, { countryCode: "DE", ...facts });
  const periodEndsOn = addDays(dayAt(new Date()), 300);
  if (mandate !== undefined) await givenCreditorIdentifier(partner, company);
  const offered = {
    directDebit: mandate !== undefined,
    instalmentsFromCents: 5_000,
    instalmentsMostParts: 4,
    instalmentsPeriodEndsOn: periodEndsOn,
    ...settings,
  };
  await db.update(companySettings).set(offered).where(eq(companySettings.companyId, company.id));
  const email = `${newId()}@members.example`;
  if (mandate) await givenMandate(partner, company, { customerEmail: email, ...mandate });
  const { secret, invoice: billed } = await givenCustomer(partner, {
    company,
    amountCents,
    invoice: { customerEmail: email, customerCountryCode: "DE", customerOrganization: null, locale: "en", ...invoice },
  });
  return { partner, company, email, secret, invoice: billed };
}
