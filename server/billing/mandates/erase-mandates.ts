import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { customerEmailHash, invoices } from "@/db/schema/invoices";
import { mandateAmendments } from "@/db/schema/mandate-amendments";
import { mandateConsents } from "@/db/schema/mandate-consents";
import { mandates } from "@/db/schema/mandates";
import type { Actor } from "@/server/actor";
import { mandateExpiresOn } from "./valid-mandate";

/** Returns all of the partner's mandates of a customer, who can have several keys, such as former addresses. */
export function findMandatesOfCustomer(db: Database, { partnerId }: Actor, keys: readonly string[]) {
  return db
    .select()
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), inArray(mandates.customerKey, [...keys])))
    .orderBy(mandates.recordedOrder);
}

/** Returns the proofs of mandates that were given on the page, and the former accounts of mandates. Both are erased with their mandates. */
export async function findHistoryOfMandates(db: Database, { partnerId }: Actor, mandateIds: readonly string[]) {
  const ids = [...mandateIds];
  return {
    mandateConsents: await db
      .select()
      .from(mandateConsents)
      .where(and(eq(mandateConsents.partnerId, partnerId), inArray(mandateConsents.mandateId, ids)))
      .orderBy(mandateConsents.givenAt),
    mandateAmendments: await db
      .select()
      .from(mandateAmendments)
      .where(and(eq(mandateAmendments.partnerId, partnerId), inArray(mandateAmendments.mandateId, ids)))
      .orderBy(mandateAmendments.recordedOrder),
  };
}

/**
 * Returns the ids of mandates that ended or expired before the cutoff, of payers without other invoices: no purpose keeps them. Valid
 * mandates stay, because they are for later seasons.
 */
export async function findOldMandates(db: Database, { partnerId }: Actor, cutoff: SQL): Promise<string[]> {
  const ofPayer = sql`exists (select from ${invoices} where ${invoices.partnerId} = ${mandates.partnerId}
    and ${customerEmailHash(invoices)} = hashtextextended(${mandates.customerKey}, 0)
    and customer_key(${invoices.customerEmail}, ${invoices.id}) = ${mandates.customerKey})`;
  const isOver = or(sql`${mandates.endedAt} < ${cutoff}`, sql`${mandateExpiresOn} < ${cutoff}`);
  const rows = await db
    .select({ id: mandates.id })
    .from(mandates)
    .where(and(eq(mandates.partnerId, partnerId), isOver, sql`not ${ofPayer}`));
  return rows.map(({ id }) => id);
}

/** Erases mandates through a function of the database, which alone may delete them. Returns their number. */
export async function eraseMandates(tx: Database, { partnerId }: Actor, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await tx.execute<{ erased: string }>(sql`select erase_mandates(${partnerId}, ${`{${ids.join(",")}}`}::text[]) as erased`);
  return Number(only(rows).erased);
}
