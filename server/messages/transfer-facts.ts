import type { Transfer } from "@/server/bank/transfers/describe-transfer";
import { britishAccount, groupSortCode } from "@/server/domain/banking/british-account";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { MailContent } from "./mail";
import type { Subject } from "./message-subject";
import { sayInMessage } from "./say-in-message";

/**
 * Returns the account to transfer to and the reference, named as banks in the company's country name them. For pounds, adds the numbers that
 * British banks ask for. Lines may break between groups of digits.
 */
export function transferFacts({ invoice, company }: Pick<Subject, "invoice" | "company">, transfer: Transfer | null): MailContent["facts"] {
  if (!transfer) return [];
  const say = sayInMessage[invoice.locale];
  const { holder, iban, currency, reference } = transfer;
  const { sortCode, accountNumber } = britishAccount(iban);
  const british: MailContent["facts"] = [
    [say("facts.sortCode"), groupSortCode(sortCode)],
    [say("facts.accountNumber"), accountNumber],
  ];
  return [
    [say("facts.transferTo", { country: company.countryCode }), holder],
    ...(currency === "GBP" ? british : []),
    ["IBAN", groupIban(iban, " ")],
    [say("facts.transferReference", { kind: reference.kind === "creditor" ? company.countryCode : reference.kind }), reference.shown],
  ];
}
