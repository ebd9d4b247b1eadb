import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { formerCountry } from "@/server/billing/contact-changes/proven-contact";
import type { InstalmentPayer } from "@/server/domain/rules/instalment-rules";
import type { FeePayer } from "@/server/domain/rules/late-fee-rules";
import { DomainError } from "@/server/errors";

/**
 * Returns the payer of an invoice as the law on instalments sees them. `country` and `isBusiness`: as for late-payment fees. The country that the
 * company stated counts as well if the customer has set another one, and a person's name beside an organisation's makes a consumer, because it may be
 * that of a family or a trade (decision 0189). Throws `invalid_invoice_id`.
 */
export async function findInstalmentPayer(
  db: Database,
  { partnerId, id }: Pick<Invoice, "partnerId" | "id">,
  { country, isBusiness }: Pick<FeePayer, "country" | "isBusiness">,
): Promise<InstalmentPayer> {
  const [found] = await db
    .select({ companyCountry: companies.countryCode, former: formerCountry, firstName: invoices.customerFirstName })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .where(and(eq(invoices.partnerId, partnerId), eq(invoices.id, id)));
  if (!found) throw new DomainError("invalid_invoice_id");
  const { companyCountry, former, firstName } = found;
  return {
    countries: [country, companyCountry, ...(former === null ? [] : [former || companyCountry])],
    isBusiness: isBusiness && (firstName ?? "").trim() === "",
  };
}
