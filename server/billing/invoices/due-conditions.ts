import { type SQL, sql } from "drizzle-orm";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { whereListedNotAsked } from "@/server/billing/imports/where-not-asked";

// Conditions on the due day of listed invoices. Most invoices have the due day of their import; the few with a separate one are looked up
// in the index `invoices_due_by_themselves`. Neither day is read from the invoices' rows: the index `invoices_listed`, with import and
// number, is enough.

type OfPartner = Pick<Actor, "partnerId">;

const fromDueByThemselves = ({ partnerId }: OfPartner) =>
  sql`from invoices own where own.partner_id = ${partnerId} and own.due_on is not null`;

/**
 * Condition: the invoice is transmitted, and its due day meets `condition`. A customer who was never asked has no due day, because days
 * count from the first message that reaches them.
 */
export function whereDueOn(actor: OfPartner, condition: (dueOn: SQL) => SQL): SQL {
  return sql`((${whereListedNotAsked(actor)}) is not true
    and ((${whereDueByThemselves(actor, sql`true`)} is not true and (${whereImportDueOn(actor, condition)}) is true)
      or (${whereDueByThemselves(actor, condition(sql`own.due_on`))}) is true))`;
}

/** Condition: the import is transmitted, and its due day meets `condition`. */
function whereImportDueOn({ partnerId }: OfPartner, condition: (dueOn: SQL) => SQL): SQL {
  return sql`${invoices.importId} in (select ${imports.id} from ${imports}
    where ${imports.partnerId} = ${partnerId} and ${imports.transmittedAt} is not null and ${condition(sql`${importDueOn}`)})`;
}

/** Condition: the invoice has a separate due day, and this day meets `condition` on `own.due_on`. */
export function whereDueByThemselves(actor: OfPartner, condition: SQL): SQL {
  return sql`${invoices.invoiceNumber} in (select own.invoice_number ${fromDueByThemselves(actor)} and ${condition})`;
}

/** SQL for the due day to sort by; `infinity` for invoices without a due day. Each of the two lookup tables is built once per statement. */
export function dueOnToSortBy(actor: OfPartner): SQL {
  const { partnerId } = actor;
  const own = sql`(select jsonb_object_agg(own.invoice_number, own.due_on) ${fromDueByThemselves(actor)})`;
  const ofImports = sql`(select jsonb_object_agg(${imports.id}, ${importDueOn}) from ${imports}
    where ${imports.partnerId} = ${partnerId} and ${imports.transmittedAt} is not null)`;
  return sql`case when (${whereListedNotAsked(actor)}) is true then 'infinity'::date else coalesce((${own} ->> ${invoices.invoiceNumber}::text)::date, (${ofImports} ->> ${invoices.importId})::date, 'infinity') end`;
}
