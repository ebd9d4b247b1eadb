import { and, count, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { DomainError } from "@/server/errors";

/** Maximum number of transmitted invoices of a sandbox that plays a season. */
const MOST_INVOICES = 5_000;

/** Throws `season_too_large` if the sandbox has more than 5,000 transmitted invoices. */
export async function requireFewInvoices(db: Database, { partnerId }: Pick<Actor, "partnerId">): Promise<void> {
  const { count: transmitted } = only(
    await db
      .select({ count: count() })
      .from(invoices)
      .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
      .where(and(eq(invoices.partnerId, partnerId), isNotNull(imports.transmittedAt))),
  );
  if (transmitted > MOST_INVOICES) throw new DomainError("season_too_large");
}
