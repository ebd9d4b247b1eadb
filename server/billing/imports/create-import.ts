import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import type { Actor } from "@/server/actor";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import { transact } from "@/server/platform/transact";
import { getCompany } from "@/server/tenancy/companies/find-company";
import type { ImportDetails, NewImport } from "./import";

/**
 * Records an import. The trigger `imports_have_settings` (db/rules/imports.sql) copies its company's collection settings. Throws
 * `invalid_company_id` of the kind "refused" instead of "not found", because the id is in the body.
 */
export function createImport(db: Database, actor: Actor, { companyId, title, expectedInvoicesCount }: NewImport): Promise<ImportDetails> {
  return transact(db, actor, async (tx) => {
    const { currency } = await getCompany(tx, actor, companyId, { kindIfMissing: "refused" });
    const createdAt = clock.now(actor);
    const created = only(
      await tx
        .insert(imports)
        .values({
          partnerId: actor.partnerId,
          id: newId(),
          companyId,
          title: title ?? `Import ${createdAt.toISOString().slice(0, 10)}`,
          expectedInvoicesCount,
          createdAt,
        })
        .returning(),
    );
    return { ...created, currency, invoiceIds: [] };
  });
}
