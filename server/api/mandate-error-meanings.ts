import type { MandateFault } from "@/server/billing/mandates/mandate-fields";
import { errorMeanings } from "./error-meanings";

/** Meanings of the codes of a single mandate, in the order of the checks. */
const meanings: Partial<Record<MandateFault["code"], string>> = {
  payer_missing: "Neither customer_email nor invoice_number is given.",
  invalid_customer_email: "customer_email is not an e-mail address.",
  invalid_invoice_number: "invoice_number is not the number of an invoice of the company.",
  invalid_mandate_reference: "mandate_reference is missing, longer than 35 characters, or has other characters than SEPA's.",
  invalid_account_holder: "holder is empty or longer than 70 characters.",
  invalid_iban: "iban is not a valid IBAN.",
  iban_is_qr_iban: errorMeanings.iban_is_qr_iban,
  iban_outside_sepa: errorMeanings.iban_outside_sepa,
  invalid_bic: "bic is not a valid BIC.",
  invalid_signed_on: "signed_on is missing, or not a day.",
  signed_on_in_future: "signed_on is in the future.",
  invalid_scheme: "scheme must be CORE or B2B.",
  invalid_organization: "organization is not text, or too long.",
  organization_missing: "The scheme B2B is for organisations: organization must name one.",
  invalid_sequence: "sequence must be recurrent or one_off.",
  invalid_last_collected_on: "last_collected_on is not a day, before the signature, or in the future.",
  mandate_reference_taken: "Another mandate has this reference, or had it before.",
  mandate_ended: "This mandate was withdrawn or has ended. A new one needs a new reference.",
  mandate_expired: "36 months have passed since the last collection, or since the signature if there was none.",
  mandate_exists: "The payer has another valid mandate. Withdraw it first.",
};

/** List of the codes for the reference. */
export const mandateErrorMeanings = Object.entries(meanings)
  .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  .join("\n");
