import { type SQL, sql } from "drizzle-orm";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import { carefulRule, type FeeScale, type LateFeeRule, lateFeeRules, MOST_OF_OWED_PERCENT } from "@/server/domain/rules/late-fee-rules";

// `lateFeeCents` (server/domain/rules/late-fee-rules.ts) in SQL, written from the same rules, so that invoices with the same future can be
// grouped. A property test compares both.

export function lateFee({ wanted, country, isBusiness, owed }: Record<"wanted" | "country" | "isBusiness" | "owed", SQL>): SQL {
  const capOf = ({ consumer, businessCents }: LateFeeRule) =>
    sql`case when ${isBusiness} then ${figure(businessCents)} else ${maximum(consumer, owed)} end`;
  const caps = Object.entries(lateFeeRules).map(([code, rule]) => sql`when ${sql.raw(`'${code}'`)} then ${capOf(rule)}`);
  const cap = sql`case ${country} ${sql.join(caps, sql` `)} else ${capOf(carefulRule)} end`;
  return sql`greatest(least(${wanted}, ${cap}, ${owed} * ${figure(MOST_OF_OWED_PERCENT)} / 100), 0)`;
}

/** `maximumOf` in SQL. */
function maximum({ brackets, leastCents, mostCents }: FeeScale, owed: SQL): SQL {
  const scaled = brackets.reduceRight<SQL | undefined>((above, { upToCents, baseCents, percent }, nth) => {
    const from = brackets[nth - 1]?.upToCents ?? 0;
    const amount = percent === 0 ? figure(baseCents) : sql`${figure(baseCents)} + (${owed} - ${figure(from)}) * ${figure(percent)} / 100`;
    return upToCents === undefined || !above ? amount : sql`case when ${owed} <= ${figure(upToCents)} then ${amount} else ${above} end`;
  }, undefined);
  const atLeast = leastCents === undefined ? sql`${scaled}` : sql`greatest(${scaled}, ${figure(leastCents)})`;
  return mostCents === undefined ? atLeast : sql`least(${atLeast}, ${figure(mostCents)})`;
}

/** A figure in the text of the statement: as a parameter, the same expression would not be equal in `select` and `group by`. */
function figure(number: number): SQL {
  return sql.raw(String(number));
}

/** Country whose law limits the fee. The statement must join `companies`. */
export const payerCountry: SQL<string> = sql<string>`coalesce(nullif(upper(${invoices.customerCountryCode}), ''), ${companies.countryCode}::text)`;

/** Condition: the customer has an organisation's name, and therefore is not a consumer. */
export const whereBusiness: SQL<boolean> = sql<boolean>`(btrim(coalesce(${invoices.customerOrganization}, '')) <> '')`;
