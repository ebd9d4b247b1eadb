import { isSEPACountry } from "ibantools";
import type { Company } from "@/db/schema/companies";
import type { AccountFacts } from "./bank-account";

/** Whether customers can transfer this currency into the account without an exchange, by the codes that their banks read. */
export function fitsCurrency({ iban, qrIban }: Pick<AccountFacts, "iban" | "qrIban">, currency: Company["currency"]): boolean {
  const country = iban.slice(0, 2);
  const isSwiss = country === "CH" || country === "LI";
  if (qrIban !== null && !(isSwiss && currency === "CHF")) return false;
  if (currency === "CHF") return isSwiss;
  if (currency === "GBP") return country === "GB";
  return isSEPACountry(country);
}
