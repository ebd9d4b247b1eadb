import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { CollectionSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import type { Actor } from "@/server/actor";
import { methodsIn } from "@/server/domain/payment-methods";
import { DomainError } from "@/server/errors";

/** Throws `methods_not_in_currency` if the company's currency cannot be paid by one of the methods. */
export async function requireFittingMethods(
  tx: Database,
  { partnerId }: Actor,
  companyId: string,
  { paymentMethods }: Pick<CollectionSettings, "paymentMethods">,
): Promise<void> {
  const { currency } = only(
    await tx
      .select({ currency: companies.currency })
      .from(companies)
      .where(and(eq(companies.partnerId, partnerId), eq(companies.id, companyId))),
  );
  const fitting = methodsIn(currency);
  if (paymentMethods.some((method) => !fitting.includes(method))) throw new DomainError("methods_not_in_currency");
}
