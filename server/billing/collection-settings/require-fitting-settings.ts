import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { highestFeeCents } from "@/server/domain/late-fee-rules";
import { methodsIn } from "@/server/domain/payment-methods";
import { DomainError } from "@/server/errors";

/**
 * Throws `methods_not_in_currency` if the company's currency cannot be paid by one of the methods, and `fee_above_cap` if the late-payment fee is more than anybody can be
 * charged in its country.
 */
export async function requireFittingSettings(
  tx: Database,
  { partnerId }: Actor,
  companyId: string,
  { paymentMethods, latePaymentFeeCents }: Pick<CollectionSettings, "paymentMethods" | "latePaymentFeeCents">,
): Promise<void> {
  const { currency, countryCode } = only(
    await tx
      .select({ currency: companies.currency, countryCode: companies.countryCode })
      .from(companies)
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  const fitting = methodsIn(currency);
  if (paymentMethods.some((method) => !fitting.includes(method))) throw new DomainError("methods_not_in_currency");
  if (latePaymentFeeCents > highestFeeCents(countryCode)) throw new DomainError("fee_above_cap");
}
