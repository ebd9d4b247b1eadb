import type { OfferedAccount } from "@/server/domain/banking/csv-layout";
import { groupIban } from "@/server/domain/banking/group-iban";

/** Returns number, company and, if it has another name, the account's holder. */
export function nameAccount({ iban, companyName, holder }: Pick<OfferedAccount, "iban" | "companyName" | "holder">): string {
  return [groupIban(iban), companyName, ...(holder === companyName ? [] : [holder])].join(" · ");
}
