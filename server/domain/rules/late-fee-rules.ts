/** Highest late-payment fees that the law of a customer's country allows. */
export interface LateFeeRule {
  /** Maximum that a consumer who owes `owedCents` can be charged, in cents. */
  consumerCents: (owedCents: number) => number;
  /** Maximum that a business can be charged, in cents. */
  businessCents: number;
  /** Source of the figures. `asOf` is the day of the check. */
  source: string;
  asOf: string;
  /** False if the figure could not be verified, and a cautious one is used instead. */
  isVerified: boolean;
}

const flat = (cents: number) => () => cents;
const part = (cents: number, percent: number) => Math.floor((Math.max(cents, 0) * percent) / 100);

/** Lowest maximum in Dutch law, which allows 15 % of the amount owed, but at least this. */
const NL_FLOOR_CENTS = 4_000;
/** 15 % of 2,500.00. The law allows a lower share of larger sums, so this is a cautious maximum for all of them. */
const NL_CEILING_CENTS = 37_500;

/** Compensation between businesses in the EU (directive 2011/7/EU, article 6). */
const EU_BUSINESS_CENTS = 4_000;
/** Real costs that German courts have accepted, in cents; also used where no figure could be verified. */
const CAREFUL_CENTS = 250;

/**
 * Law on late-payment fees by country. In all of them a fee follows a first reminder that is free and names the fee, and 14 days of grace.
 * SQL: `lateFee` (server/billing/collection/late-fee-cap.ts).
 */
export const lateFeeRules = {
  AT: {
    consumerCents: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Not verified for consumers; § 458 UGB for businesses",
    asOf: "2026-11-24",
    isVerified: false,
  },
  BE: {
    consumerCents: (owedCents) => {
      if (owedCents <= 15_000) return 2_000;
      if (owedCents <= 50_000) return 3_000 + part(owedCents - 15_000, 10);
      return Math.min(6_500 + part(owedCents - 50_000, 5), 200_000);
    },
    businessCents: EU_BUSINESS_CENTS,
    source: "Code of economic law, book XIX (law of 4 May 2023)",
    asOf: "2026-11-24",
    isVerified: true,
  },
  CH: { consumerCents: flat(CAREFUL_CENTS), businessCents: CAREFUL_CENTS, source: "Not verified", asOf: "2026-11-24", isVerified: false },
  DE: {
    consumerCents: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Real costs only (BGH VIII ZR 95/18); § 288 (5) BGB for businesses",
    asOf: "2026-11-24",
    isVerified: true,
  },
  GB: {
    consumerCents: flat(CAREFUL_CENTS),
    businessCents: 4_000,
    source: "Not verified for consumers; Late Payment of Commercial Debts Act 1998",
    asOf: "2026-11-24",
    isVerified: false,
  },
  IE: {
    consumerCents: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Not verified for consumers; S.I. 580/2012 for businesses",
    asOf: "2026-11-24",
    isVerified: false,
  },
  NL: {
    consumerCents: (owedCents) => Math.min(Math.max(part(owedCents, 15), NL_FLOOR_CENTS), NL_CEILING_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Article 6:96 BW and the decree on collection costs",
    asOf: "2026-11-24",
    isVerified: true,
  },
} as const satisfies Record<string, LateFeeRule>;

type LateFeeCountry = keyof typeof lateFeeRules;

/** Rule for countries without a row: the most cautious one. */
const carefulRule: LateFeeRule = { ...lateFeeRules.CH };

/** Number of full days of grace after the free first reminder, starting the day after it. A fee is charged only when they are over. */
export const GRACE_DAYS = 14;

/** Maximum fee as a percentage of the amount owed. */
const MOST_OF_OWED_PERCENT = 50;

export interface FeePayer {
  /** ISO 3166-1 alpha-2: the customer's country, or the company's if unknown. */
  country: string;
  /** Whether the payer is an organisation. */
  isBusiness: boolean;
}

export function lateFeeRuleOf(country: string): LateFeeRule {
  return Object.hasOwn(lateFeeRules, country) ? lateFeeRules[country as LateFeeCountry] : carefulRule;
}

/** Returns the fee to charge in cents: the fee in the settings, but at most the legal maximum and half of the amount owed. */
export function lateFeeCents(wantedCents: number, { country, isBusiness }: FeePayer, owedCents: number): number {
  const rule = lateFeeRuleOf(country);
  const capCents = isBusiness ? rule.businessCents : rule.consumerCents(owedCents);
  return Math.max(Math.min(wantedCents, capCents, part(owedCents, MOST_OF_OWED_PERCENT)), 0);
}

/**
 * Returns the highest fee that a company's settings can contain, in cents: the legal maximum for any customer in the country, business or
 * consumer.
 */
export function highestFeeCents(country: string): number {
  const rule = lateFeeRuleOf(country);
  return Math.max(rule.businessCents, rule.consumerCents(Number.MAX_SAFE_INTEGER / 100));
}
