/**
 * Facts from which an account's currency is inferred. The currency is stored nowhere: an IBAN does not contain it, and the accounts of one
 * company may differ, such as a Swiss club's in francs and in euros.
 */
export interface AccountCurrencies {
  /** The company's currency. */
  currency: string;
  /** Currencies of the account's statements; empty without statements. */
  statementCurrencies: readonly string[];
}

/** Returns the currencies of the account's statements; without statements, the company's. */
export function knownCurrencies({ currency, statementCurrencies }: AccountCurrencies): readonly string[] {
  return statementCurrencies.length > 0 ? statementCurrencies : [currency];
}

/**
 * Returns the currencies in which the account may be: the company's, those of its statements, and the euro, in which clubs in other
 * countries have second accounts. The first statements of such an account may have been stored in the company's currency, if their files
 * named none.
 */
export function possibleCurrencies({ currency, statementCurrencies }: AccountCurrencies): readonly string[] {
  return [...new Set([currency, ...statementCurrencies, "EUR"])];
}

/** Returns the currency of a file that names none: that of the account's statements, if all have the same; otherwise the company's. */
export function presumedCurrency(account: AccountCurrencies): string {
  const [first, ...others] = knownCurrencies(account);
  return first !== undefined && others.length === 0 ? first : account.currency;
}
