import { composeIBAN } from "ibantools";
import type { Country } from "./places";
import type { Random } from "./random";
import { digits } from "./random";

/** Returns an IBAN with valid check digits, at a bank that obviously does not exist. */
export function testIban(random: Random, countryCode: Country): string {
  const iban = composeIBAN({ countryCode, bban: accountAt[countryCode](random) });
  if (iban === null) throw new Error(`No IBAN for ${countryCode}`);
  return iban;
}

const accountAt: Record<Country, (random: Random) => string> = {
  BE: (random) => withBelgianCheck(`999${digits(random, 7)}`),
  CH: (random) => `99999${digits(random, 12)}`,
  DE: (random) => `99999999${digits(random, 10)}`,
  GB: (random) => `TEST999999${digits(random, 8)}`,
  NL: (random) => `TEST${digits(random, 10)}`,
};

/** Adds the check digits of a Belgian account number. */
function withBelgianCheck(number: string): string {
  return number + String(Number(number) % 97 || 97).padStart(2, "0");
}
