import type { Company } from "@/db/schema/companies";
import { DomainError } from "../errors";
import { currentProvider } from "../payments/providers";
import type { OnlineMethod } from "../payments/start-payment";

/** What people of each country pay by first. */
const usual: Record<Company["countryCode"], OnlineMethod[]> = {
  AT: ["sofort"],
  BE: ["bancontact"],
  CH: [],
  DE: ["sofort"],
  GB: ["bacs"],
  IE: [],
  NL: ["ideal"],
};

const everywhere: OnlineMethod[] = ["credit_card", "paypal", "bank_transfer"];

/** How a customer can pay a company's invoice online, the usual way of its country first; none where there is no provider. */
export function offeredMethods({ companyCountryCode, currency }: OfCompany): OnlineMethod[] {
  if (!hasProvider()) return [];
  return [...usual[companyCountryCode], ...(currency === "EUR" ? (["sdd"] as const) : []), ...everywhere];
}

export function isOfferedMethod(company: OfCompany, method: string | null): method is OnlineMethod {
  return offeredMethods(company).some((offered) => offered === method);
}

interface OfCompany {
  companyCountryCode: Company["countryCode"];
  currency: Company["currency"];
}

function hasProvider(): boolean {
  try {
    return Boolean(currentProvider());
  } catch (error) {
    if (error instanceof DomainError && error.code === "payments_not_offered") return false;
    throw error;
  }
}
