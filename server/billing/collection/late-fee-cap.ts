import { type SQL, sql } from "drizzle-orm";
import { companies } from "@/db/schema/companies";
import { invoices } from "@/db/schema/invoices";
import {
  carefulRule,
  type FeeFact,
  type FeeScale,
  type LateFeeRule,
  lateFeeRules,
  MOST_OF_OWED_PERCENT,
} from "@/server/domain/rules/late-fee-rules";
import { DEFAULT_TITLE } from "@/server/domain/words/import-title";

/** SQL for the facts that decide about a late-payment fee: the fee in the settings (`wanted`) and the amount owed in cents, and the payer's. */
type Facts = Record<"wanted" | "country" | "isBusiness" | "owed" | "enterpriseNumber" | "isDescribed", SQL>;

/**
 * `lateFeeCents` (server/domain/rules/late-fee-rules.ts) in SQL, written from the same rules, so that invoices with the same future can be
 * grouped. A property test compares both.
 */
export function lateFee({ wanted, owed, ...payer }: Facts): SQL {
  const { country, isBusiness } = payer;
  const capOf = ({ consumer, businessCents }: LateFeeRule) =>
    sql`case when ${isBusiness} then ${figure(businessCents)} else ${maximum(consumer, owed)} end`;
  const caps = Object.entries(lateFeeRules).map(([code, rule]) => sql`when ${sql.raw(`'${code}'`)} then ${capOf(rule)}`);
  const cap = sql`case ${country} ${sql.join(caps, sql` `)} else ${capOf(carefulRule)} end`;
  const feeCents = sql`greatest(least(${wanted}, ${cap}, ${owed} * ${figure(MOST_OF_OWED_PERCENT)} / 100), 0)`;
  return sql`case when ${missing(payer)} is null then ${feeCents} else 0 end`;
}

/** `missingFact` (server/domain/rules/late-fee-rules.ts) in SQL. */
export function missing({ country, isBusiness, enterpriseNumber, isDescribed }: Omit<Facts, "wanted" | "owed">): SQL<FeeFact | null> {
  const isKnown = { enterprise_number: sql`${enterpriseNumber} is not null`, description: isDescribed };
  const facts = Object.entries<LateFeeRule>(lateFeeRules).flatMap(([code, { terms = [] }]) =>
    terms.map((fact) => sql`when ${country} = ${sql.raw(`'${code}'`)} and not (${isKnown[fact]}) then ${sql.raw(`'${fact}'`)}`),
  );
  return sql`case when ${isBusiness} then null ${sql.join(facts, sql` `)} end`;
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

/** Returns a figure as text of the statement. With parameters, an expression in `select` would not equal the same one in `group by`. */
function figure(number: number): SQL {
  return sql.raw(String(number));
}

/** Country whose law limits the fee. The statement must join `companies`. */
export const payerCountry: SQL<string> = sql<string>`coalesce(nullif(upper(${invoices.customerCountryCode}), ''), ${companies.countryCode}::text)`;

/** Condition: the customer has an organisation's name, and therefore is not a consumer. */
export const whereBusiness: SQL<boolean> = sql<boolean>`(btrim(coalesce(${invoices.customerOrganization}, '')) <> '')`;

/** Country whose law prescribes terms for reminders to this customer; null if none does. The statement must join `companies`. */
export const termsCountry: SQL<string | null> = sql<string | null>`case when not ${whereBusiness} and ${payerCountry} in (${sql.raw(
  Object.entries<LateFeeRule>(lateFeeRules)
    .flatMap(([code, { terms }]) => (terms ? [`'${code}'`] : []))
    .join(", "),
)}) then ${payerCountry} end`;

/** Condition: the import's title or a billed line says what the debt is for. */
export const whereDescribed: SQL<boolean> = sql<boolean>`(exists (
    select from imports titled where titled.partner_id = ${invoices.partnerId} and titled.id = ${invoices.importId} and titled.title !~ ${sql.raw(`'${DEFAULT_TITLE}'`)}
  ) or exists (
    select from invoice_lines billed where billed.partner_id = ${invoices.partnerId} and billed.invoice_id = ${invoices.id}
      and billed.type = 'INVOICE-LINE' and btrim(coalesce(billed.description, '')) <> ''
  ))`;

const payerOfInvoice = {
  country: payerCountry,
  isBusiness: whereBusiness,
  enterpriseNumber: sql`${companies.enterpriseNumber}`,
  isDescribed: whereDescribed,
};

/** The fact for want of which an invoice has no late-payment fee; null if none is missing. The statement must join `companies`. */
export const missingForFee: SQL<FeeFact | null> = missing(payerOfInvoice);
