import { z } from "zod";
import { type Company, companyCountry, currency, locale } from "@/db/schema/companies";
import type { CompanyUpdate, NewCompany } from "../companies/company";
import { env } from "../env";
import {
  changedText,
  choice,
  field,
  isEmailAddress,
  isNothing,
  lowerCase,
  optionalText,
  readText,
  refused,
  requiredText,
  upperCase,
} from "./fields";
import { idText, optional } from "./resource";

/** A company as partners see it. This is the contract: add to it, never rename. */
export const companyResource = z
  .strictObject({
    company_id: idText(),
    name: z.string(),
    brand: z.string(),
    email: z.string(),
    locale: z.enum(locale.enumValues),
    address1: optional(),
    address2: optional(),
    house_number: optional(),
    zipcode: optional(),
    city: optional(),
    country_code: z.enum(companyCountry.enumValues),
    currency: z.enum(currency.enumValues),
    vat_percentage: z.number().nullable(),
    partnership_page_url: optional(),
  })
  .meta({ id: "Company" });

export function presentCompany(company: Company): z.infer<typeof companyResource> {
  return {
    company_id: company.id,
    name: company.name,
    brand: company.brand,
    email: company.email,
    locale: company.locale,
    address1: company.address1,
    address2: company.address2,
    house_number: company.houseNumber,
    zipcode: company.zipcode,
    city: company.city,
    country_code: company.countryCode,
    currency: company.currency,
    vat_percentage: company.vatPercentage,
    partnership_page_url: company.partnershipPageUrl,
  };
}

const percentage = { type: ["number", "null"], minimum: 0, maximum: 100 };
const pageUrl = { type: ["string", "null"], format: "uri", maxLength: 255, description: "An http or https address." };

const required = {
  name: requiredText("invalid_name"),
  brand: field("invalid_brand", (given) => env().BRAND_CODES.find((brand) => brand === given) ?? refused, {
    type: "string",
    description: "One of the five brand codes of this service.",
    example: "brand_code_1",
  }),
  email: field("invalid_email", readEmail, { type: "string", format: "email", maxLength: 254 }),
  locale: choice("invalid_locale", locale.enumValues, lowerCase),
  country_code: choice("invalid_country_code", companyCountry.enumValues, upperCase),
  currency: choice("invalid_currency", currency.enumValues, upperCase),
};

/** Snake case ends here. */
export const newCompanyBody = z
  .object({
    ...required,
    address1: optionalText("invalid_address1"),
    address2: optionalText("invalid_address2"),
    house_number: optionalText("invalid_house_number"),
    zipcode: optionalText("invalid_zipcode"),
    city: optionalText("invalid_city"),
    vat_percentage: field("invalid_vat_percentage", readPercentage, percentage),
    partnership_page_url: field(
      "invalid_partnership_page_url",
      (given) => (given == null ? null : isNothing(given) ? readText(given) : readUrl(given)),
      pageUrl,
    ),
  })
  .transform(
    ({ country_code, house_number, vat_percentage, partnership_page_url, ...same }): NewCompany => ({
      ...same,
      countryCode: country_code,
      houseNumber: house_number,
      vatPercentage: vat_percentage,
      partnershipPageUrl: partnership_page_url,
    }),
  )
  .meta({ id: "NewCompany" });

/** An absent optional field is left as it is, null clears it. */
export const companyUpdateBody = z
  .object({
    ...required,
    address1: changedText("invalid_address1"),
    address2: changedText("invalid_address2"),
    house_number: changedText("invalid_house_number"),
    zipcode: changedText("invalid_zipcode"),
    city: changedText("invalid_city"),
    vat_percentage: field("invalid_vat_percentage", (given) => (given === undefined ? undefined : readPercentage(given)), percentage),
    partnership_page_url: field(
      "invalid_partnership_page_url",
      (given) => (given === undefined ? undefined : isNothing(given) ? null : readUrl(given)),
      pageUrl,
    ),
  })
  .transform(
    ({ country_code, house_number, vat_percentage, partnership_page_url, ...same }): CompanyUpdate => ({
      ...same,
      countryCode: country_code,
      houseNumber: house_number,
      vatPercentage: vat_percentage,
      partnershipPageUrl: partnership_page_url,
    }),
  )
  .meta({ id: "CompanyUpdate" });

function readEmail(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && isEmailAddress(text.trim()) ? text.trim() : refused;
}

function readPercentage(given: unknown): number | null | typeof refused {
  if (isNothing(given)) return null;
  return typeof given === "number" && given >= 0 && given <= 100 ? given : refused;
}

function readUrl(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused || !URL.canParse(text)) return refused;
  return /^https?:$/.test(new URL(text).protocol) ? text : refused;
}
