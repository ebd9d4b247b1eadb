import type { NewCompany } from "@/server/tenancy/companies/company";

export type CompanyField = keyof NewCompany;

interface FieldInForm {
  name: CompanyField;
  /** Width as a class, in columns of a grid with six. */
  width: "col-span-6" | "col-span-4" | "col-span-3" | "col-span-2" | "col-span-1";
  type?: "email" | "url";
  inputMode?: "decimal";
  /** Kind of the options, for a field in which people choose one. */
  choices?: "brands" | "locales" | "countryCodes" | "currencies";
}

/** All fields of a company in `/api/v2`, in groups and in the order in which people fill them in. */
export const companyGroups: { title: "company" | "address" | "more"; fields: FieldInForm[] }[] = [
  {
    title: "company",
    fields: [
      { name: "name", width: "col-span-4" },
      { name: "brand", width: "col-span-2", choices: "brands" },
      { name: "email", width: "col-span-4", type: "email" },
      { name: "locale", width: "col-span-2", choices: "locales" },
    ],
  },
  {
    title: "address",
    fields: [
      { name: "address1", width: "col-span-4" },
      { name: "houseNumber", width: "col-span-2" },
      { name: "address2", width: "col-span-6" },
      { name: "zipcode", width: "col-span-2" },
      { name: "city", width: "col-span-2" },
      { name: "countryCode", width: "col-span-2", choices: "countryCodes" },
    ],
  },
  {
    title: "more",
    fields: [
      { name: "currency", width: "col-span-2", choices: "currencies" },
      { name: "vatPercentage", width: "col-span-1", inputMode: "decimal" },
      { name: "partnershipPageUrl", width: "col-span-3", type: "url" },
      { name: "enterpriseNumber", width: "col-span-3" },
    ],
  },
];

export const companyFields = companyGroups.flatMap(({ fields }) => fields.map(({ name }) => name));

/** Values of the form, all of them text. */
export type CompanyForm = Record<CompanyField, string>;

export const emptyCompany = Object.fromEntries(companyFields.map((name) => [name, ""])) as CompanyForm;

export function formOf(company: NewCompany): CompanyForm {
  return Object.fromEntries(companyFields.map((name) => [name, company[name]?.toString() ?? ""])) as CompanyForm;
}

/**
 * Converts the form's values for the service. Empty fields become null; text that is not a number stays text, and the service refuses it.
 */
export function asCompany({ vatPercentage, ...texts }: CompanyForm): Record<CompanyField, string | number | null> {
  const given = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() === "" ? null : text]));
  const percentage = vatPercentage.trim().replace(",", ".");
  return { ...given, vatPercentage: percentage === "" ? null : toNumber(percentage) } as Record<CompanyField, string | number | null>;
}

function toNumber(text: string): number | string {
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}
