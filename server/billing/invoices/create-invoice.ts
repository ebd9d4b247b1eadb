import { sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Database } from "@/db/client";
import { violatesUnique } from "@/db/failures";
import { prepared } from "@/db/prepared";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoiceColumns, invoices } from "@/db/schema/invoices";
import { type Actor, identityOf, visibleValues } from "@/server/actor";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { list, ownColumns, selectOpenImport, sharedColumns, typedPlaceholder } from "./insert-into-import";
import type { InvoiceDetails, Line, NewInvoice } from "./invoice";

/**
 * Records an invoice with its lines, in one statement. Holds a share lock on the import, so that this invoice is either part of a
 * simultaneous transmission or refused. The trigger `invoices_total_is_sum_of_lines` (db/rules/invoices.sql) verifies the total at commit.
 * Throws `invalid_import_id` and `import_already_transmitted` (refused), and `duplicate_invoice_line_id`.
 */
export async function createInvoice(db: Database, actor: Actor, invoice: NewInvoice): Promise<InvoiceDetails> {
  const { partnerId } = actor;
  const id = newId();
  const createdAt = clock.now(actor);
  const lines = invoice.lines.map(
    (line): Line => ({
      id: line.id ?? newId(),
      type: "INVOICE-LINE",
      amountCents: line.amountCents,
      description: line.description,
      date: line.date ?? createdAt,
      paymentMethod: null,
    }),
  );

  const created = await insert(db, {
    ...invoice,
    ...visibleValues(actor),
    id,
    amountBilledCents: invoice.amountTotalCents,
    createdAt: createdAt.toISOString(),
    lines: JSON.stringify(lines.map((line, index) => ({ ...line, position: index + 1 }))),
    actor: identityOf(actor),
    requestId: actor.requestId ?? "",
  });
  if (!created) {
    // No open import had this id. If `getOpenImport` finds one now, it was created after the insert.
    await getOpenImport(db, actor, invoice.importId, { missing: "refused" });
    throw new DomainError("invalid_import_id", "refused");
  }
  return {
    ...invoice,
    ...created,
    partnerId,
    id,
    amountBilledCents: invoice.amountTotalCents,
    createdAt,
    erasedAt: null,
    isIbanUnconfirmed: false,
    dueOn: null,
    retractedAt: null,
    retractionReason: null,
    showRetractionReasonToCustomer: false,
    creditNoteNumber: null,
    lines,
    messages: [],
    tickets: [],
  };
}

async function insert(db: Database, values: Record<string, unknown>) {
  try {
    const [created] = await statement(db).execute(values);
    return created;
  } catch (error) {
    if (violatesUnique(error, "invoice_lines_by_id")) throw new DomainError("duplicate_invoice_line_id");
    throw error;
  }
}

/** Each column's value is the placeholder of the same name. `locale` is an exception: it may default to the company's. */
const { locale, ...named } = { ...sharedColumns, ...ownColumns };
const { companyId, invoiceNumber } = invoiceColumns;

const statement = prepared((db) => {
  const openImport = db.$with("open_import", {}).as(selectOpenImport);

  const created = db.$with("created", { companyId, locale, invoiceNumber }).as(sql`
    insert into ${invoices} (company_id, locale, ${list(Object.keys(named).map((name) => sql.identifier(toSnakeCase(name))))})
    select company_id, coalesce(${typedPlaceholder("locale", "locale")}, company_locale),
      ${list(Object.entries(named).map(([name, column]) => typedPlaceholder(name, column.getSQLType())))}
    from open_import
    returning company_id, locale, invoice_number, partner_id, id`);

  // Inserted in the order of their ids, so that two creations that claim the same ids do not deadlock.
  const lines = db.$with("lines", {}).as(sql`
    insert into ${invoiceLines} (partner_id, invoice_id, position, id, type, amount_cents, description, date)
    select created.partner_id, created.id, line.position, line.id, line.type, line."amountCents", line.description, line.date
    from created, json_to_recordset(${typedPlaceholder("lines", "json")})
      as line(position integer, id text, type line_type, "amountCents" bigint, description text, date timestamptz)
    order by line.id`);

  return db
    .with(openImport, created, lines)
    .select({ companyId: created.companyId, locale: created.locale, invoiceNumber: created.invoiceNumber })
    .from(created)
    .prepare("create_invoice");
});
