import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companies } from "@/db/schema/companies";
import { type Import, imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { type Actor, visibleTo } from "@/server/actor";
import { DomainError, type ErrorKind } from "@/server/errors";
import type { ImportDetails } from "./import";
import { importGate } from "./import-gate";

/** Returns an import with the ids of its invoices, read in one statement. Throws `invalid_import_id`. */
export async function getImport(db: Database, actor: Actor, importId: string): Promise<ImportDetails> {
  const [found] = await db
    .select({
      ...getTableColumns(imports),
      currency: companies.currency,
      invoiceIds: sql<string>`(
        select coalesce(string_agg(${invoices.id}, ',' order by ${invoices.invoiceNumber}), '')
        from ${invoices} where ${invoices.partnerId} = ${imports.partnerId} and ${invoices.importId} = ${imports.id}
      )`.mapWith((ids: string) => (ids === "" ? [] : ids.split(","))),
    })
    .from(imports)
    .innerJoin(companies, and(eq(companies.partnerId, imports.partnerId), eq(companies.id, imports.companyId)))
    .where(whereImport(actor, importId));
  if (!found) throw new DomainError("invalid_import_id");
  return found;
}

/**
 * Returns an import that can still be changed. Throws `invalid_import_id`, of the kind `missing`, and `import_already_transmitted`. `lock`: keeps
 * the import from being transmitted before the transaction ends.
 */
export async function getOpenImport(
  db: Database,
  actor: Actor,
  importId: string,
  options: { lock?: boolean; missing?: ErrorKind } = {},
): Promise<Import> {
  if (options.lock) await db.execute(sql`select from ${importGate(sql`${importId}`, "exclusive")}`);
  const query = db.select().from(imports).where(whereImport(actor, importId));
  const [found] = await (options.lock ? query.for("update") : query);
  if (!found) throw new DomainError("invalid_import_id", options.missing);
  if (found.transmittedAt) throw new DomainError("import_already_transmitted");
  return found;
}

/** Throws `invalid_import_id` unless the actor may see the import. */
export async function requireImport(db: Database, actor: Actor, importId: string): Promise<void> {
  const found = await db.select({ id: imports.id }).from(imports).where(whereImport(actor, importId));
  if (found.length === 0) throw new DomainError("invalid_import_id");
}

/** Condition: the row is this import, and the actor may see it. */
export function whereImport(actor: Actor, importId: string) {
  return and(visibleTo(actor, imports), eq(imports.id, importId));
}
