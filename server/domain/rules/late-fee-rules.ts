/**
 * Part of a scale. The maximum is `baseCents`, plus `percent` of the amount owed above the previous bracket, rounded down to a cent.
 */
interface FeeBracket {
  /** Largest amount owed in the bracket, in cents. Absent in the last one. */
  upToCents?: number;
  baseCents: number;
  percent: number;
}

/** Maximum fee that depends on the amount owed. TypeScript: `maximumOf`. SQL: `server/billing/collection/late-fee-cap.ts`. */
export interface FeeScale {
  brackets: readonly FeeBracket[];
  /** Limits of the result, in cents; absent: none. */
  leastCents?: number;
  mostCents?: number;
}

/** A fact that a reminder must state. */
export type FeeFact = "enterprise_number" | "description";

/** Highest late-payment fees that the law of a customer's country allows. */
export interface LateFeeRule {
  /** Maximum that a consumer can be charged. */
  consumer: FeeScale;
  /** Maximum that a business can be charged, in cents. */
  businessCents: number;
  /**
   * Present if the law prescribes terms for the free reminder to a consumer, beside the sum, the fee and its last free day. Lists the facts
   * that they contain; without one of them, no fee is legal.
   */
  terms?: readonly FeeFact[];
  /** Source of the figures. `asOf` is the day of the check. */
  source: string;
  asOf: string;
  /** False if the figure could not be verified, and a cautious one is used instead. */
  isVerified: boolean;
}

const flat = (baseCents: number): FeeScale => ({ brackets: [{ baseCents, percent: 0 }] });
const percentOf = (cents: number, percent: number) => Math.floor((Math.max(cents, 0) * percent) / 100);

/** Compensation between businesses in the EU (directive 2011/7/EU, article 6). */
const EU_BUSINESS_CENTS = 4_000;
/** Real costs that German courts have accepted, in cents; also used where no figure could be verified. */
const CAREFUL_CENTS = 250;

/**
 * Law on late-payment fees by country. In each country, the service charges a fee only after a free first reminder that names it, and 14
 * days of grace after that.
 */
export const lateFeeRules = {
  AT: {
    consumer: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Not verified for consumers; § 458 UGB for businesses",
    asOf: "2026-11-24",
    isVerified: false,
  },
  BE: {
    consumer: {
      brackets: [
        { upToCents: 15_000, baseCents: 2_000, percent: 0 },
        { upToCents: 50_000, baseCents: 3_000, percent: 10 },
        { baseCents: 6_500, percent: 5 },
      ],
      mostCents: 200_000,
    },
    businessCents: EU_BUSINESS_CENTS,
    terms: ["enterprise_number", "description"],
    source: "Code of economic law, articles XIX.2 and XIX.4 (law of 4 May 2023)",
    asOf: "2026-11-28",
    isVerified: true,
  },
  CH: { consumer: flat(CAREFUL_CENTS), businessCents: CAREFUL_CENTS, source: "Not verified", asOf: "2026-11-24", isVerified: false },
  DE: {
    consumer: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Real costs only (BGH VIII ZR 95/18); § 288 (5) BGB for businesses",
    asOf: "2026-11-24",
    isVerified: true,
  },
  GB: {
    consumer: flat(CAREFUL_CENTS),
    businessCents: 4_000,
    source: "Not verified for consumers; Late Payment of Commercial Debts Act 1998",
    asOf: "2026-11-24",
    isVerified: false,
  },
  IE: {
    consumer: flat(CAREFUL_CENTS),
    businessCents: EU_BUSINESS_CENTS,
    source: "Not verified for consumers; S.I. 580/2012 for businesses",
    asOf: "2026-11-24",
    isVerified: false,
  },
  NL: {
    // The law allows a lower share of what is owed above 2,500.00; 15 % of that is a cautious maximum for all larger sums.
    consumer: { brackets: [{ baseCents: 0, percent: 15 }], leastCents: 4_000, mostCents: 37_500 },
    businessCents: EU_BUSINESS_CENTS,
    terms: [],
    source: "Article 6:96 BW and the decree on collection costs",
    asOf: "2026-11-28",
    isVerified: true,
  },
} as const satisfies Record<string, LateFeeRule>;

type LateFeeCountry = keyof typeof lateFeeRules;

/** Rule for countries without a row: the most cautious one. */
export const carefulRule: LateFeeRule = { ...lateFeeRules.CH };

/** Number of full days of grace after the free first reminder, starting the day after it. A fee is charged only when they are over. */
export const GRACE_DAYS = 14;

/** Maximum fee as a percentage of the amount owed. */
export const MOST_OF_OWED_PERCENT = 50;

export interface FeePayer {
  /** ISO 3166-1 alpha-2: the customer's country, or the company's if unknown. */
  country: string;
  /** Whether the payer is an organisation. */
  isBusiness: boolean;
  /** The company's Belgian enterprise number, as `0123.456.749`; null if unknown. */
  enterpriseNumber: string | null;
  /** Whether the import's title or a billed line says what the debt is for. */
  isDescribed: boolean;
}

export function lateFeeRuleOf(country: string): LateFeeRule {
  return Object.hasOwn(lateFeeRules, country) ? lateFeeRules[country as LateFeeCountry] : carefulRule;
}

/** Returns the maximum fee on this amount owed, both in cents. */
export function maximumOf({ brackets, leastCents = 0, mostCents = Number.POSITIVE_INFINITY }: FeeScale, owedCents: number): number {
  let fromCents = 0;
  for (const { upToCents = Number.POSITIVE_INFINITY, baseCents, percent } of brackets) {
    if (owedCents <= upToCents) return Math.min(Math.max(baseCents + percentOf(owedCents - fromCents, percent), leastCents), mostCents);
    fromCents = upToCents;
  }
  throw new Error("The last bracket of a scale has an end");
}

/** Returns the first unknown fact among those that the law demands in the reminder to this payer; undefined if none is missing. */
export function missingFact({ country, isBusiness, enterpriseNumber, isDescribed }: FeePayer): FeeFact | undefined {
  const isKnown = { enterprise_number: enterpriseNumber !== null, description: isDescribed };
  return isBusiness ? undefined : lateFeeRuleOf(country).terms?.find((fact) => !isKnown[fact]);
}

/**
 * Returns the terms that a reminder to this payer must have stated before a fee, as messages store them: the country and the facts that can
 * change, such as `NL` and `BE 0123.456.749`. Null if the law prescribes none.
 */
export function feeTermsOf({ country, isBusiness, enterpriseNumber }: FeePayer): string | null {
  const { terms } = lateFeeRuleOf(country);
  if (isBusiness || !terms) return null;
  return [country, ...(terms.includes("enterprise_number") ? [enterpriseNumber ?? ""] : [])].join(" ");
}

/**
 * Returns the fee to charge in cents: the fee in the settings, but at most the legal maximum and half of the amount owed. 0 if the law
 * demands an unknown fact in the reminder before the fee.
 */
export function lateFeeCents(wantedCents: number, payer: FeePayer, owedCents: number): number {
  if (missingFact(payer)) return 0;
  const { country, isBusiness } = payer;
  const rule = lateFeeRuleOf(country);
  const capCents = isBusiness ? rule.businessCents : maximumOf(rule.consumer, owedCents);
  return Math.max(Math.min(wantedCents, capCents, percentOf(owedCents, MOST_OF_OWED_PERCENT)), 0);
}

/**
 * Returns the highest fee that a company's settings can contain, in cents: the legal maximum for any customer in the country, business or
 * consumer.
 */
export function highestFeeCents(country: string): number {
  const rule = lateFeeRuleOf(country);
  // The largest amount owed of which a percentage can still be calculated exactly.
  return Math.max(rule.businessCents, maximumOf(rule.consumer, Number.MAX_SAFE_INTEGER / 100));
}
