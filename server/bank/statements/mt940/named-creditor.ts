import { isCreditorIdentifier } from "@/server/domain/banking/creditor-identifier";
import { creditorIdentifierAt } from "@/server/domain/banking/creditor-identifiers-in-text";
import { otherReadings, readable } from "./seams";

/** Returns a list with the creditor identifier in a value that the bank may have divided anywhere; empty if it contains none. */
export function namedCreditor(value: string): string[] {
  const found = [readable(value), ...otherReadings(value)].map(creditorIdentifierAt).filter((each) => each !== "");
  const identifier = found.find(isCreditorIdentifier) ?? found[0];
  return identifier === undefined ? [] : [identifier];
}
