import type { Transfer } from "@/server/bank/transfers/describe-transfer";
import { britishAccount, groupSortCode } from "@/server/domain/banking/british-account";
import { groupIban } from "@/server/domain/banking/group-iban";
import type { Reading } from "./reading";

/** One detail that people enter into a transfer. */
export interface TransferFact {
  name: string;
  shown: string;
  /** Text for the copy button; null if there is nothing to copy. */
  copied: string | null;
}

/**
 * Details of a transfer, in the order in which banks ask for them. British banks ask for the sort code and account number, which are part
 * of the IBAN. Names are those of the company's country, as in mails.
 */
export function transferFacts(
  { holder, iban, bic, amountCents, currency, reference }: Transfer,
  { say, money, country }: Pick<Reading, "say" | "money" | "country">,
): TransferFact[] {
  const fact = (name: "holder" | "sortCode" | "accountNumber" | "iban" | "bic", shown: string, copied = shown) => ({
    name: say(`transfer.${name}`, { country }),
    shown,
    copied,
  });
  const { sortCode, accountNumber } = britishAccount(iban);
  const british = [fact("sortCode", groupSortCode(sortCode), sortCode), fact("accountNumber", accountNumber)];
  return [
    fact("holder", holder),
    ...(currency === "GBP" ? british : []),
    fact("iban", groupIban(iban), iban),
    ...(bic ? [fact("bic", bic)] : []),
    { name: say("transfer.amount"), shown: money(amountCents), copied: null },
    {
      name: say("transfer.reference", { kind: reference.kind === "creditor" ? country : reference.kind }),
      shown: reference.shown,
      copied: reference.kind === "belgian" ? reference.shown : reference.code,
    },
  ];
}
