import { companyCountry, currency, locale } from "@/db/schema/companies";
import { env } from "@/server/env";

/** Allowed values of a company's fields that have a fixed list. */
export function companyChoices() {
  return {
    brands: env().BRAND_CODES,
    locales: locale.enumValues,
    countryCodes: companyCountry.enumValues,
    currencies: currency.enumValues,
  };
}
