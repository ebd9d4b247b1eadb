import { and, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import type { Import } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { DomainError } from "@/server/errors";
import type { ImportContents } from "./import";

/** Throws `changed_meanwhile` unless the import, which the caller has locked, still has the contents that the author saw. */
export async function requireContents(tx: Database, { partnerId, id }: Import, seen: ImportContents): Promise<void> {
  const found = only(
    await tx
      .select({ invoicesCount: count(), amountCents: sql`coalesce(sum(${invoices.amountTotalCents}), 0)`.mapWith(Number) })
      .from(invoices)
      .where(and(eq(invoices.partnerId, partnerId), eq(invoices.importId, id))),
  );
  if (found.invoicesCount !== seen.invoicesCount || found.amountCents !== seen.amountCents) throw new DomainError("changed_meanwhile");
}
