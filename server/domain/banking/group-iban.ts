/** Formats an IBAN in groups of four. No-break spaces keep it on one line; another `space` lets it wrap. */
export function groupIban(iban: string, space = "\u00a0"): string {
  return iban.replace(/(.{4})(?=.)/g, `$1${space}`);
}
