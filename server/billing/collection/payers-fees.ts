import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { whereOwing } from "@/server/billing/imports/outstanding";
import { reachedBy } from "@/server/billing/imports/reach";
import { MOST_IN_HOUSEHOLD } from "@/server/domain/rules/household-size";
import { lateFee, payerCountry, whereBusiness, whereDescribed } from "./late-fee-cap";

/** Late-payment fees of the payers of an import. */
export interface PayersFees {
  /** Number of fees. */
  count: number;
  /** Their sum, in cents. */
  feesCents: number;
}

/**
 * Sums the late-payment fees of an import before its transmission, if no customer pays: one for each payer, over the sum of their invoices.
 * Payers are determined by address, as by `countRequests`. `where`: condition for the invoices.
 */
export async function sumPayersFees(db: Database, actor: Actor, importId: string, where: SQL): Promise<PayersFees> {
  const address = sql`customer_key(${invoices.customerEmail}, '')`;
  const claims = db
    .select({
      id: invoices.id,
      owing: invoices.amountTotalCents,
      wanted: sql`${importSettings.latePaymentFeeCents}`.as("wanted"),
      country: sql`${payerCountry}`.as("country"),
      isBusiness: sql`${whereBusiness}`.as("is_business"),
      enterpriseNumber: sql`${companies.enterpriseNumber}`.as("enterprise_number"),
      isDescribed: sql`${whereDescribed}`.as("is_described"),
      payer: sql`case when ${importSettings.joinsHouseholds} and ${address} like '%_@_%' then ${address} else ${invoices.id} end`.as(
        "payer",
      ),
    })
    .from(invoices)
    .innerJoin(companies, and(eq(companies.partnerId, invoices.partnerId), eq(companies.id, invoices.companyId)))
    .innerJoin(importSettings, and(eq(importSettings.partnerId, invoices.partnerId), eq(importSettings.importId, invoices.importId)))
    .where(and(visibleTo(actor, invoices), eq(invoices.importId, importId), whereOwing, sql`${reachedBy} = 'email'`, where));
  return only(
    await db.execute<PayersFees & Record<string, unknown>>(sql`
      with claims as (${claims}), households as (
        select *, case when count(*) over (partition by payer) <= ${MOST_IN_HOUSEHOLD} then payer else id end as household from claims
      ), summed as (
        select *, (sum(amount_total_cents) over (partition by household))::bigint as owed from households
      ), fees as (
        select min(${lateFee(payersColumns)}) as fee from summed group by household
      )
      select (count(*) filter (where fee > 0))::float as count, coalesce(sum(fee), 0)::float as "feesCents" from fees`),
  );
}

/** Columns of one invoice of a payer, with the sum of the payer's invoices. */
export const payersColumns = {
  wanted: sql`wanted`,
  country: sql`country`,
  isBusiness: sql`is_business`,
  enterpriseNumber: sql`enterprise_number`,
  isDescribed: sql`is_described`,
  owed: sql`owed`,
};
