import { isCreditorIdentifier } from "@/server/domain/banking/creditor-identifier";
import { creditorIdentifierAt } from "@/server/domain/banking/creditor-identifiers-in-text";
import { otherReadings, readable } from "./seams";

/** Returns the creditor identifier in a value that the bank may have divided anywhere, or none. */
export function namedCreditor(value: string): string[] {
  const found = [readable(value), ...otherReadings(value)].map(creditorIdentifierAt).filter((each) => each !== "");
  return [found.find(isCreditorIdentifier) ?? found[0] ?? []].flat();
}
