import { companyCountry, currency, locale } from "@/db/schema/companies";
import { env } from "@/server/env";

/** What a company's fields of few words may say. */
export function companyChoices() {
  return {
    brands: env().BRAND_CODES,
    locales: locale.enumValues,
    countryCodes: companyCountry.enumValues,
    currencies: currency.enumValues,
  };
}
