import { and, eq, inArray, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { Database } from "@/db/client";
import { violatesUnique } from "@/db/failures";
import { prepared } from "@/db/prepared";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { type Invoice, invoices } from "@/db/schema/invoices";
import { type Actor, identityOf, visibleValues } from "@/server/actor";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { list, ownColumns, selectOpenImport, typedPlaceholder } from "./insert-into-import";
import type { NewInvoice } from "./invoice";

/** Result for one of several invoices: the invoice's id and number; undefined if one of its line ids is taken. */
export type CreatedInvoice = Pick<Invoice, "id" | "invoiceNumber"> | undefined;

/** Maximum number of attempts: others may take line ids between the check and the insert. */
const MOST_ATTEMPTS = 3;

/**
 * Records several invoices of one import in one statement. Returns the result of each, in the same order. Leaves out an invoice if one of
 * its line ids belongs to a stored invoice or an earlier one of `given`, or occurs twice in the invoice. Locks the import and has totals verified
 * as `createInvoice` does. Throws `import_already_transmitted` (refused) and `invalid_import_id` (not found).
 */
export async function createInvoices(
  db: Database,
  actor: Actor,
  importId: string,
  given: readonly Omit<NewInvoice, "importId">[],
): Promise<CreatedInvoice[]> {
  await getOpenImport(db, actor, importId);
  const createdAt = clock.now(actor);
  const rows = given.map((invoice) => rowOf(invoice, createdAt));
  for (let attempt = 1; ; attempt += 1) {
    const accepted = withFreeLineIds(rows, await findTakenLineIds(db, actor, rows));
    try {
      const created = await insert(db, actor, importId, createdAt, accepted);
      return rows.map(({ invoice }) => created.get(invoice.id));
    } catch (error) {
      if (!violatesUnique(error, "invoice_lines_by_id") || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

type Row = ReturnType<typeof rowOf>;

function rowOf({ lines, ...invoice }: Omit<NewInvoice, "importId">, createdAt: Date) {
  const id = newId();
  return {
    invoice: { ...invoice, id, amountBilledCents: invoice.amountTotalCents },
    lines: lines.map((line, index) => ({
      invoiceId: id,
      position: index + 1,
      id: line.id ?? newId(),
      amountCents: line.amountCents,
      description: line.description,
      date: line.date ?? createdAt,
    })),
    givenLineIds: lines.flatMap((line) => line.id ?? []),
  };
}

async function findTakenLineIds(db: Database, actor: Actor, rows: Row[]): Promise<Set<string>> {
  const ids = rows.flatMap(({ givenLineIds }) => givenLineIds);
  const taken = ids.length === 0 ? [] : await takenLineIdsStatement(db, actor, ids);
  return new Set(taken.map(({ id }) => id));
}

/** Returns the query of those ids that lines of the partner's invoices have already. */
export function takenLineIdsStatement(db: Database, { partnerId }: Actor, ids: string[]) {
  const given = sql`(select json_array_elements_text(${JSON.stringify(ids)}::json))`;
  return db
    .select({ id: invoiceLines.id })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.partnerId, partnerId), inArray(invoiceLines.id, given)));
}

/** Returns the rows whose line ids are free: neither stored before, nor used by an earlier row or twice in the row. */
function withFreeLineIds(rows: Row[], taken: Set<string>): Row[] {
  const used = new Set(taken);
  return rows.filter(({ givenLineIds: ids }) => {
    if (ids.some((id) => used.has(id)) || new Set(ids).size < ids.length) return false;
    for (const id of ids) used.add(id);
    return true;
  });
}

async function insert(
  db: Database,
  actor: Actor,
  importId: string,
  createdAt: Date,
  rows: Row[],
): Promise<Map<string, NonNullable<CreatedInvoice>>> {
  if (rows.length === 0) return new Map();
  const created = await db.transaction((tx) =>
    statement(tx).execute({
      ...visibleValues(actor),
      importId,
      createdAt: createdAt.toISOString(),
      invoices: JSON.stringify(rows.map(({ invoice }, place) => ({ ...invoice, place }))),
      lines: JSON.stringify(rows.flatMap(({ lines }) => lines)),
      actor: identityOf(actor),
      requestId: actor.requestId ?? "",
    }),
  );
  // The import was open before the insert. If nothing was created, it has been transmitted or deleted since.
  if (created.length === 0) await getOpenImport(db, actor, importId);
  return new Map(created.map((each) => [each.id, each]));
}

const names = Object.keys(ownColumns);

const statement = prepared((db) => {
  const openImport = db.$with("open_import", {}).as(selectOpenImport);

  // Invoice numbers follow the given order.
  const created = db.$with("created", { id: invoices.id, invoiceNumber: invoices.invoiceNumber }).as(sql`
    insert into ${invoices} (partner_id, import_id, company_id, created_at, ${list(names.map((name) => sql.identifier(toSnakeCase(name))))})
    select ${typedPlaceholder("partnerId", "text")}, ${typedPlaceholder("importId", "text")}, company_id, ${typedPlaceholder("createdAt", "timestamptz")},
      ${list(names.map((name) => (name === "locale" ? sql`coalesce(given.locale, company_locale)` : sql`given.${sql.identifier(name)}`)))}
    from open_import, json_to_recordset(${typedPlaceholder("invoices", "json")})
      as given(place integer, ${list(Object.entries(ownColumns).map(([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`))})
    order by given.place
    returning partner_id, id, invoice_number`);

  // Inserted in the order of their ids, so that two creations that claim the same ids do not deadlock.
  const lines = db.$with("lines", {}).as(sql`
    insert into ${invoiceLines} (partner_id, invoice_id, position, id, type, amount_cents, description, date)
    select created.partner_id, created.id, line.position, line.id, 'INVOICE-LINE', line."amountCents", line.description, line.date
    from created join json_to_recordset(${typedPlaceholder("lines", "json")})
      as line("invoiceId" text, position integer, id text, "amountCents" bigint, description text, date timestamptz) on line."invoiceId" = created.id
    order by line.id`);

  return db
    .with(openImport, created, lines)
    .select({ id: created.id, invoiceNumber: created.invoiceNumber })
    .from(created)
    .prepare("create_invoices");
});
