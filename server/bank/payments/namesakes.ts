import type { PossibleInvoice } from "./possible-invoice";

/** A customer's facts, by which namesakes differ. */
export type Namesake = Pick<PossibleInvoice, "id" | "customerName" | "address" | "memberNumber">;

interface Scored {
  parts: readonly { invoice: Namesake & Pick<PossibleInvoice, "email"> }[];
  score: number;
}

/** Whether the best offers fit equally well, but are for different customers, so that only a person can choose. */
export function isUndecided([best, ...others]: readonly Scored[]): boolean {
  if (!best) return false;
  return others.some((other) => other.score === best.score && customersOf(other) !== customersOf(best));
}

function customersOf({ parts }: Scored): string {
  const keys = parts.map(({ invoice: { customerName, email, memberNumber, address } }) =>
    JSON.stringify([customerName, email, memberNumber, placeOf(address), streetOf(address)]),
  );
  return [...new Set(keys)].sort().join();
}

/**
 * Returns for each invoice, by its id, the fact that tells its customer from others of the same name among these: the first of town, street and
 * membership number that differs. Customers without namesakes are left out.
 */
export function tellApart(invoices: readonly Namesake[]): Map<string, string> {
  const apart = new Map<string, string>();
  for (const namesakes of Map.groupBy(invoices, ({ customerName }) => customerName.toLowerCase()).values()) {
    const fact = facts.find((each) => new Set(namesakes.map(each)).size > 1);
    if (fact) for (const invoice of namesakes) apart.set(invoice.id, fact(invoice));
  }
  return apart;
}

const facts: ((invoice: Namesake) => string)[] = [
  ({ address }) => placeOf(address),
  ({ address }) => streetOf(address),
  ({ memberNumber }) => memberNumber,
];

const placeOf = ({ zipcode, city }: Namesake["address"]) => `${zipcode} ${city}`.trim();
const streetOf = ({ street, houseNumber }: Namesake["address"]) => `${street} ${houseNumber}`.trim();
