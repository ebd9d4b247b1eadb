import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import { companies } from "@/db/schema/companies";
import { imports } from "@/db/schema/imports";
import { invoiceColumns } from "@/db/schema/invoices";
import { visibleToAsker } from "@/server/actor";
import { importGate } from "@/server/billing/imports/import-gate";

// SQL shared by the statements that create invoices.

/** Joins SQL parts with commas. */
export const list = (parts: SQLChunk[]): SQL => sql.join(parts, sql`, `);

// Leaves out columns taken from the request, its import and the sequence of numbers, and columns that only change later.
const { partnerId, importId, companyId, createdAt, invoiceNumber, ...others } = invoiceColumns;
const { retractedAt, retractionReason, showRetractionReasonToCustomer, creditNoteNumber, erasedAt, dueOn, isIbanUnconfirmed, ...own } =
  others;

/** Columns whose values differ between the invoices that one statement creates. */
export const ownColumns = own;

/** Columns with the same value for all invoices that one statement creates. */
export const sharedColumns = { partnerId, importId, createdAt };

/** A placeholder, cast to a type. */
export const typedPlaceholder = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/**
 * Selects the requested import if it is open, with a share lock: the invoices of this statement are either part of a simultaneous
 * transmission or refused. Passes the actor to the triggers. Placeholders: `importId`, `actor`, `requestId`, and those of `visibleToAsker`.
 */
export const selectOpenImport = sql`
  select ${imports.companyId} as company_id, ${companies.locale} as company_locale,
    set_config('ics.actor', ${typedPlaceholder("actor", "text")}, true), set_config('ics.request_id', ${typedPlaceholder("requestId", "text")}, true)
  from ${importGate(sql`${typedPlaceholder("importId", "text")}`, "shared")}, ${imports} join ${companies} on ${companies.partnerId} = ${imports.partnerId} and ${companies.id} = ${imports.companyId}
  where ${visibleToAsker(imports)} and ${imports.id} = ${sql.placeholder("importId")} and ${imports.transmittedAt} is null
  for share of ${imports}`;
