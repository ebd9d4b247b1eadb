import { randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { customerLinks } from "@/db/schema/customer-links";
import { invoices } from "@/db/schema/invoices";
import type { Actor } from "../actor";
import { clock } from "../clock";
import { env } from "../env";
import { DomainError } from "../errors";
import { newId } from "../id";
import { isInvoice } from "../invoices/find-invoice";
import { isTransmitted } from "../invoices/lock-account";
import { decryptSecret, encryptSecret } from "../secrets";
import { transact } from "../transact";
import { hashLinkSecret } from "./hash-link-secret";

const SECRET_BYTES = 24;

/**
 * The address of the page on which the customer finds the invoice; whoever has it is the customer. It is made when it is first asked for and stays the
 * same until it is replaced. Throws `invalid_invoice_id`, `invoice_not_transmitted`.
 */
export function customerLink(db: Database, actor: Actor, invoiceId: string): Promise<string> {
  return transact(db, actor, async (tx) => {
    const [invoice] = await tx
      .select({ partnerId: invoices.partnerId, id: invoices.id, importId: invoices.importId })
      .from(invoices)
      .where(isInvoice(actor, invoiceId));
    if (!invoice) throw new DomainError("invalid_invoice_id");
    if (!(await isTransmitted(tx, invoice))) throw new DomainError("invoice_not_transmitted");
    return addressOf((await findSecret(tx, invoice)) ?? (await makeSecret(tx, actor, invoice)));
  });
}

type Linked = Record<"partnerId" | "id", string>;

/** The one link of an invoice that is not revoked. */
export function isLiveLinkOf({ partnerId, id }: Linked) {
  return and(eq(customerLinks.partnerId, partnerId), eq(customerLinks.invoiceId, id), isNull(customerLinks.revokedAt));
}

async function findSecret(tx: Database, invoice: Linked): Promise<string | undefined> {
  const [live] = await tx
    .select({ keyId: customerLinks.secretKeyId, data: customerLinks.secretData })
    .from(customerLinks)
    .where(isLiveLinkOf(invoice));
  return live?.keyId && live.data ? decryptSecret({ keyId: live.keyId, data: live.data }) : undefined;
}

/** Of those who make one at the same time, the first wins, and the others get the winner's. */
async function makeSecret(tx: Database, actor: Actor, invoice: Linked): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const { keyId, data } = encryptSecret(secret);
  await tx
    .insert(customerLinks)
    .values({
      partnerId: invoice.partnerId,
      id: newId(),
      invoiceId: invoice.id,
      secretHash: hashLinkSecret(secret),
      secretKeyId: keyId,
      secretData: data,
      createdAt: clock.now(actor),
    })
    .onConflictDoNothing();
  return only([await findSecret(tx, invoice)].filter((found) => found !== undefined));
}

function addressOf(secret: string): string {
  return `${env().PUBLIC_URL}/i/${secret}`;
}
