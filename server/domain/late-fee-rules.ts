/** The most that a late payment may cost a customer, by the law of their country. */
export interface LateFeeRule {
  /** The most that a consumer can be charged who owes so much, in cents. */
  consumerCents: (owedCents: number) => number;
  /** The same of a business. */
  businessCents: number;
  /** Where the figures come from, and as of which day. */
  source: string;
  asOf: string;
  /** False: the figure could not be verified, so a careful one stands. */
  isVerified: boolean;
}

const flat = (cents: number) => () => cents;
const part = (cents: number, percent: number) => Math.floor((Math.max(cents, 0) * percent) / 100);

/** 15 % of what is owed, but at least this. */
const NL_FLOOR_CENTS = 4_000;
/** What 15 % of 2,500.00 comes to. Above it the share falls, so it stands for everything above. */
const NL_CEILING_CENTS = 37_500;

/** What EU law gives businesses among each other (directive 2011/7/EU, article 6). */
const EU_BUSINESS_CENTS = 4_000;
/** What German courts have left of real costs; taken where nothing could be verified. */
const CAREFUL_CENTS = 250;

/**
 * The law on late-payment fees, country by country. Everywhere, a fee follows a first reminder that is free and names it, and 14 days of grace. SQL:
 * `lateFee` (server/billing/collection/late-fee-cap.ts).
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

/** Countries without a row are treated as carefully as can be. */
const carefulRule: LateFeeRule = { ...lateFeeRules.CH };

/** After the first reminder, which is free: so many whole days, from the day after it. A fee is charged on a day after the last of them. */
export const GRACE_DAYS = 14;

/** A fee is never more than this part of what is owed. */
const MOST_OF_OWED_PERCENT = 50;

export interface FeePayer {
  /** ISO 3166-1 alpha-2: the customer's, or the company's if theirs is unknown. */
  country: string;
  /** Whether it is an organisation. */
  isBusiness: boolean;
}

export function lateFeeRuleOf(country: string): LateFeeRule {
  return Object.hasOwn(lateFeeRules, country) ? lateFeeRules[country as LateFeeCountry] : carefulRule;
}

/** What is charged of a fee that the settings name, in cents: at most what the law lets the customer be charged, and half of what is owed. */
export function lateFeeCents(wantedCents: number, { country, isBusiness }: FeePayer, owedCents: number): number {
  const rule = lateFeeRuleOf(country);
  const capCents = isBusiness ? rule.businessCents : rule.consumerCents(owedCents);
  return Math.max(Math.min(wantedCents, capCents, part(owedCents, MOST_OF_OWED_PERCENT)), 0);
}

/** The most that settings can name where a company is, in cents: what a business, or a consumer who owes very much, could be charged there. */
export function highestFeeCents(country: string): number {
  const rule = lateFeeRuleOf(country);
  return Math.max(rule.businessCents, rule.consumerCents(Number.MAX_SAFE_INTEGER / 100));
}
