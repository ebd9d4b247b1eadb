import { isQRIBAN, isValidBIC } from "ibantools";
import { isCreditorIdentifier } from "@/server/domain/banking/creditor-identifier";
import type { AnyErrorCode } from "@/server/errors";
import { field, isNothing, readIban, readText, refused } from "@/server/platform/fields";

/** Longest holder in SEPA and in both kinds of code to scan, in characters. */
const HOLDER_LENGTH = 70;

/** Fields of an account, the same through both doors. Spaces in numbers are removed. */
export const bankAccountFields = {
  holder: field("invalid_account_holder", readHolder, {
    type: "string",
    minLength: 1,
    maxLength: HOLDER_LENGTH,
    description: "In whose name the account is, as the bank has it.",
    example: "Rowing Club Poseidon",
  }),
  iban: field("invalid_iban", (given) => notQr(readIban(withoutSpaces(given))) ?? refused, {
    type: "string",
    description: "A valid IBAN, and no QR-IBAN.",
    example: "NL91ABNA0417164300",
  }),
  bic: optionalNumber("invalid_bic", isValidBIC, "The bank's BIC, where payers need it."),
  qrIban: optionalNumber("invalid_qr_iban", isQRIBAN, "The Swiss QR-IBAN, which payers use with a QR reference."),
  creditorIdentifier: optionalNumber(
    "invalid_creditor_identifier",
    isCreditorIdentifier,
    "The SEPA creditor identifier. Its check digits are verified.",
  ),
};

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

function notQr(iban: string | null): string | null {
  return iban && !isQRIBAN(iban) ? iban : null;
}

/** Reads absent, null and empty text as null. */
function optionalNumber(code: AnyErrorCode, isValid: (text: string) => boolean, description: string) {
  return field(
    code,
    (given) => {
      if (isNothing(given)) return null;
      const text = readText(given);
      if (text === refused) return refused;
      const number = withoutSpaces(text).toUpperCase();
      return isValid(number) ? number : refused;
    },
    { type: ["string", "null"], description },
  );
}
