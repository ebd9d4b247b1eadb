import { type SQL, sql } from "drizzle-orm";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { importDueOn } from "@/server/billing/imports/import-due-on";
import { whereListedNotAsked } from "@/server/billing/imports/where-not-asked";

// The due day of listed invoices. It is their import's, save for the few that have one of their own (`invoices_due_by_themselves`), so that neither is
// read from each invoice: the index `invoices_listed`, which holds the import and the number, answers all of this.

type OfPartner = Pick<Actor, "partnerId">;

const dueByThemselves = ({ partnerId }: OfPartner) => sql`from invoices own where own.partner_id = ${partnerId} and own.due_on is not null`;

/** The invoices of transmitted imports whose due day meets a condition. Days count from the first message that reaches the customer: one who was never asked has none. */
export function whereDueOn(actor: OfPartner, condition: (dueOn: SQL) => SQL): SQL {
  return sql`((${whereListedNotAsked(actor)}) is not true
    and ((${whereDueByThemselves(actor, sql`true`)} is not true and (${whereImportDueOn(actor, condition)}) is true)
      or (${whereDueByThemselves(actor, condition(sql`own.due_on`))}) is true))`;
}

/** The same of the import alone. */
function whereImportDueOn({ partnerId }: OfPartner, condition: (dueOn: SQL) => SQL): SQL {
  return sql`${invoices.importId} in (select ${imports.id} from ${imports}
    where ${imports.partnerId} = ${partnerId} and ${imports.transmittedAt} is not null and ${condition(sql`${importDueOn}`)})`;
}

/** The invoices with a due day of their own that meets a condition on `own.due_on`. */
export function whereDueByThemselves(actor: OfPartner, condition: SQL): SQL {
  return sql`${invoices.invoiceNumber} in (select own.invoice_number ${dueByThemselves(actor)} and ${condition})`;
}

/** The due day to sort by; invoices without one come after all days. Both maps are made once for a statement. */
export function dueOnToSortBy(actor: OfPartner): SQL {
  const { partnerId } = actor;
  const own = sql`(select jsonb_object_agg(own.invoice_number, own.due_on) ${dueByThemselves(actor)})`;
  const ofImports = sql`(select jsonb_object_agg(${imports.id}, ${importDueOn}) from ${imports}
    where ${imports.partnerId} = ${partnerId} and ${imports.transmittedAt} is not null)`;
  return sql`case when (${whereListedNotAsked(actor)}) is true then 'infinity'::date else coalesce((${own} ->> ${invoices.invoiceNumber}::text)::date, (${ofImports} ->> ${invoices.importId})::date, 'infinity') end`;
}
