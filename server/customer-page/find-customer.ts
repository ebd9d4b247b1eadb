import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { customerLinks } from "@/db/schema/customer-links";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import type { Actor } from "@/server/actor";
import { hashSecret } from "@/server/platform/hash-secret";

/** Who came by a customer's link, and sees its one invoice. */
export interface Customer extends Actor {
  kind: "customer";
  invoiceId: string;
}

/** The customer whose link has this secret. Undefined: the link is unknown or revoked, or the invoice is not transmitted. */
export async function findCustomer(db: Database, secret: string, requestId: string | null): Promise<Customer | undefined> {
  if (!/^[\w-]{32}$/.test(secret)) return undefined;
  const [found] = await linkBySecret(db).execute({ secretHash: hashSecret(secret) });
  return found && { ...found, kind: "customer", companyIds: [], requestId };
}

const linkBySecret = prepared((db) =>
  db
    .select({
      id: customerLinks.id,
      partnerId: customerLinks.partnerId,
      invoiceId: customerLinks.invoiceId,
      clockOffsetMs: partners.clockOffsetMs,
    })
    .from(customerLinks)
    .innerJoin(partners, eq(partners.id, customerLinks.partnerId))
    .innerJoin(invoices, and(eq(invoices.partnerId, customerLinks.partnerId), eq(invoices.id, customerLinks.invoiceId)))
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .where(
      and(eq(customerLinks.secretHash, sql.placeholder("secretHash")), isNull(customerLinks.revokedAt), isNotNull(imports.transmittedAt)),
    )
    .prepare("find_customer"),
);
