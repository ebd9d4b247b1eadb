import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { only } from "@/db/rows";
import { invoices } from "@/db/schema/invoices";
import { mandates } from "@/db/schema/mandates";
import { type Actor, visibleTo } from "@/server/actor";
import { dayAt } from "@/server/domain/formats/calendar";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { asMandate, type Mandate } from "./mandate";
import { type MandateRecord, recordsOfMandates } from "./mandate-record";
import { whereMandateOfInvoice, whereMandateValid } from "./valid-mandate";

/** Returns a mandate with its history. Throws `invalid_mandate_id`. */
export async function getMandate(db: Database, actor: Actor, mandateId: string): Promise<MandateRecord> {
  const [row] = await db.select().from(mandates).where(whereMandate(actor, mandateId));
  if (!row) throw new DomainError("invalid_mandate_id");
  return only(await recordsOfMandates(db, actor, [asMandate(row, dayAt(clock.now(actor)))]));
}

/** Condition: this mandate, if the actor may see it. */
export function whereMandate(actor: Actor, mandateId: string) {
  return and(visibleTo(actor, mandates), eq(mandates.id, mandateId));
}

/** Returns the valid mandate of an invoice's payer; undefined without one, and for an invoice that the actor may not see. */
export async function findMandateOfInvoice(db: Database, actor: Actor, invoiceId: string): Promise<Mandate | undefined> {
  const today = dayAt(clock.now(actor));
  const [found] = await db
    .select({ row: mandates })
    .from(invoices)
    .innerJoin(mandates, whereMandateOfInvoice)
    .where(and(visibleTo(actor, invoices), eq(invoices.id, invoiceId), whereMandateValid(today)));
  return found && asMandate(found.row, today);
}
