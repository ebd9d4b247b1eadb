/** Shortens an IBAN so that people recognise it but cannot use it. */
export function maskIban(iban: string): string;
export function maskIban(iban: string | null): string | null;
export function maskIban(iban: string | null): string | null {
  return iban && `${iban.slice(0, 4)} … ${iban.slice(-4)}`;
}
