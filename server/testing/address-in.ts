interface Ids {
  /** The invoice's id. */
  id: string;
  importId: string;
  companyId: string;
  bankAccountId: string;
  mandateId: string;
  seasonFileId: string;
}

/** Returns a path of the interface with these records' ids. */
export function addressIn(path: string, { id, importId, companyId, bankAccountId, mandateId, seasonFileId }: Ids): string {
  return path
    .replace("{invoiceId}", id)
    .replace("{importId}", importId)
    .replace("{companyId}", companyId)
    .replace("{bankAccountId}", bankAccountId)
    .replace("{mandateId}", mandateId)
    .replace("{seasonFileId}", seasonFileId)
    .replace("{status}", "unanswered");
}
