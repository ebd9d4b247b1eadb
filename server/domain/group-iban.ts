/** An account number in groups of four, in one line unless another space is given, where it may break. */
export function groupIban(iban: string, space = "\u00a0"): string {
  return iban.replace(/(.{4})(?=.)/g, `$1${space}`);
}
