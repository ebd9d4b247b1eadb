import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { only } from "@/db/rows";
import { customerLinks } from "@/db/schema/customer-links";
import { imports } from "@/db/schema/imports";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "@/server/actor";
import { invoiceAskedFor, isInvoiceAskedFor } from "@/server/billing/invoices/find-invoice";
import { env } from "@/server/env";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { hashSecret } from "@/server/platform/hash-secret";
import { newId } from "@/server/platform/id";
import { decryptSecret, encryptSecret } from "@/server/platform/secrets";

/** Number of random bytes of a link's secret. */
const SECRET_BYTES = 24;

/**
 * Returns the address of the customer's page. The first call creates the address, which stays the same until `replaceCustomerLink`. Anybody who has
 * the address can act as the customer. `openedAt`: when the page was first opened through the link that this one replaces. Throws
 * `invalid_invoice_id`, `invoice_not_transmitted`.
 */
export async function customerLink(db: Database, actor: Actor, invoiceId: string, openedAt: Date | null = null): Promise<string> {
  const secret = (await findSecret(db, actor, invoiceId)) ?? (await makeSecret(db, actor, invoiceId, openedAt));
  return `${env().PUBLIC_URL}/i/${secret}`;
}

/** Condition: the link of this invoice that is not revoked. */
export function isLiveLinkOf({ partnerId, id }: Record<"partnerId" | "id", string>) {
  return and(eq(customerLinks.partnerId, partnerId), eq(customerLinks.invoiceId, id), isNull(customerLinks.revokedAt));
}

async function findSecret(db: Database, actor: Actor, invoiceId: string): Promise<string | undefined> {
  const [found] = await liveSecret(db).execute(invoiceAskedFor(actor, invoiceId));
  if (!found) throw new DomainError("invalid_invoice_id");
  const { transmittedAt, id, keyId, data } = found;
  if (!transmittedAt) throw new DomainError("invoice_not_transmitted");
  return id && keyId && data ? decryptSecret({ keyId, data }, `customer_links:${id}`) : undefined;
}

const liveSecret = prepared((db) =>
  db
    .select({
      transmittedAt: imports.transmittedAt,
      id: customerLinks.id,
      keyId: customerLinks.secretKeyId,
      data: customerLinks.secretData,
    })
    .from(invoices)
    .innerJoin(imports, and(eq(imports.partnerId, invoices.partnerId), eq(imports.id, invoices.importId)))
    .leftJoin(
      customerLinks,
      and(eq(customerLinks.partnerId, invoices.partnerId), eq(customerLinks.invoiceId, invoices.id), isNull(customerLinks.revokedAt)),
    )
    .where(isInvoiceAskedFor)
    .prepare("live_link_secret"),
);

/** Creates a link. Of several simultaneous calls the first wins; the others return its link. */
async function makeSecret(db: Database, actor: Actor, invoiceId: string, openedAt: Date | null): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const id = newId();
  const { keyId, data } = encryptSecret(secret, `customer_links:${id}`);
  const made = await db
    .insert(customerLinks)
    .values({
      partnerId: actor.partnerId,
      id,
      invoiceId,
      secretHash: hashSecret(secret),
      secretKeyId: keyId,
      secretData: data,
      createdAt: clock.now(actor),
      openedAt,
    })
    .onConflictDoNothing()
    .returning({ id: customerLinks.id })
    .prepare("make_link")
    .execute();
  if (made.length > 0) return secret;
  // Throws if the other call's link has been revoked since.
  const ofOtherCall = await findSecret(db, actor, invoiceId);
  return only([ofOtherCall].filter((found) => found !== undefined));
}
