import type { OwedMoney } from "@/server/bank/refund-files/list-owed";

/** A table of amounts that one company owes in one currency. */
interface OwedTableContents {
  companyId: string;
  /** The company's name, with a number or a currency if several tables would have the same. */
  name: string;
  owed: OwedMoney[];
}

/**
 * Divides owed money among tables: one for each company and currency, because a sum and a file have one currency. A company's first table is
 * that in its own currency.
 */
export function owedTables(owed: readonly OwedMoney[]): OwedTableContents[] {
  const companies = [...new Map(owed.map(({ companyId, companyName }) => [companyId, companyName]))];
  const nameOf = (companyId: string, companyName: string) => {
    const alike = companies.filter(([, name]) => name === companyName);
    return alike.length === 1 ? companyName : `${companyName} (${alike.findIndex(([id]) => id === companyId) + 1})`;
  };
  return companies.flatMap(([companyId, companyName]) => {
    const name = nameOf(companyId, companyName);
    const ofCompany = owed.filter((each) => each.companyId === companyId);
    const forFile = ofCompany.filter(({ isForFile }) => isForFile);
    const others = Map.groupBy(
      ofCompany.filter(({ isForFile }) => !isForFile),
      ({ currency }) => currency,
    );
    return [
      ...(forFile.length > 0 ? [{ companyId, name, owed: forFile }] : []),
      ...[...others].map(([currency, inCurrency]) => ({ companyId, name: `${name}, ${currency}`, owed: inCurrency })),
    ];
  });
}
