import { companyCountry, currency, locale } from "@/db/schema/companies";
import { readEnterpriseNumber } from "@/server/domain/formats/enterprise-number";
import { env } from "@/server/env";
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
} from "@/server/platform/fields";

// Fields of a company, the same through both doors.

// Descriptions of fields in the API's reference.
const percentageDescription = { type: ["number", "null"], minimum: 0, maximum: 100 };
const urlDescription = { type: ["string", "null"], format: "uri", maxLength: 255, description: "An http or https address." };
const enterpriseNumberDescription = {
  type: ["string", "null"],
  maxLength: 255,
  description:
    "Belgian enterprise number, with or without separators and `BE`. Without it, consumers in Belgium are charged no late-payment fee.",
  example: "0123.456.749",
};

/** Fields that every company has. */
export const requiredCompanyFields = {
  name: requiredText("invalid_name"),
  brand: field("invalid_brand", (given) => env().BRAND_CODES.find((brand) => brand === given) ?? refused, {
    type: "string",
    description: "One of the five brand codes of this service.",
    example: "brand_code_1",
  }),
  email: field("invalid_email", readEmail, { type: "string", format: "email", maxLength: 254 }),
  locale: choice("invalid_locale", locale.enumValues, lowerCase),
  countryCode: choice("invalid_country_code", companyCountry.enumValues, upperCase),
  currency: choice("invalid_currency", currency.enumValues, upperCase),
};

/** Optional fields of a new company. */
export const newCompanyFields = {
  address1: optionalText("invalid_address1"),
  address2: optionalText("invalid_address2"),
  houseNumber: optionalText("invalid_house_number"),
  zipcode: optionalText("invalid_zipcode"),
  city: optionalText("invalid_city"),
  vatPercentage: field("invalid_vat_percentage", readPercentage, percentageDescription),
  partnershipPageUrl: field(
    "invalid_partnership_page_url",
    (given) => {
      if (given == null) return null;
      // Empty text is stored as it was sent.
      return isNothing(given) ? readText(given) : readUrl(given);
    },
    urlDescription,
  ),
  enterpriseNumber: field(
    "invalid_enterprise_number",
    (given) => (isNothing(given) ? null : readBelgianNumber(given)),
    enterpriseNumberDescription,
  ),
};

/** Optional fields of a change: an absent field stays as it is, null clears it. */
export const changedCompanyFields = {
  address1: changedText("invalid_address1"),
  address2: changedText("invalid_address2"),
  houseNumber: changedText("invalid_house_number"),
  zipcode: changedText("invalid_zipcode"),
  city: changedText("invalid_city"),
  vatPercentage: field(
    "invalid_vat_percentage",
    (given) => (given === undefined ? undefined : readPercentage(given)),
    percentageDescription,
  ),
  partnershipPageUrl: field(
    "invalid_partnership_page_url",
    (given) => {
      if (given === undefined) return undefined;
      return isNothing(given) ? null : readUrl(given);
    },
    urlDescription,
  ),
  enterpriseNumber: field(
    "invalid_enterprise_number",
    (given) => {
      if (given === undefined) return undefined;
      return isNothing(given) ? null : readBelgianNumber(given);
    },
    enterpriseNumberDescription,
  ),
};

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

function readBelgianNumber(given: unknown): string | typeof refused {
  const text = readText(given);
  return text === refused ? refused : (readEnterpriseNumber(text) ?? refused);
}
