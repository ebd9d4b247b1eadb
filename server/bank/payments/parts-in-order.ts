/** Divides an amount among invoices: pays one after the other; a surplus beyond all of them goes to the first. Amounts in cents. */
export function partsInOrder<Invoice extends { outstandingCents: number }>(
  amountCents: number,
  invoices: readonly Invoice[],
): { invoice: Invoice; amountCents: number }[] {
  let leftCents = amountCents;
  const parts = invoices.map((invoice) => {
    const partCents = Math.min(leftCents, invoice.outstandingCents);
    leftCents -= partCents;
    return { invoice, amountCents: partCents };
  });
  return parts
    .map((part, index) => (index === 0 ? { ...part, amountCents: part.amountCents + leftCents } : part))
    .filter((part) => part.amountCents > 0);
}
