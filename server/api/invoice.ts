import { z } from "zod";
import { locale } from "@/db/schema/companies";
import type { InvoiceDetails, NewInvoice, RecipientUpdate, Retraction } from "@/server/billing/invoices/invoice";
import type { ErrorCode } from "@/server/errors";
import {
  cents,
  changedChoice,
  changedIban,
  changedText,
  field,
  flag,
  isNothing,
  lowerCase,
  optionalChoice,
  optionalIban,
  optionalMoment,
  optionalText,
  readText,
  reference,
  requiredInvoiceNumber,
  requiredText,
} from "@/server/platform/fields";
import { changedCustomer, customerResource, newCustomer, presentCustomer } from "./customer";
import { invoiceLineResource, presentLine } from "./invoice-line";
import { messageResource, presentMessage } from "./message";
import { centsAmount, idText, textOrNull, timestamp } from "./resource";
import { presentTicket, ticketResource } from "./ticket";

/** An invoice as partners see it. This is the contract: add to it, never rename. */
export const invoiceResource = z
  .strictObject({
    invoice_id: idText(),
    import_id: idText(),
    external_invoice_number: z.string().min(1),
    reference: textOrNull(),
    invoice_number: z.string().regex(/^\d+$/).meta({ example: "100000042" }),
    locale: z.enum(locale.enumValues),
    direct_debit_iban: textOrNull(),
    federation_membership_number: textOrNull(),
    club_membership_number: textOrNull(),
    member_external_id: textOrNull(),
    external_membership_number: textOrNull(),
    customer: customerResource,
    invoice_lines: z.array(invoiceLineResource).min(1),
    amount_total_cents: centsAmount(),
    messages: z.array(messageResource),
    tickets: z.array(ticketResource),
    retracted_at: timestamp().nullable(),
    retraction_reason: textOrNull(),
    show_retraction_reason_to_customer: z.boolean(),
  })
  .meta({ id: "Invoice" });

export function presentInvoice(invoice: InvoiceDetails): z.infer<typeof invoiceResource> {
  return {
    invoice_id: invoice.id,
    import_id: invoice.importId,
    external_invoice_number: invoice.externalInvoiceNumber,
    reference: invoice.reference,
    invoice_number: String(invoice.invoiceNumber),
    locale: invoice.locale,
    direct_debit_iban: invoice.directDebitIban,
    federation_membership_number: invoice.federationMembershipNumber,
    club_membership_number: invoice.clubMembershipNumber,
    member_external_id: invoice.memberExternalId,
    external_membership_number: invoice.externalMembershipNumber,
    customer: presentCustomer(invoice),
    invoice_lines: invoice.lines.map(presentLine),
    amount_total_cents: invoice.amountTotalCents,
    messages: invoice.messages.map(presentMessage),
    tickets: invoice.tickets.map(presentTicket),
    retracted_at: invoice.retractedAt?.toISOString() ?? null,
    retraction_reason: invoice.retractionReason,
    show_retraction_reason_to_customer: invoice.showRetractionReasonToCustomer,
  };
}

/** Only the lines of an invoice. */
export const invoiceLinesResource = z
  .strictObject({
    import_id: idText(),
    invoice_id: idText(),
    invoice_lines: z.array(invoiceLineResource).min(1),
    amount_total_cents: centsAmount(),
  })
  .meta({ id: "InvoiceLines" });

type InvoiceWithLines = Pick<InvoiceDetails, "id" | "importId" | "amountTotalCents" | "lines">;

export function presentInvoiceLines({ id, importId, amountTotalCents, lines }: InvoiceWithLines): z.infer<typeof invoiceLinesResource> {
  return { import_id: importId, invoice_id: id, invoice_lines: lines.map(presentLine), amount_total_cents: amountTotalCents };
}

const LINES_LIMIT = 1_000;

const newLine = z
  .object(
    {
      invoice_line_id: field("invalid_invoice_line_id", (given) => (isNothing(given) ? null : readText(given)), {
        type: ["string", "null"],
        maxLength: 255,
      }),
      amount_cents: cents("invalid_amount_cents", { example: 4500 }),
      description: optionalText("invalid_description", { max: 2_000 }),
      date: optionalMoment("invalid_date"),
    },
    { error: "invalid_invoice_lines" },
  )
  .transform(({ invoice_line_id, amount_cents, description, date }) => ({
    id: invoice_line_id,
    amountCents: amount_cents,
    description,
    date,
  }));

const newInvoiceFields = {
  external_invoice_number: requiredInvoiceNumber("invalid_external_invoice_number"),
  reference: optionalText("invalid_reference"),
  locale: optionalChoice("invalid_locale", locale.enumValues, lowerCase),
  direct_debit_iban: optionalIban(),
  federation_membership_number: optionalText("invalid_federation_membership_number"),
  club_membership_number: optionalText("invalid_club_membership_number"),
  member_external_id: optionalText("invalid_member_external_id"),
  external_membership_number: optionalText("invalid_external_membership_number"),
  customer: newCustomer,
  // A list that is too long is replaced by null, which is refused without checking the lines one by one.
  invoice_lines: z.preprocess(
    (given) => (Array.isArray(given) && given.length > LINES_LIMIT ? null : given),
    z
      .array(newLine, { error: "invalid_invoice_lines" })
      .min(1, { error: "invalid_invoice_lines" })
      .max(LINES_LIMIT, { error: "invalid_invoice_lines" }),
  ),
  amount_total_cents: cents("invalid_amount_total_cents", { example: 4500 }),
};

const newInvoice = z.object(newInvoiceFields);

function addsUp({ invoice_lines, amount_total_cents }: z.output<typeof newInvoice>): boolean {
  return sumOf(invoice_lines) === BigInt(amount_total_cents);
}

/** Converts snake case to the names in the services. */
function readInvoice(body: z.output<typeof newInvoice>): Omit<NewInvoice, "importId"> {
  return {
    externalInvoiceNumber: body.external_invoice_number,
    reference: body.reference,
    locale: body.locale,
    directDebitIban: body.direct_debit_iban,
    federationMembershipNumber: body.federation_membership_number,
    clubMembershipNumber: body.club_membership_number,
    memberExternalId: body.member_external_id,
    externalMembershipNumber: body.external_membership_number,
    ...body.customer,
    lines: body.invoice_lines,
    amountTotalCents: body.amount_total_cents,
  };
}

export const newInvoiceBody = z
  .object({ import_id: reference("invalid_import_id"), ...newInvoiceFields })
  .refine(addsUp, { error: "invalid_amount_total_cents" })
  .transform((body): NewInvoice => ({ importId: body.import_id, ...readInvoice(body) }))
  .meta({ id: "NewInvoice" });

/** One of several invoices created in an import. It has no `import_id`, which is in the path. */
export const newInvoiceOfImport = newInvoice
  .refine(addsUp, { error: "invalid_amount_total_cents" })
  .transform(readInvoice)
  .meta({ id: "NewInvoiceOfImport" });

/** Errors of an invoice's recipient, in the order of the checks. */
export const recipientErrors = [
  "invalid_external_invoice_number",
  "invalid_reference",
  "invalid_federation_membership_number",
  "invalid_club_membership_number",
  "invalid_member_external_id",
  "invalid_external_membership_number",
  "invalid_locale",
  "invalid_customer",
  "invalid_customer_name",
  "invalid_customer_last_name",
  "invalid_customer_email",
  "invalid_customer_phone",
  "invalid_customer_address",
] as const satisfies ErrorCode[];

/** Errors of a new invoice, in the order of the checks. */
export const newInvoiceErrors = [
  ...recipientErrors,
  "invalid_invoice_lines",
  "invalid_invoice_line_id",
  "invalid_amount_cents",
  "invalid_description",
  "invalid_date",
  "invalid_amount_total_cents",
  "duplicate_invoice_line_id",
] as const satisfies ErrorCode[];

/** Returns the exact sum. With plain numbers, a thousand large amounts would lose cents. */
function sumOf(lines: { amountCents: number }[]): bigint {
  return lines.reduce((sum, line) => sum + BigInt(line.amountCents), 0n);
}

/** Fields to change; absent ones keep their values, except the number, which is always required. Ignores lines, amounts and import. */
export const recipientUpdateBody = z
  .object({
    external_invoice_number: requiredInvoiceNumber("invalid_external_invoice_number"),
    reference: changedText("invalid_reference"),
    locale: changedChoice("invalid_locale", locale.enumValues, lowerCase),
    direct_debit_iban: changedIban(),
    federation_membership_number: changedText("invalid_federation_membership_number"),
    club_membership_number: changedText("invalid_club_membership_number"),
    member_external_id: changedText("invalid_member_external_id"),
    external_membership_number: changedText("invalid_external_membership_number"),
    customer: changedCustomer,
  })
  .transform(
    (body): RecipientUpdate => ({
      externalInvoiceNumber: body.external_invoice_number,
      reference: body.reference,
      locale: body.locale,
      directDebitIban: body.direct_debit_iban,
      federationMembershipNumber: body.federation_membership_number,
      clubMembershipNumber: body.club_membership_number,
      memberExternalId: body.member_external_id,
      externalMembershipNumber: body.external_membership_number,
      ...body.customer,
    }),
  )
  .meta({ id: "InvoiceUpdate" });

export const retractionBody = z
  .object({
    external_invoice_number: requiredInvoiceNumber("invalid_external_invoice_number"),
    description: requiredText("invalid_description", { max: 2_000 }),
    retraction_reason: optionalText("invalid_retraction_reason", { max: 2_000 }),
    show_retraction_reason_to_customer: flag("invalid_show_retraction_reason_to_customer"),
  })
  .transform(
    (body): Retraction => ({
      creditNoteNumber: body.external_invoice_number,
      description: body.description,
      retractionReason: body.retraction_reason,
      showRetractionReasonToCustomer: body.show_retraction_reason_to_customer,
    }),
  )
  .meta({ id: "Retraction" });
