import { isQRIBAN, isValidBIC } from "ibantools";
import { isCreditorIdentifier } from "@/server/domain/banking/creditor-identifier";
import type { AnyErrorCode } from "@/server/errors";
import { field, isNothing, readIban, readText, refused } from "@/server/platform/fields";

/** Maximum length of a holder's name in SEPA, in the EPC QR code and in the Swiss QR code, in characters. */
const HOLDER_LENGTH = 70;

/** Fields of an account, the same through both doors. Spaces in IBANs and other identifiers are removed. */
export const bankAccountFields = {
  holder: field("invalid_account_holder", readHolder, {
    type: "string",
    minLength: 1,
    maxLength: HOLDER_LENGTH,
    description: "In whose name the account is, as the bank has it.",
    example: "Rowing Club Poseidon",
  }),
  iban: field("invalid_iban", (given) => ordinary(readIban(withoutSpaces(given))) ?? refused, {
    type: "string",
    description: "A valid IBAN, and no QR-IBAN.",
    example: "NL91ABNA0417164300",
  }),
  bic: bicField("The bank's BIC, where payers need it."),
  qrIban: optionalIdentifier("invalid_qr_iban", isQRIBAN, "The Swiss QR-IBAN, which payers use with a QR reference."),
  creditorIdentifier: optionalIdentifier(
    "invalid_creditor_identifier",
    isCreditorIdentifier,
    "The SEPA creditor identifier. Its check digits are verified.",
  ),
};

/** The BIC of a bank; null if it is absent, null or empty. */
export function bicField(description: string) {
  return optionalIdentifier("invalid_bic", isValidBIC, description);
}

function readHolder(given: unknown): string | typeof refused {
  const text = readText(given, HOLDER_LENGTH);
  if (text === refused) return refused;
  // On one line: a line break in a code to scan would begin another field.
  const holder = text.replace(/\s+/g, " ").trim();
  return holder && !/\p{Cc}/u.test(holder) ? holder : refused;
}

/** Removes spaces, including no-break spaces. */
function withoutSpaces(given: unknown): string {
  return typeof given === "string" ? given.replace(/\s/g, "") : "";
}

/** Returns the IBAN, or null for a QR-IBAN. */
function ordinary(iban: string | null): string | null {
  return iban && !isQRIBAN(iban) ? iban : null;
}

/** An identifier without spaces, in capitals; null if it is absent, null or empty. */
function optionalIdentifier(code: AnyErrorCode, isValid: (text: string) => boolean, description: string) {
  return field(
    code,
    (given) => {
      if (isNothing(given)) return null;
      const text = readText(given);
      if (text === refused) return refused;
      const identifier = withoutSpaces(text).toUpperCase();
      return isValid(identifier) ? identifier : refused;
    },
    { type: ["string", "null"], description },
  );
}
