import { z } from "zod";
import { type CreatedInvoice, createInvoices } from "@/server/billing/invoices/create-invoices";
import type { NewInvoice } from "@/server/billing/invoices/invoice";
import type { ErrorCode } from "@/server/errors";
import type { Call } from "./endpoint";
import { newInvoiceErrors, newInvoiceOfImport } from "./invoice";
import { idText } from "./resource";
import { faultIn } from "./respond";

const INVOICES_LIMIT = 1_000;

const createdInvoice = z.strictObject({
  external_invoice_number: z.string().nullable().meta({ description: "As sent, if it was text." }),
  invoice_id: idText().nullable(),
  invoice_number: z.string().regex(/^\d+$/).nullable(),
  error: z
    .string()
    .nullable()
    .meta({ description: "Why this invoice was not created: one of the codes of `POST /invoices`; null: it was created." }),
  // Optional in the schema, because clients generated from earlier documents do not have the field.
  error_field: z
    .string()
    .nullable()
    .optional()
    .meta({ description: "The field at fault, such as `invoice_lines[1].amount_cents`; null if it is not known." }),
});

/** Outcome of each of several invoices. This is the contract: add to it, never rename. */
export const createdInvoicesResource = z
  .strictObject({ invoices: z.array(createdInvoice).meta({ description: "One entry per invoice sent, in the same order." }) })
  .meta({ id: "CreatedInvoices" });

/** Body as described in the reference. */
export const describedInvoicesBody = z
  .object({ invoices: z.array(newInvoiceOfImport, { error: "invalid_invoices" }).min(1).max(INVOICES_LIMIT) })
  .meta({ id: "NewInvoices" });

/** Accepts any objects as invoices: `createEach` reads each by itself, so that an invoice with an error does not stop the others. */
export const newInvoicesBody = z.object({
  invoices: z
    .array(z.record(z.string(), z.unknown(), { error: "invalid_invoices" }), { error: "invalid_invoices" })
    .min(1, { error: "invalid_invoices" })
    .max(INVOICES_LIMIT, { error: "invalid_invoices" }),
});

type Reading = { invoice: Omit<NewInvoice, "importId"> } | { fault: ReturnType<typeof faultIn> };

/** Creates the invoices that have no error. Throws the errors of `createInvoices`. */
export async function createEach({
  db,
  actor,
  params,
  body,
}: Call<z.output<typeof newInvoicesBody>, undefined>): Promise<z.infer<typeof createdInvoicesResource>> {
  const readings = body.invoices.map(read);
  const valid = readings.flatMap((reading) => ("invoice" in reading ? [reading.invoice] : []));
  // One result for each valid invoice, in the same order.
  const created = (await createInvoices(db, actor, params.importId, valid)).values();
  const invoices = readings.map((reading, index) => {
    const number = body.invoices[index]?.external_invoice_number;
    const outcome = "fault" in reading ? presentRefusal(reading.fault.code, reading.fault.field) : presentCreated(created.next().value);
    return { external_invoice_number: typeof number === "string" ? number : null, ...outcome };
  });
  return { invoices };
}

function read(given: Record<string, unknown>): Reading {
  const { data, error } = newInvoiceOfImport.safeParse(given);
  return error ? { fault: faultIn(error.issues, newInvoiceErrors) } : { invoice: data };
}

/** Presents an invoice that was created, or left out because one of its line ids was taken. */
function presentCreated(created: CreatedInvoice) {
  if (!created) return presentRefusal("duplicate_invoice_line_id");
  return { invoice_id: created.id, invoice_number: String(created.invoiceNumber), error: null, error_field: null };
}

function presentRefusal(error: ErrorCode, field: string | null = null) {
  return { invoice_id: null, invoice_number: null, error, error_field: field };
}
