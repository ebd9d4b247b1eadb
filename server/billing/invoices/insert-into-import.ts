import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceColumns } from "@/db/schema/invoices";
import { visibleToAsker } from "@/server/actor";
import { importGate } from "@/server/billing/imports/import-gate";

// Parts shared by the statements that create invoices.

/** The parts, with commas between them. */
export const list = (parts: SQLChunk[]): SQL => sql.join(parts, sql`, `);

// Columns from the request, its import and the sequence of numbers; then those that change later.
const { partnerId, importId, companyId, createdAt, invoiceNumber, ...others } = invoiceColumns;
const { retractedAt, retractionReason, showRetractionReasonToCustomer, creditNoteNumber, erasedAt, dueOn, isIbanUnconfirmed, ...own } =
  others;

/** Values that differ between new invoices. */
export const ownColumns = own;

/** The same for all invoices that one statement creates. */
export const sharedColumns = { partnerId, importId, createdAt };

/** A value that the statement is executed with. */
export const value = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/**
 * The import that is asked for, if it is open, with a share lock: a transmission either has the invoices that are inserted beside it, or refuses them. Names
 * the actor to the triggers. Takes `importId`, `actor`, `requestId` and what `visibleToAsker` takes.
 */
export const selectOpenImport = sql`
  select ${imports.companyId} as company_id, ${companies.locale} as company_locale,
    set_config('ics.actor', ${value("actor", "text")}, true), set_config('ics.request_id', ${value("requestId", "text")}, true)
  from ${importGate(sql`${value("importId", "text")}`, "shared")}, ${imports} join ${companies} on ${companies.partnerId} = ${imports.partnerId} and ${companies.id} = ${imports.companyId}
  where ${visibleToAsker(imports)} and ${imports.id} = ${sql.placeholder("importId")} and ${imports.transmittedAt} is null
  for share of ${imports}`;
