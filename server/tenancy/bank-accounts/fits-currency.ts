import { isSEPACountry } from "ibantools";
import type { Company } from "@/db/schema/companies";
import type { AccountFacts } from "./bank-account";

/**
 * Whether customers can transfer this currency into the account with the codes that their banks read, by its country: francs into
 * Switzerland and Liechtenstein, pounds into Britain, euros into any country of SEPA. An account with a QR-IBAN takes francs only.
 */
export function fitsCurrency({ iban, qrIban }: Pick<AccountFacts, "iban" | "qrIban">, currency: Company["currency"]): boolean {
  const country = iban.slice(0, 2);
  const isSwiss = country === "CH" || country === "LI";
  const isSwissInFrancs = isSwiss && currency === "CHF";
  if (qrIban !== null && !isSwissInFrancs) return false;
  if (currency === "CHF") return isSwiss;
  if (currency === "GBP") return country === "GB";
  return isSEPACountry(country) || JOINED.has(country);
}

/**
 * Countries that ibantools 4.5.4 does not count yet: in October 2025 Albania, Moldova, Montenegro and North Macedonia joined the schemes of
 * SEPA, in May 2026 Serbia (EPC409-09).
 */
const JOINED = new Set(["AL", "MD", "ME", "MK", "RS"]);
