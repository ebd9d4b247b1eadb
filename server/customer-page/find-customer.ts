import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { prepared } from "@/db/prepared";
import { customerLinks } from "@/db/schema/customer-links";
import { imports } from "@/db/schema/imports";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { tickets } from "@/db/schema/tickets";
import { type Actor, systemActor } from "@/server/actor";
import { hashSecret } from "@/server/platform/hash-secret";

/** A customer who has opened a link. A link gives access to one invoice. */
export interface Customer extends Actor {
  kind: "customer";
  /** Id of the link. */
  id: string;
  invoiceId: string;
}

/**
 * Returns the system's actor, for records to which the customer's link gives no access: other invoices of the household, the company, its
 * bank account.
 */
export function asSystem({ partnerId, clockOffsetMs }: Customer): Actor {
  return systemActor({ id: partnerId, clockOffsetMs });
}

/** The customer to whom a secret belongs, and the link's state. */
export interface FoundLink {
  customer: Customer;
  /** Whether the link has expired: the invoice is settled, and nothing happened to it for half a year. */
  isExpired: boolean;
  /** Whether the customer's page had been opened before this request. */
  wasOpened: boolean;
}

/** The link of a settled invoice expires this many months after the latest of the link's creation, the last line, question and answer. */
const OPEN_WHEN_SETTLED_MONTHS = 6;

/**
 * Returns the customer whose link has this secret. Undefined if the link is unknown, revoked or expired, or the invoice is not transmitted.
 */
export async function findCustomer(db: Database, secret: string, requestId: string | null): Promise<Customer | undefined> {
  const found = await findLink(db, secret, requestId);
  return found && !found.isExpired ? found.customer : undefined;
}

/** As `findCustomer`, but also finds expired links. */
export async function findLink(db: Database, secret: string, requestId: string | null): Promise<FoundLink | undefined> {
  if (!/^[\w-]{32}$/.test(secret)) return undefined;
  const [found] = await linkBySecret(db).execute({ secretHash: hashSecret(secret) });
  if (!found) return undefined;
  const { isExpired, wasOpened, ...customer } = found;
  return { customer: { ...customer, kind: "customer", companyIds: [], requestId }, isExpired, wasOpened };
}

const isQuietSince = (moment: SQL) => sql`not exists (select from ${invoiceLines} where ${invoiceLines.partnerId} = ${invoices.partnerId}
      and ${invoiceLines.invoiceId} = ${invoices.id} and ${invoiceLines.date} > ${moment})
    and not exists (select from ${tickets} where ${tickets.partnerId} = ${invoices.partnerId}
      and ${tickets.invoiceId} = ${invoices.id} and ${tickets.createdAt} > ${moment})`;

/** The link of a settled invoice expires if nothing has happened since this moment by the partner's clock. */
const quietFrom = sql`(now() + ${partners.clockOffsetMs} * interval '1 millisecond' - make_interval(months => ${sql.raw(String(OPEN_WHEN_SETTLED_MONTHS))}))`;

const linkBySecret = prepared((db) =>
  db
    .select({
      id: customerLinks.id,
      partnerId: customerLinks.partnerId,
      invoiceId: customerLinks.invoiceId,
      clockOffsetMs: partners.clockOffsetMs,
      wasOpened: sql<boolean>`${customerLinks.openedAt} is not null`,
      isExpired: sql<boolean>`${invoices.amountTotalCents} = 0 and ${customerLinks.createdAt} < ${quietFrom} and ${isQuietSince(quietFrom)}`,
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
