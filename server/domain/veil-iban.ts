/** Enough of an account number to recognise it by, and not enough to use it. */
export function veilIban(iban: string): string;
export function veilIban(iban: string | null): string | null;
export function veilIban(iban: string | null): string | null {
  return iban && `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
