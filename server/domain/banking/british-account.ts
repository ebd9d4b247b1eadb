/** Returns the parts of a British IBAN that British banks ask for. `sortCode` has six digits, `accountNumber` eight. */
export function britishAccount(iban: string): { sortCode: string; accountNumber: string } {
  return { sortCode: iban.slice(8, 14), accountNumber: iban.slice(14) };
}

/** Writes a sort code as bank cards do: `20-00-00`. */
export function groupSortCode(sortCode: string): string {
  return sortCode.replace(/(..)(?=.)/g, "$1-");
}
