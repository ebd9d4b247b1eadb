import { db } from "@/db/client";
import type { Actor } from "@/server/actor";
import { presentImport } from "@/server/api/import";
import { describeImportCollection } from "@/server/billing/collection/describe-import-collection";
import { getImport } from "@/server/billing/imports/find-import";
import { type Books, brokenOf, totalOf } from "./books";
import type { Stage } from "./stage";

/**
 * Returns the faults of the imports. Their sums must be those of their invoices. The amounts settled and prepaid must be 0, because all money
 * goes to the company's own account.
 */
export async function faultsOfImports({ clubs }: Stage, actor: Actor, { accounts }: Books): Promise<string[]> {
  const faults: string[] = [];
  for (const [importId, of] of Map.groupBy(accounts, ({ played }) => played.importId)) {
    const [told, sums] = await Promise.all([getImport(db, actor, importId), describeImportCollection(db, actor, importId)]);
    const {
      settled_amount_cents: settled,
      settled_amount_currency: currency,
      prepaid_amount_cents: prepaid,
      invoice_ids,
    } = presentImport(told);
    const billed = of.reduce((sum, { lines }) => sum + totalOf(lines.filter(({ type }) => type === "INVOICE-LINE")), 0);
    const owed = of.reduce((sum, { lines }) => sum + Math.max(totalOf(lines), 0), 0);
    const club = clubs.find(({ company }) => company.id === told.companyId)?.club;
    const broken = brokenOf([
      [
        `nothing is settled or prepaid, in the company's currency (${settled} ${currency}, ${prepaid})`,
        settled === 0 && prepaid === 0 && currency === club?.currency,
      ],
      [
        "it names each of its invoices once",
        [...invoice_ids].sort().join() ===
          of
            .map(({ row }) => row.id)
            .sort()
            .join(),
      ],
      [`it bills what its invoices bill (${sums.billedCents} instead of ${billed})`, sums.billedCents === billed],
      [`what is outstanding of it is what its invoices owe (${sums.outstandingCents} instead of ${owed})`, sums.outstandingCents === owed],
    ]);
    faults.push(...broken.map((fault) => `import of ${club?.country}: ${fault}`));
  }
  return faults;
}
