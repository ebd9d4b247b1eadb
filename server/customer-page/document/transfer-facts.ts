import type { Transfer } from "@/server/bank/transfers/describe-transfer";
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
 * of the IBAN.
 */
export function transferFacts(
  { holder, iban, bic, amountCents, currency, reference }: Transfer,
  { say, money }: Pick<Reading, "say" | "money">,
): TransferFact[] {
  const fact = (
    name: "holder" | "sortCode" | "accountNumber" | "iban" | "bic" | "amount" | "reference",
    shown: string,
    copied = shown,
  ) => ({
    name: say(`transfer.${name}`),
    shown,
    copied,
  });
  const british = [
    fact("sortCode", iban.slice(8, 14).replace(/(..)(?=.)/g, "$1-"), iban.slice(8, 14)),
    fact("accountNumber", iban.slice(14)),
  ];
  return [
    fact("holder", holder),
    ...(currency === "GBP" ? british : []),
    fact("iban", groupIban(iban), iban),
    ...(bic ? [fact("bic", bic)] : []),
    { name: say("transfer.amount"), shown: money(amountCents), copied: null },
    fact("reference", reference.shown, reference.kind === "belgian" ? reference.shown : reference.code),
  ];
}
