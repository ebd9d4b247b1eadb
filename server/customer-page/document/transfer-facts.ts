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

/** Returns the kind of a reference, by which texts choose their word for it: that of its format, otherwise that of the company's country. */
export function kindOfReference({ reference }: Pick<Transfer, "reference">, { country }: Pick<Reading, "country">): string {
  return reference.kind === "creditor" ? country : reference.kind;
}

/**
 * Returns the details of a transfer, in the order in which banks ask for them. British banks ask for the sort code and account number, which are
 * part of the IBAN. The words for them are those of the company's country, as in mails.
 */
export function transferFacts(transfer: Transfer, reading: Pick<Reading, "say" | "money" | "country">): TransferFact[] {
  const { holder, iban, bic, amountCents, currency, reference } = transfer;
  const { say, money } = reading;
  const fact = (name: "holder" | "sortCode" | "accountNumber" | "iban" | "bic", shown: string, copied = shown) => ({
    name: say(`transfer.${name}`),
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
      name: say("transfer.reference", { kind: kindOfReference(transfer, reading) }),
      shown: reference.shown,
      copied: reference.kind === "belgian" ? reference.shown : reference.code,
    },
  ];
}
