interface Ids {
  /** Of the invoice. */
  id: string;
  importId: string;
  companyId: string;
  bankAccountId: string;
}

/** A path of the interface with these records in it. */
export function addressIn(path: string, { id, importId, companyId, bankAccountId }: Ids): string {
  return path
    .replace("{invoiceId}", id)
    .replace("{importId}", importId)
    .replace("{companyId}", companyId)
    .replace("{bankAccountId}", bankAccountId)
    .replace("{status}", "unanswered");
}
