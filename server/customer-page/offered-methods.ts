import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { type Partner, partners } from "@/db/schema/partners";
import { currentProvider } from "@/server/billing/payment-providers/providers";
import { inUsualOrder, methodsIn, type OfferableMethod } from "@/server/domain/rules/payment-methods";
import { DomainError } from "@/server/errors";

/** Payment methods of an import without settings, which the service does not collect. The currency may allow fewer. */
const defaultMethods: readonly OfferableMethod[] = ["ideal", "bancontact", "credit_card", "paypal", "bank_transfer"];

/**
 * Returns the online payment methods that the import's settings offer and the currency allows, the usual ones of the customer's country
 * first. Empty without a provider.
 */
export async function offeredMethods(
  db: Database,
  { partnerId, importId, companyId, customerCountryCode }: Pick<Invoice, "partnerId" | "importId" | "companyId" | "customerCountryCode">,
): Promise<OfferableMethod[]> {
  const [found] = await db
    .select({
      offered: importSettings.paymentMethods,
      currency: companies.currency,
      countryCode: companies.countryCode,
      isSandbox: partners.isSandbox,
    })
    .from(companies)
    .innerJoin(partners, eq(partners.id, companies.partnerId))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, companies.partnerId), eq(importSettings.importId, importId)))
    .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId)));
  if (!found || !hasProvider(found)) return [];
  const offered = found.offered ?? defaultMethods;
  const fitting = methodsIn(found.currency).filter((method) => offered.includes(method));
  return inUsualOrder(fitting, customerCountryCode ?? found.countryCode);
}

function hasProvider(partner: Pick<Partner, "isSandbox">): boolean {
  try {
    return Boolean(currentProvider(partner));
  } catch (error) {
    if (error instanceof DomainError && error.code === "payments_not_offered") return false;
    throw error;
  }
}
