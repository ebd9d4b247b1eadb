import { z } from "zod";
import type { amendMandate } from "@/server/billing/mandates/amend-mandate";
import { emailOfMandate } from "@/server/billing/mandates/mandate";
import { type GivenMandate, type MandateField, type MandateOutcome, mandateFields } from "@/server/billing/mandates/mandate-fields";
import type { MandateRecord } from "@/server/billing/mandates/mandate-record";
import { MOST_MANDATES } from "@/server/billing/mandates/record-mandates";
import { locales } from "@/server/domain/formats/locales";
import { amendmentSources, mandateSchemes, mandateSequences, mandateSources, mandateStates } from "@/server/domain/rules/mandate-state";
import { DomainError } from "@/server/errors";
import { isNothing } from "@/server/platform/fields";
import { mandateErrorMeanings } from "./mandate-error-meanings";
import { pageParameters, pageResource, underscoredNames } from "./page";
import { day, idText, textOrNull, timestamp } from "./resource";

/** A mandate as partners see it. This is the contract: add to it, never rename. */
export const mandateResource = z
  .strictObject({
    mandate_id: idText(),
    company_id: idText(),
    mandate_reference: z.string(),
    state: z.enum(mandateStates).meta({
      description:
        "`valid`; `withdrawn` by the payer; `expired` 36 months after the last collection, or after the signature if there was none; `ended` by a bank's return; `used`: a one-off mandate was collected.",
    }),
    customer_email: textOrNull().meta({ description: "The payer's e-mail address, in lower case; null: the mandate is for one invoice." }),
    invoice_id: idText().nullable().meta({ description: "The only invoice that the mandate is for; null: it is for all of the payer's." }),
    organization: textOrNull().meta({ description: "Name of the organisation that gave the mandate; null: a person." }),
    holder: z.string(),
    iban: z.string(),
    scheme: z.enum(mandateSchemes),
    sequence: z.enum(mandateSequences),
    signed_on: day(),
    last_collected_on: day().nullable().meta({
      description:
        "Day of the last debit that the bank was given, from which the 36 months of a mandate count: also of one that was rejected or returned, or that earlier software gave.",
    }),
    source: z.enum(mandateSources),
    created_at: timestamp(),
    ended_at: timestamp().nullable(),
    bic: textOrNull().optional().meta({ description: "The BIC of the payer’s bank, which banks need for accounts outside the EEA." }),
    expires_on: day()
      .optional()
      .meta({ description: "Day from which the mandate is expired, unless something is collected by it before." }),
    former_accounts: z
      .array(
        z.strictObject({
          holder: z.string(),
          iban: z.string(),
          until: timestamp(),
          changed_by: z
            .enum(amendmentSources)
            .meta({ description: "`page`: the payer; `staff`: also a partner’s system; `bank`: by a code." }),
        }),
      )
      .optional()
      .meta({ description: "Accounts that the mandate was for before, oldest first. The next file of debits tells the bank." }),
    consents: z
      .array(
        z.strictObject({
          given_at: timestamp(),
          locale: z.enum(locales),
          text: z.string().meta({ description: "All that was shown." }),
          holder: z.string(),
          iban: z.string(),
          network_address: textOrNull().meta({ description: "The browser’s; for IPv6 that of its network. Null: not known." }),
          invoice_id: idText().meta({ description: "The invoice on whose page the payer agreed." }),
        }),
      )
      .optional()
      .meta({ description: "Texts that the payer agreed to on the customer’s page, oldest first; empty: the mandate is from paper." }),
  })
  .meta({ id: "Mandate" });

export function presentMandate(mandate: MandateRecord): z.infer<typeof mandateResource> {
  return {
    mandate_id: mandate.id,
    company_id: mandate.companyId,
    mandate_reference: mandate.reference,
    state: mandate.state,
    customer_email: emailOfMandate(mandate),
    invoice_id: mandate.invoiceId,
    organization: mandate.organization,
    holder: mandate.holder,
    iban: mandate.iban,
    scheme: mandate.scheme,
    sequence: mandate.sequence,
    signed_on: mandate.signedOn,
    last_collected_on: mandate.lastCollectedOn,
    source: mandate.source,
    created_at: mandate.createdAt.toISOString(),
    ended_at: mandate.endedAt?.toISOString() ?? null,
    bic: mandate.bic,
    expires_on: mandate.expiresOn,
    former_accounts: mandate.amendments.map(({ formerHolder, formerIban, amendedAt, source }) => ({
      holder: formerHolder,
      iban: formerIban,
      until: amendedAt.toISOString(),
      changed_by: source,
    })),
    consents: mandate.consents.map(({ givenAt, locale, text, holder, iban, address, invoiceId }) => ({
      given_at: givenAt.toISOString(),
      locale,
      text,
      holder,
      iban,
      network_address: address,
      invoice_id: invoiceId,
    })),
  };
}

/** One page of a company's mandates. */
export const mandatesResource = z.strictObject({ mandates: z.array(mandateResource), page: pageResource });

export const mandatesOfCompanyParameters = z.preprocess(underscoredNames, z.object(pageParameters));

/** Leaves a value unread, because the service reads it; absent, null and empty become undefined. */
const unread = (like: z.ZodType) =>
  z
    .unknown()
    .optional()
    .transform((given) => (isNothing(given) ? undefined : given))
    .meta(like.meta() ?? {});

/** Another account of a mandate. Absent fields stay as they are. */
export const mandateAccountBody = z
  .object({
    holder: unread(mandateFields.holder),
    iban: unread(mandateFields.iban),
    bic: z
      .unknown()
      .optional()
      .meta({
        type: ["string", "null"],
        description:
          "The BIC of the payer's bank; null clears it. Without it, the BIC stays for the same IBAN, and is cleared for another one.",
      }),
  })
  .meta({ id: "MandateAccount" });

/** Codes of an account in the order of the checks. */
export const mandateAccountErrors = [
  "invalid_account_holder",
  "invalid_iban",
  "iban_is_qr_iban",
  "iban_outside_sepa",
  "invalid_bic",
] as const;

/** Throws the code of the first field at fault, if there is one. */
export function presentAmended(amended: Awaited<ReturnType<typeof amendMandate>>): z.infer<typeof mandateResource> {
  if ("mandate" in amended) return presentMandate(amended.mandate);
  const { holder, iban, bic } = amended.faults;
  if (holder) throw new DomainError(holder, "refused", "holder");
  if (iban) throw new DomainError(iban, "refused", "iban");
  throw new DomainError(bic ?? "invalid_bic", "refused", "bic");
}

/** Names of the fields in the interface. */
const wireNames = {
  customerEmail: "customer_email",
  invoiceNumber: "invoice_number",
  reference: "mandate_reference",
  holder: "holder",
  iban: "iban",
  bic: "bic",
  signedOn: "signed_on",
  scheme: "scheme",
  organization: "organization",
  sequence: "sequence",
  lastCollectedOn: "last_collected_on",
} as const satisfies Record<MandateField, string>;

const newMandate = z
  .object({
    customer_email: mandateFields.customerEmail,
    invoice_number: mandateFields.invoiceNumber,
    mandate_reference: mandateFields.reference,
    holder: mandateFields.holder,
    iban: mandateFields.iban,
    bic: mandateFields.bic,
    signed_on: mandateFields.signedOn,
    scheme: mandateFields.scheme,
    organization: mandateFields.organization,
    sequence: mandateFields.sequence,
    last_collected_on: mandateFields.lastCollectedOn,
  } satisfies Record<(typeof wireNames)[MandateField], z.ZodType>)
  .meta({ id: "NewMandate" });

/** Body as described in the reference. */
export const describedMandatesBody = z
  .object({ mandates: z.array(newMandate, { error: "invalid_mandates" }).min(1).max(MOST_MANDATES) })
  .meta({ id: "NewMandates" });

/** Leaves each mandate unread, so that a mandate with an error does not stop the others. */
export const newMandatesBody = z.object({
  mandates: z
    .array(z.record(z.string(), z.unknown(), { error: "invalid_mandates" }), { error: "invalid_mandates" })
    .min(1, { error: "invalid_mandates" })
    .max(MOST_MANDATES, { error: "invalid_mandates" }),
});

/** Converts the names of a mandate's fields to those in the services. */
export function fromWireNames(given: Record<string, unknown>): GivenMandate {
  return Object.fromEntries(Object.entries(wireNames).map(([name, wireName]) => [name, given[wireName]]));
}

/** Outcome of each of several mandates. This is the contract: add to it, never rename. */
export const recordedMandatesResource = z
  .strictObject({
    mandates: z
      .array(
        z.strictObject({
          mandate_reference: textOrNull().meta({ description: "As sent, if it was text." }),
          mandate_id: idText().nullable().meta({ description: "Also of a mandate that was recorded before; null: refused." }),
          error: textOrNull().meta({ description: `Why this mandate was not recorded; null: it is recorded.\n\n${mandateErrorMeanings}` }),
          error_field: textOrNull().meta({ description: "The field at fault, such as `signed_on`." }),
          existing_mandate_reference: textOrNull().meta({
            description:
              "The reference of the mandate that stands in the way, with `mandate_exists`, `mandate_reference_taken` and `mandate_ended`.",
          }),
        }),
      )
      .meta({ description: "One entry per mandate sent, in the same order." }),
  })
  .meta({ id: "RecordedMandates" });

export function presentRecorded(
  given: readonly Record<string, unknown>[],
  outcomes: readonly MandateOutcome[],
): z.infer<typeof recordedMandatesResource> {
  return {
    mandates: outcomes.map((outcome, place) => {
      const reference = given[place]?.mandate_reference;
      return { mandate_reference: typeof reference === "string" ? reference : null, ...presentOutcome(outcome) };
    }),
  };
}

function presentOutcome(outcome: MandateOutcome) {
  if ("mandate" in outcome) return { mandate_id: outcome.mandate.id, error: null, error_field: null, existing_mandate_reference: null };
  const [fault] = outcome.faults;
  return {
    mandate_id: null,
    error: fault?.code ?? null,
    error_field: fault ? wireNames[fault.field] : null,
    existing_mandate_reference: outcome.existingReference,
  };
}
