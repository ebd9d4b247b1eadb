import { addDays, addMonths } from "@/server/domain/formats/calendar";
import type { Played } from "./stage";

// The law as docs/law.md states it, written a second time to check the service's own tables.

/** Highest late-payment fee of a consumer on an amount owed, both in cents. */
const consumerFees: Record<string, (owedCents: number) => number> = {
  BE: (owed) => {
    if (owed <= 15_000) return 2_000;
    if (owed <= 50_000) return 3_000 + Math.floor((owed - 15_000) / 10);
    return Math.min(6_500 + Math.floor((owed - 50_000) / 20), 200_000);
  },
  NL: (owed) => Math.min(Math.max(Math.floor((owed * 15) / 100), 4_000), 37_500),
};
/** Highest late-payment fee, in cents, of consumers in all other countries and of businesses outside `withBusinessFee`. */
const CAREFUL_CENTS = 250;
/** Highest late-payment fee, in cents, of businesses in the countries below. */
const BUSINESS_CENTS = 4_000;
const withBusinessFee = ["AT", "BE", "DE", "GB", "IE", "NL"];

const countryOf = ({ role }: Played) => role.livesIn ?? role.club;

/** Returns the highest late-payment fee on an amount owed, both in cents: by the customer's country, and at most half of the amount. */
export function mostLateFeeCents(played: Played, owedCents: number): number {
  const country = countryOf(played);
  const ofBusiness = withBusinessFee.includes(country) ? BUSINESS_CENTS : CAREFUL_CENTS;
  const ofConsumer = (consumerFees[country] ?? (() => CAREFUL_CENTS))(owedCents);
  return Math.min(played.role.isBusiness ? ofBusiness : ofConsumer, Math.floor(owedCents / 2));
}

/**
 * Returns the last day on which a part may be due if the plan is agreed to on `agreedOn`, by the stricter law of the company's and the customer's
 * country. Undefined: the law allows no instalments.
 */
export function lastPartOn(played: Played, agreedOn: string): string | undefined {
  const days = [played.role.club, countryOf(played)].map((country) => lastPartIn(country, played, agreedOn));
  return days.includes(undefined) ? undefined : days.toSorted()[0];
}

function lastPartIn(country: string, played: Played, agreedOn: string): string | undefined {
  const isIn = (...countries: string[]) => countries.includes(country);
  const withinMonths = (months: number) => addDays(addMonths(agreedOn, months), -1);
  if (isIn("GB")) return withinMonths(12);
  if (isIn("CH")) return withinMonths(24);
  if (played.role.isBusiness) return isIn("AT", "BE", "DE", "IE", "NL") ? withinMonths(24) : undefined;
  return isIn("AT", "DE") ? (played.periodEndsOn ?? undefined) : undefined;
}

/**
 * Returns the highest fee for instalments of a balance, both in cents. Organisations in the EU and in Switzerland pay at most 5 % of the balance
 * and at most 100.00; nobody else pays a fee.
 */
export function mostInstalmentFeeCents(played: Played, balanceCents: number): number {
  const isFeeLawful = played.role.isBusiness && ["AT", "BE", "CH", "DE", "IE", "NL"].includes(countryOf(played));
  return isFeeLawful ? Math.min(10_000, Math.floor((balanceCents * 5) / 100)) : 0;
}
