import type { Payment } from "@/db/schema/payments";
import { DAY_MS, MINUTE_MS } from "@/server/domain/formats/time";
import type { Country } from "./places";
import type { Random } from "./random";

export type Method = Payment["method"];

/** Payment methods by country, with weights, of people who pay by themselves. */
const habits: Record<Country, readonly (readonly [Method, number])[]> = {
  BE: [
    ["bancontact", 76],
    ["bank_transfer", 16],
    ["credit_card", 8],
  ],
  CH: [
    ["credit_card", 42],
    ["bank_transfer", 38],
    ["paypal", 13],
    ["external", 7],
  ],
  DE: [
    ["bank_transfer", 55],
    ["paypal", 18],
    ["sofort", 14],
    ["credit_card", 8],
    ["external", 5],
  ],
  GB: [
    ["credit_card", 56],
    ["bank_transfer", 28],
    ["paypal", 11],
    ["external", 5],
  ],
  NL: [
    ["ideal", 78],
    ["bank_transfer", 10],
    ["credit_card", 5],
    ["paypal", 3],
    ["external", 4],
  ],
};

export function chooseMethod(random: Random, country: Country): Method {
  return random.weighted(habits[country]);
}

/** Chooses a method that can be scheduled and can fail: any except transfers and payments that the club recorded itself. */
export function chooseOnlineMethod(random: Random, country: Country): Method {
  return random.weighted(habits[country].filter(([method]) => method !== "bank_transfer" && method !== "external"));
}

/** Returns the method by which the club can collect, if there is one. Swiss members have no mandate, but can dispute a card charge. */
export function collectingMethod(country: Country, iban: string | null): Method | undefined {
  if (country === "CH") return "credit_card";
  if (iban === null) return undefined;
  return country === "GB" ? "bacs" : "sdd";
}

/** Returns the time until money arrives, in ms. Until then the payment is in progress. */
export function arrivalMs(method: Method): number {
  if (method === "sdd" || method === "bacs") return 3 * DAY_MS;
  if (method === "bank_transfer") return DAY_MS;
  return method === "external" ? 0 : 2 * MINUTE_MS;
}
