import { z } from "zod";
import { type Company, companyCountry, currency, locale } from "@/db/schema/companies";
import type { ErrorCode } from "@/server/errors";
import type { Page } from "@/server/platform/page";
import type { CompanyUpdate, NewCompany } from "@/server/tenancy/companies/company";
import { changedCompanyFields, newCompanyFields, requiredCompanyFields } from "@/server/tenancy/companies/company-fields";
import { pageParameters, pageResource, presentPage, underscoredNames } from "./page";
import { idText, textOrNull } from "./resource";

/** Errors of a company's fields, in the order of the checks. */
export const companyErrors = [
  "invalid_name",
  "invalid_brand",
  "invalid_email",
  "invalid_locale",
  "invalid_country_code",
  "invalid_currency",
  "invalid_address1",
  "invalid_address2",
  "invalid_house_number",
  "invalid_zipcode",
  "invalid_city",
  "invalid_vat_percentage",
  "invalid_partnership_page_url",
  "invalid_enterprise_number",
] as const satisfies ErrorCode[];

/** A company as partners see it. This is the contract: add to it, never rename. */
export const companyResource = z
  .strictObject({
    company_id: idText(),
    name: z.string(),
    brand: z.string(),
    email: z.string(),
    locale: z.enum(locale.enumValues),
    address1: textOrNull(),
    address2: textOrNull(),
    house_number: textOrNull(),
    zipcode: textOrNull(),
    city: textOrNull(),
    country_code: z.enum(companyCountry.enumValues),
    currency: z.enum(currency.enumValues),
    vat_percentage: z.number().nullable(),
    partnership_page_url: textOrNull(),
    enterprise_number: textOrNull().optional().meta({ description: "Belgian enterprise number, as `0123.456.749`." }),
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
    enterprise_number: company.enterpriseNumber,
  };
}

export const companiesResource = z.strictObject({ companies: z.array(companyResource), page: pageResource }).meta({ id: "Companies" });

export function presentCompanies(page: Page<Company>): z.infer<typeof companiesResource> {
  return { companies: page.entries.map(presentCompany), page: presentPage(page) };
}

export const companiesParameters = z.preprocess(underscoredNames, z.object(pageParameters));

const required = {
  name: requiredCompanyFields.name,
  brand: requiredCompanyFields.brand,
  email: requiredCompanyFields.email,
  locale: requiredCompanyFields.locale,
  country_code: requiredCompanyFields.countryCode,
  currency: requiredCompanyFields.currency,
};

/** Body of a new company, converted to the names in the services. */
export const newCompanyBody = z
  .object({
    ...required,
    address1: newCompanyFields.address1,
    address2: newCompanyFields.address2,
    house_number: newCompanyFields.houseNumber,
    zipcode: newCompanyFields.zipcode,
    city: newCompanyFields.city,
    vat_percentage: newCompanyFields.vatPercentage,
    partnership_page_url: newCompanyFields.partnershipPageUrl,
    enterprise_number: newCompanyFields.enterpriseNumber,
  })
  .transform(
    ({ country_code, house_number, vat_percentage, partnership_page_url, enterprise_number, ...same }): NewCompany => ({
      ...same,
      countryCode: country_code,
      houseNumber: house_number,
      vatPercentage: vat_percentage,
      partnershipPageUrl: partnership_page_url,
      enterpriseNumber: enterprise_number,
    }),
  )
  .meta({ id: "NewCompany" });

/** Changes of a company. An absent optional field leaves the stored value; null clears it. */
export const companyUpdateBody = z
  .object({
    ...required,
    address1: changedCompanyFields.address1,
    address2: changedCompanyFields.address2,
    house_number: changedCompanyFields.houseNumber,
    zipcode: changedCompanyFields.zipcode,
    city: changedCompanyFields.city,
    vat_percentage: changedCompanyFields.vatPercentage,
    partnership_page_url: changedCompanyFields.partnershipPageUrl,
    enterprise_number: changedCompanyFields.enterpriseNumber,
  })
  .transform(
    ({ country_code, house_number, vat_percentage, partnership_page_url, enterprise_number, ...same }): CompanyUpdate => ({
      ...same,
      countryCode: country_code,
      houseNumber: house_number,
      vatPercentage: vat_percentage,
      partnershipPageUrl: partnership_page_url,
      enterpriseNumber: enterprise_number,
    }),
  )
  .meta({ id: "CompanyUpdate" });
