import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { importSettings } from "@/db/schema/collection-settings";
import { type Company, companies } from "@/db/schema/companies";
import type { Invoice } from "@/db/schema/invoices";
import { type Partner, partners } from "@/db/schema/partners";
import { currentProvider } from "@/server/billing/payment-providers/providers";
import type { OnlineMethod } from "@/server/billing/payments/start-payment";
import { DomainError } from "@/server/errors";

/** What people of each country pay by first. */
const usual: Partial<Record<Company["countryCode"], OnlineMethod>> = {
  AT: "sofort",
  BE: "bancontact",
  DE: "sofort",
  GB: "bacs",
  NL: "ideal",
};

/** What people pay by anywhere, then what is known in few countries. */
const others: OnlineMethod[] = ["credit_card", "paypal", "bank_transfer", "sdd", "ideal", "bancontact", "sofort", "bacs"];

/** What an import without settings, which the service does not collect by itself, can be paid by. */
const withoutSettings: OnlineMethod[] = ["credit_card", "paypal", "bank_transfer"];

/**
 * How an invoice can be paid online, as its import's settings say, the usual way of the company's country first. None where there is no provider.
 */
export async function offeredMethods(
  db: Database,
  { partnerId, importId, companyId }: Pick<Invoice, "partnerId" | "importId" | "companyId">,
): Promise<OnlineMethod[]> {
  const [found] = await db
    .select({ offered: importSettings.paymentMethods, countryCode: companies.countryCode, isSandbox: partners.isSandbox })
    .from(companies)
    .innerJoin(partners, eq(partners.id, companies.partnerId))
    .leftJoin(importSettings, and(eq(importSettings.partnerId, companies.partnerId), eq(importSettings.importId, importId)))
    .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId)));
  if (!found || !hasProvider(found)) return [];
  const first = usual[found.countryCode];
  const offered = found.offered ?? [...withoutSettings, ...(first ? [first] : [])];
  return [...new Set([...(first ? [first] : []), ...others])].filter((method) => offered.includes(method));
}

function hasProvider(partner: Pick<Partner, "isSandbox">): boolean {
  try {
    return Boolean(currentProvider(partner));
  } catch (error) {
    if (error instanceof DomainError && error.code === "payments_not_offered") return false;
    throw error;
  }
}
