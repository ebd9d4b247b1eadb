import { z } from "zod";
import type { ImportCollection } from "@/server/billing/collection/describe-import-collection";
import { invoiceFacts } from "@/server/domain/rules/invoice-state";
import { day, idText } from "./resource";

const counted = z.int().min(0);

/** State of an import's collection. This is the contract: add to it, never rename. */
export const importCollectionResource = z
  .strictObject({
    import_id: idText(),
    due_on: day().nullable().meta({ description: "Day by which its invoices must be paid; null: not transmitted." }),
    billed_cents: z.int(),
    outstanding_cents: z.int(),
    invoices_count: counted,
    counts: z
      .strictObject({
        not_transmitted: counted,
        transmitted: counted,
        payment_in_progress: counted,
        retracted: counted,
        paid: counted,
        to_refund: counted,
        outstanding: counted,
        overdue: counted,
        not_asked: counted
          .optional()
          .meta({ description: "Outstanding invoices whose customer no message has reached; they are not overdue." }),
        on_hold: counted,
        not_arrived: counted.optional().meta({ description: "Outstanding invoices whose last message did not reach the customer." }),
      })
      .meta({
        description:
          "Each invoice is counted in exactly one of the first four. The others count transmitted invoices, each possibly in several.",
      }),
    repeated_external_invoice_numbers: z
      .array(z.string())
      .meta({ description: "Numbers that several invoices of the import have, up to 100. Often an invoice that was sent twice." }),
  })
  .meta({ id: "ImportCollection" });

export function presentImportCollection(collection: ImportCollection): z.infer<typeof importCollectionResource> {
  const { importId, dueOn, counts, billedCents, outstandingCents, repeatedNumbers } = collection;
  const { all, ...byFact } = counts;
  return {
    import_id: importId,
    due_on: dueOn,
    billed_cents: billedCents,
    outstanding_cents: outstandingCents,
    invoices_count: all,
    counts: inOrder(byFact),
    repeated_external_invoice_numbers: repeatedNumbers,
  };
}

/** Returns the counts in the order of `invoiceFacts`. */
function inOrder(counts: z.infer<typeof importCollectionResource>["counts"]): typeof counts {
  return Object.fromEntries(invoiceFacts.map((fact) => [fact, counts[fact]])) as typeof counts;
}
