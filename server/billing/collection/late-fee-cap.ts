import { type SQL, sql } from "drizzle-orm";
import { importSettings } from "@/db/schema/collection-settings";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";

// `lateFeeCents` (server/domain/rules/late-fee-rules.ts) in SQL, so that invoices with the same future can be grouped. A property test
// compares both.

export function lateFee({ wanted, country, isBusiness, owed }: Record<"wanted" | "country" | "isBusiness" | "owed", SQL>): SQL {
  return sql`greatest(least(${wanted}, case when ${isBusiness}
      then case when ${country} in ('AT', 'BE', 'DE', 'GB', 'IE', 'NL') then 4000 else 250 end
      else case ${country}
        when 'BE' then case when ${owed} <= 15000 then 2000 when ${owed} <= 50000 then 3000 + (${owed} - 15000) * 10 / 100
          else least(6500 + (${owed} - 50000) * 5 / 100, 200000) end
        when 'NL' then least(greatest(${owed} * 15 / 100, 4000), 37500)
        else 250 end
      end, ${owed} / 2), 0)`;
}

/** Country whose law limits the fee. The statement must join `companies`. */
export const payerCountry: SQL<string> = sql<string>`coalesce(nullif(upper(${invoices.customerCountryCode}), ''), ${companies.countryCode}::text)`;

/** Condition: the customer has an organisation's name, and therefore is not a consumer. */
export const whereBusiness: SQL<boolean> = sql<boolean>`(btrim(coalesce(${invoices.customerOrganization}, '')) <> '')`;

/** Late-payment fee of an invoice by its import's settings, in cents. The statement must join `companies` and `import_settings`. */
export const lateFeeOfInvoice: SQL = lateFee({
  wanted: sql`${importSettings.latePaymentFeeCents}`,
  country: payerCountry,
  isBusiness: whereBusiness,
  owed: sql`${invoices.amountTotalCents}`,
});
