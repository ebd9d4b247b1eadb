import { isQRIBAN } from "ibantools";
import type { z } from "zod";
import {
  isMandateReference,
  MANDATE_REFERENCE_LENGTH,
  mandateExpiresOn,
  mandateSchemes,
  mandateSequences,
} from "@/server/domain/rules/mandate-state";
import type { AnyErrorCode } from "@/server/errors";
import {
  field,
  isEmailAddress,
  isNothing,
  lowerCase,
  optionalChoice,
  optionalDay,
  readIban,
  readText,
  refused,
  requiredDay,
  upperCase,
} from "@/server/platform/fields";
import { bankAccountFields, bicField } from "@/server/tenancy/bank-accounts/bank-account-fields";
import { fitsCurrency } from "@/server/tenancy/bank-accounts/fits-currency";
import type { Mandate } from "./mandate";

/** Fields of a new mandate, the same for the interface, the form and CSV files, in the order of the checks. */
export const mandateFields = {
  customerEmail: field("invalid_customer_email", (given) => (isNothing(given) ? null : readEmail(given)), {
    type: ["string", "null"],
    description: "The payer's e-mail address, as on their invoices. Required, unless an invoice is named.",
    example: "jan@devries.example",
  }),
  invoiceNumber: field("invalid_invoice_number", (given) => (isNothing(given) ? null : readInvoiceNumber(given)), {
    type: ["string", "null"],
    description:
      "The service's number of an invoice of the payer (`invoice_number`). Used only without `customer_email`. If the invoice has no e-mail address, the mandate is for this invoice alone.",
  }),
  reference: field("invalid_mandate_reference", readReference, {
    type: "string",
    minLength: 1,
    maxLength: MANDATE_REFERENCE_LENGTH,
    description:
      "The reference on the signed mandate: letters without accents, digits, spaces and `+?/-:().,'`. Never used for another mandate.",
    example: "NB-0417",
  }),
  holder: bankAccountFields.holder,
  iban: field("invalid_iban", (given) => readIban(typeof given === "string" ? given.replace(/\s/g, "") : given) ?? refused, {
    type: "string",
    description: "The payer's account: a valid IBAN of a SEPA country, and no QR-IBAN.",
    example: "NL20INGB0001234567",
  }),
  bic: bicField("The BIC of the payer's bank. Banks need it for accounts outside the European Economic Area."),
  signedOn: requiredDay("invalid_signed_on"),
  scheme: optionalChoice("invalid_scheme", mandateSchemes, upperCase),
  organization: field("invalid_organization", (given) => (isNothing(given) ? null : readText(given)), {
    type: ["string", "null"],
    maxLength: 255,
    description: "Name of the organisation that gave the mandate; null: a person. Required for the scheme B2B.",
  }),
  sequence: optionalChoice("invalid_sequence", mandateSequences, lowerCase),
  lastCollectedOn: optionalDay("invalid_last_collected_on"),
};

export type MandateField = keyof typeof mandateFields;

/** A mandate as sent, as typed or from a row of a file: unread values. */
export type GivenMandate = Partial<Record<MandateField, unknown>>;

type ReadFields = { [Field in MandateField]: z.output<(typeof mandateFields)[Field]> };

/** A mandate as it was read. */
export type NewMandate = ReadFields & { scheme: (typeof mandateSchemes)[number]; sequence: (typeof mandateSequences)[number] };

/** Why a mandate is not recorded: the field at fault, and the code. */
export interface MandateFault {
  field: MandateField;
  code: AnyErrorCode;
}

/**
 * Result for one of several mandates. `isExtended`: it was recorded before, and counts from a later last collection now. `ignored`: fields of a
 * mandate that was recorded before which differ from it and changed nothing.
 */
export type MandateOutcome =
  | { mandate: Mandate; isNew: boolean; isExtended: boolean; ignored: MandateField[] }
  /** `existingReference`: the reference of the mandate that stands in the way, if one does. `differing`: fields in which that mandate differs. */
  | { faults: MandateFault[]; existingReference: string | null; differing: MandateField[] };

/** Reads a mandate. Returns all of its faults, in the order of the fields; a field has one at most. */
export function readMandate(given: GivenMandate, today: string): { mandate: NewMandate } | { faults: MandateFault[] } {
  const read: Partial<ReadFields> = {};
  const faults: MandateFault[] = [];
  const names = Object.keys(mandateFields) as MandateField[];
  for (const name of names) {
    const { data, error } = mandateFields[name].safeParse(given[name]);
    if (error) faults.push({ field: name, code: error.issues[0]?.message as AnyErrorCode });
    else Object.assign(read, { [name]: data });
  }
  faults.push(...faultsAmong(read, today));
  if (faults.length > 0) return { faults: faults.sort((one, other) => names.indexOf(one.field) - names.indexOf(other.field)) };
  // Without a fault, every field was read.
  const mandate = read as ReadFields;
  return { mandate: { ...mandate, scheme: mandate.scheme ?? "CORE", sequence: mandate.sequence ?? "recurrent" } };
}

/** Returns the faults of the values that could be read, such as days in the wrong order. The others are absent from `read`. */
function faultsAmong(read: Partial<ReadFields>, today: string): MandateFault[] {
  const { customerEmail, invoiceNumber, iban, signedOn, scheme, organization, lastCollectedOn } = read;
  const faults: MandateFault[] = [];
  if (customerEmail === null && invoiceNumber === null) faults.push({ field: "customerEmail", code: "payer_missing" });
  const ibanCode = iban && faultOfIban(iban);
  if (ibanCode) faults.push({ field: "iban", code: ibanCode });
  if (signedOn && signedOn > today) faults.push({ field: "signedOn", code: "signed_on_in_future" });
  if (scheme === "B2B" && organization === null) faults.push({ field: "organization", code: "organization_missing" });
  if (lastCollectedOn && (lastCollectedOn > today || (signedOn && lastCollectedOn < signedOn)))
    faults.push({ field: "lastCollectedOn", code: "invalid_last_collected_on" });
  return faults;
}

/** Returns why a valid IBAN cannot be debited in euros; null: it can. The accounts that fit the euro are those of SEPA. */
function faultOfIban(iban: string): "iban_is_qr_iban" | "iban_outside_sepa" | null {
  if (isQRIBAN(iban)) return "iban_is_qr_iban";
  return fitsCurrency({ iban, qrIban: null }, "EUR") ? null : "iban_outside_sepa";
}

/** The account that a mandate is for. */
export type PayersAccount = Pick<NewMandate, "holder" | "iban" | "bic">;

/** Why an account cannot be debited, by field. */
export interface AccountFaults {
  holder?: "invalid_account_holder";
  iban?: "invalid_iban" | "iban_is_qr_iban" | "iban_outside_sepa";
  bic?: "invalid_bic";
}

/** Reads the account that a mandate is for, as `readMandate` does. Returns the faults of all fields. */
export function readPayersAccount(
  given: Partial<Record<keyof PayersAccount, unknown>>,
): { account: PayersAccount } | { faults: AccountFaults } {
  const holder = mandateFields.holder.safeParse(given.holder);
  const iban = mandateFields.iban.safeParse(given.iban);
  const bic = mandateFields.bic.safeParse(given.bic);
  const ibanCode = iban.success ? faultOfIban(iban.data) : "invalid_iban";
  if (holder.success && iban.success && bic.success && !ibanCode)
    return { account: { holder: holder.data, iban: iban.data, bic: bic.data } };
  return {
    faults: {
      ...(!holder.success && { holder: "invalid_account_holder" }),
      ...(ibanCode && { iban: ibanCode }),
      ...(!bic.success && { bic: "invalid_bic" }),
    },
  };
}

/** Returns the field with the day from which an expired mandate's months count; null: it has not expired. */
export function expiredBy(mandate: Pick<NewMandate, "signedOn" | "lastCollectedOn">, today: string): MandateField | null {
  if (today < mandateExpiresOn(mandate)) return null;
  return mandate.lastCollectedOn === null ? "signedOn" : "lastCollectedOn";
}

function readEmail(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && isEmailAddress(text.trim()) ? text.trim() : refused;
}

function readReference(given: unknown): string | typeof refused {
  const text = readText(given);
  if (text === refused) return refused;
  const reference = text.trim();
  return isMandateReference(reference) ? reference : refused;
}

/** Returns the digits of an invoice's number. At most 15, all of which JavaScript represents exactly. */
function readInvoiceNumber(given: unknown): string | typeof refused {
  const text = readText(given);
  return text !== refused && /^\d{1,15}$/.test(text.trim()) ? text.trim() : refused;
}
