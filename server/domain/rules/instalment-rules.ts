import { addDays, addMonths, earlierDay } from "@/server/domain/formats/calendar";
import { instalmentLimits } from "./instalment-settings";

/** Kinds of claim. `period`: for a period, such as the dues of a season, and paid while that period lasts. */
export const claimKinds = ["period", "other"] as const;
type ClaimKind = (typeof claimKinds)[number];

/** Limits of what the law lets a company offer to one kind of payer for one kind of claim. */
export interface InstalmentRule {
  /** Highest number of parts; 0: nothing is offered. */
  mostParts: number;
  /** The last part is due by the end of the period that the invoice is for, or less than this many months after the agreement. */
  within: "period" | { months: number };
  /** Highest fee, in cents. For consumers always 0. */
  mostFeeCents: number;
  /** Source of the rule. `asOf` is the day of the check. */
  source: string;
  asOf: string;
  /** False if no source was found that permits instalments: then nothing is offered. */
  isVerified: boolean;
}

/** Rules of a country by payer and claim. */
export interface InstalmentLaw {
  consumer: Record<ClaimKind, InstalmentRule>;
  business: Record<ClaimKind, InstalmentRule>;
}

const AS_OF = "2026-11-30";

function notOffered(source: string): InstalmentRule {
  return { mostParts: 0, within: "period", mostFeeCents: 0, source, asOf: AS_OF, isVerified: false };
}

const offered = (rule: Pick<InstalmentRule, "within" | "source"> & { mostFeeCents?: number }): InstalmentRule => ({
  mostParts: instalmentLimits.parts.most,
  mostFeeCents: 0,
  asOf: AS_OF,
  isVerified: true,
  ...rule,
});

const always = (rule: InstalmentRule): Record<ClaimKind, InstalmentRule> => ({ period: rule, other: rule });

/**
 * Source where the country's own law was not checked. Directive (EU) 2023/2225 has applied since 20 November 2026: deferral without
 * interest is credit, too.
 */
const EU_CREDIT = "Not verified: Directive (EU) 2023/2225, articles 2 and 3";

/** Consumers are natural persons, so the law on consumer credit leaves organisations alone. The highest fee is the service's own limit. */
const EU_BUSINESS = offered({
  within: { months: 24 },
  mostFeeCents: 10_000,
  source: "Directive (EU) 2023/2225 is about consumers, who are natural persons",
});

const GB_EXEMPT = offered({
  within: { months: 12 },
  source: "Regulated Activities Order 2001, article 60F (2): without interest and charges",
});

const CH_FREE = offered({ within: { months: 24 }, source: "KKG, article 7 (1) c: free of interest and fees" });

/**
 * Law on payment in instalments by country. A consumer never pays a fee. Where no source permits it, nothing is offered (decision 0182). A
 * plan over arrears is another thing: staff agree on it.
 */
export const instalmentRules = {
  AT: {
    consumer: {
      period: offered({ within: "period", source: "VKrG: recurring services that are paid for while they are provided, are no credit" }),
      other: notOffered(EU_CREDIT),
    },
    business: always(EU_BUSINESS),
  },
  BE: { consumer: always(notOffered(EU_CREDIT)), business: always(EU_BUSINESS) },
  CH: {
    consumer: always(CH_FREE),
    business: always({ ...EU_BUSINESS, source: "KKG, article 3: consumers are natural persons" }),
  },
  DE: {
    consumer: {
      period: offered({ within: "period", source: "§ 506 BGB: services that are paid for in the period they are for, are not deferred" }),
      other: notOffered(EU_CREDIT),
    },
    business: always(EU_BUSINESS),
  },
  // Partnerships and associations can be individuals in the sense of this law, so organisations pay no fee either.
  GB: { consumer: always(GB_EXEMPT), business: always(GB_EXEMPT) },
  IE: { consumer: always(notOffered(EU_CREDIT)), business: always(EU_BUSINESS) },
  NL: {
    consumer: always(notOffered("Wft, article 1:20: the exceptions for free and for short credit have ended")),
    business: always(EU_BUSINESS),
  },
} as const satisfies Record<string, InstalmentLaw>;

/** Law of countries without a row: nothing is offered. */
export const carefulLaw: InstalmentLaw = { consumer: always(notOffered("Not verified")), business: always(notOffered("Not verified")) };

export interface InstalmentPayer {
  /**
   * ISO 3166-1 alpha-2: the company's country, the customer's (the company's if unknown), and, if the customer set it on their page, the one
   * that the company had stated. The strictest of their laws applies, so nobody chooses a law.
   */
  countries: [string, ...string[]];
  /** Whether the payer is an organisation. */
  isBusiness: boolean;
}

/** A period for which invoices are, such as a season. Days such as `2027-06-30`. */
export interface ClaimPeriod {
  beginsOn: string;
  endsOn: string;
}

/** Months that a period lasts at most, from its first day. */
export const PERIOD_MONTHS = 12;

/** The row of the law that decided about a plan, kept with it. */
export interface InstalmentBasis extends Pick<InstalmentRule, "source" | "asOf"> {
  country: string;
  isBusiness: boolean;
  claim: ClaimKind;
}

/** The strictest rule for a payer, and the last day on which a part may be due by it, such as `2027-06-30`. */
interface AppliedRule {
  rule: InstalmentRule;
  lastOn: string;
  basis: InstalmentBasis;
}

export function instalmentLawOf(country: string): InstalmentLaw {
  return Object.hasOwn(instalmentRules, country) ? instalmentRules[country as keyof typeof instalmentRules] : carefulLaw;
}

/**
 * Returns the strictest rule among those of the payer's countries, if the plan is agreed on `agreedOn`: the one with the fewest parts, then
 * the earliest last day, then the lowest fee. A test shows that this rule is the strictest in each respect. `period`: null if the invoice
 * is for none.
 */
export function strictestRule({ countries, isBusiness }: InstalmentPayer, agreedOn: string, period: ClaimPeriod | null): AppliedRule {
  const claim = period ? "period" : "other";
  const ruleIn = (country: string): AppliedRule => {
    const law = instalmentLawOf(country);
    const rule = (isBusiness ? law.business : law.consumer)[claim];
    const { source, asOf } = rule;
    return { rule, lastOn: lastDayOfPlan(rule, agreedOn, period), basis: { country, isBusiness, claim, source, asOf } };
  };
  const [first, ...others] = countries;
  return others.map(ruleIn).reduce((one, other) => (isStricter(other, one) ? other : one), ruleIn(first));
}

function isStricter({ rule, lastOn }: AppliedRule, than: AppliedRule): boolean {
  if (rule.mostParts !== than.rule.mostParts) return rule.mostParts < than.rule.mostParts;
  return lastOn === than.lastOn ? rule.mostFeeCents < than.rule.mostFeeCents : lastOn < than.lastOn;
}

/** Returns the last day on which a part may be due, such as `2027-06-30`, if the plan is agreed on `agreedOn`. */
export function lastDayOfPlan({ within }: Pick<InstalmentRule, "within">, agreedOn: string, period: ClaimPeriod | null): string {
  if (within === "period") return period ? earlierDay(period.endsOn, lastDayOfPeriod(period.beginsOn)) : agreedOn;
  // The day of the agreement is the first of these months.
  return addDays(addMonths(agreedOn, within.months), -1);
}

/** Returns the last day that a period can have, if it begins on this day. */
export function lastDayOfPeriod(beginsOn: string): string {
  return addDays(addMonths(beginsOn, PERIOD_MONTHS), -1);
}

/** Returns when a company in this country may offer instalments to consumers: always, only for dues of a period, or never (`none`). */
export function consumerOffer(country: string): "always" | "period" | "none" {
  const { period, other } = instalmentLawOf(country).consumer;
  if (other.mostParts > 0) return "always";
  return period.mostParts > 0 ? "period" : "none";
}

/** Returns the most that a company in this country can set: parts and fee, in cents, that some payer there may be offered. */
export function highestInstalments(country: string): { parts: number; feeCents: number } {
  const { consumer, business } = instalmentLawOf(country);
  const rules = [consumer, business].flatMap((of) => claimKinds.map((kind) => of[kind]));
  return {
    parts: Math.max(...rules.map(({ mostParts }) => mostParts)),
    feeCents: Math.max(...rules.map(({ mostFeeCents }) => mostFeeCents)),
  };
}
