import { type SQL, sql } from "drizzle-orm";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { debitedInvoices } from "@/server/billing/imports/debited-invoices";
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
 * count from the first message that reaches them. An invoice that a direct debit collects has the day of `debitedInvoices`.
 */
export function whereDueOn(actor: OfPartner, condition: (dueOn: SQL) => SQL): SQL {
  const whereDue = sql`((${whereDueByThemselves(actor, sql`true`)} is not true and (${whereImportDueOn(actor, condition)}) is true)
      or (${whereDueByThemselves(actor, condition(sql`own.due_on`))}) is true)`;
  return sql`((${whereListedNotAsked(actor)}) is not true
    and (((${whereDebited(actor, sql`true`)}) is not true and ${whereDue})
      or (${whereDebited(actor, condition(sql`debited.due_on`))}) is true))`;
}

/** Condition: a direct debit collects the invoice, and the day after which it is overdue meets `condition` on `debited.due_on`. */
function whereDebited({ partnerId }: OfPartner, condition: SQL): SQL {
  return sql`${invoices.invoiceNumber} in (select debited.invoice_number from ${debitedInvoices(partnerId)} debited where ${condition})`;
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

/** SQL for the due day to sort by; `infinity` for invoices without a due day. Each of the three lookup tables is built once per statement. */
export function dueOnToSortBy(actor: OfPartner): SQL {
  const { partnerId } = actor;
  const own = sql`(select jsonb_object_agg(own.invoice_number, own.due_on) ${fromDueByThemselves(actor)})`;
  const debited = sql`(select jsonb_object_agg(debited.invoice_number, debited.due_on) from ${debitedInvoices(partnerId)} debited)`;
  const ofImports = sql`(select jsonb_object_agg(${imports.id}, ${importDueOn}) from ${imports}
    where ${imports.partnerId} = ${partnerId} and ${imports.transmittedAt} is not null)`;
  return sql`case when (${whereListedNotAsked(actor)}) is true then 'infinity'::date else coalesce((${debited} ->> ${invoices.invoiceNumber}::text)::date, (${own} ->> ${invoices.invoiceNumber}::text)::date, (${ofImports} ->> ${invoices.importId})::date, 'infinity') end`;
}
