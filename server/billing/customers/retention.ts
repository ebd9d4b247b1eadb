import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoiceLines } from "@/db/schema/invoice-lines";
import { invoices } from "@/db/schema/invoices";
import { partners } from "@/db/schema/partners";
import { tickets } from "@/db/schema/tickets";
import { type Actor, systemActor } from "@/server/actor";
import { eraseMandates, findOldMandates } from "@/server/billing/mandates/erase-mandates";
import { recordEvent } from "@/server/platform/audit/record-event";
import { clock } from "@/server/platform/clock";
import { type Scope, whereInScope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { eraseInvoices } from "./erase-customer";

/** Number of months between an invoice's settlement and the erasure of its customer; null: only on request. */
export const retention = z.object({
  months: z.int("invalid_retention").min(1, "invalid_retention").max(240, "invalid_retention").nullable(),
});
export type Retention = z.infer<typeof retention>;

/** Returns the partner's period. */
export async function getRetention(db: Database, { partnerId }: Actor): Promise<Retention> {
  return only(await db.select({ months: partners.retentionMonths }).from(partners).where(eq(partners.id, partnerId)));
}

/** Sets the period, which applies from the next run of `eraseOldCustomers`. Erasing cannot be undone. */
export async function setRetention(db: Database, actor: Actor, { months }: Retention): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getRetention(tx, actor);
    await tx.update(partners).set({ retentionMonths: months }).where(eq(partners.id, actor.partnerId));
    await recordEvent(tx, actor, "retention_changed", { before, after: { months } });
  });
}

/** Number of invoices read and erased at a time. */
const BATCH = 500;

interface Options {
  scope?: Scope;
  /** Checked between two batches. */
  isStopping?: () => boolean;
}

/**
 * Erases customers from invoices that were settled longer ago than the partner's period, with no line, question or answer since. Then erases
 * mandates that ended longer ago than the period. Returns the number of invoices.
 */
export async function eraseOldCustomers(db: Database, { scope, isStopping = () => false }: Options = {}): Promise<number> {
  const partnersWithPeriod = await db
    .select({ id: partners.id, clockOffsetMs: partners.clockOffsetMs, months: partners.retentionMonths })
    .from(partners)
    .where(and(isNotNull(partners.retentionMonths), whereInScope(partners.id, scope)));
  let erased = 0;
  for (const partner of partnersWithPeriod) {
    const actor = systemActor(partner);
    const cutoff = sql`(${clock.now(actor).toISOString()}::timestamptz - make_interval(months => ${partner.months}))`;
    let after = "";
    let isFull = true;
    while (isFull && !isStopping()) {
      const page = await nextOfAge(db, partner.id, cutoff, after);
      const due = page.filter(({ isDue }) => isDue).map(({ id }) => id);
      if (due.length > 0) erased += await eraseBatch(db, actor, due);
      after = page.at(-1)?.id ?? after;
      isFull = page.length === BATCH;
    }
    if (!isStopping()) await eraseMandatesOfAge(db, actor, cutoff);
  }
  return erased;
}

/** Returns the next invoices of sufficient age, and whether each is due for erasure. */
function nextOfAge(db: Database, partnerId: string, cutoff: SQL, after: string): Promise<{ id: string; isDue: boolean }[]> {
  // Ids begin with the real time of their creation (server/platform/id.ts). This bound only limits the part of the index that is read; `createdAt`,
  // by the partner's clock, decides.
  const firstOfNewer = sql`lpad(to_hex((extract(epoch from ${cutoff}) * 1000)::bigint), 12, '0')`;
  const whereQuiet = sql`not exists (select from ${invoiceLines} where ${invoiceLines.partnerId} = ${invoices.partnerId}
      and ${invoiceLines.invoiceId} = ${invoices.id} and ${invoiceLines.date} >= ${cutoff})
    and not exists (select from ${tickets} where ${tickets.partnerId} = ${invoices.partnerId}
      and ${tickets.invoiceId} = ${invoices.id} and ${tickets.createdAt} >= ${cutoff})`;
  return db
    .select({ id: invoices.id, isDue: sql<boolean>`${invoices.amountTotalCents} = 0 and ${whereQuiet}` })
    .from(invoices)
    .where(
      and(
        eq(invoices.partnerId, partnerId),
        gt(invoices.id, after),
        lt(invoices.id, firstOfNewer),
        isNull(invoices.erasedAt),
        lt(invoices.createdAt, cutoff),
      ),
    )
    .orderBy(asc(invoices.id))
    .limit(BATCH);
}

function eraseBatch(db: Database, actor: Actor, ids: string[]): Promise<number> {
  return transact(db, actor, async (tx) => {
    const locked = await tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.partnerId, actor.partnerId), inArray(invoices.id, ids)))
      .orderBy(invoices.id)
      .for("no key update", { skipLocked: true });
    const erased = await eraseInvoices(
      tx,
      actor.partnerId,
      locked.map(({ id }) => id),
    );
    if (erased > 0) await recordEvent(tx, actor, "customer_erased", { after: { invoices: erased } });
    return erased;
  });
}

function eraseMandatesOfAge(db: Database, actor: Actor, cutoff: SQL): Promise<void> {
  return transact(db, actor, async (tx) => {
    const mandates = await eraseMandates(tx, actor, await findOldMandates(tx, actor, cutoff));
    if (mandates > 0) await recordEvent(tx, actor, "customer_erased", { after: { invoices: 0, mandates } });
  });
}
