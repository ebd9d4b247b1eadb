import { and, desc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { holds } from "@/db/schema/holds";
import type { Invoice } from "@/db/schema/invoices";
import { holdLocked } from "@/server/billing/holds/hold-invoice";
import { findHousehold, openOnes } from "@/server/billing/households/household";
import { findHold } from "@/server/billing/invoices/find-hold";
import { lockInvoice } from "@/server/billing/invoices/find-invoice";
import { addWorkingDays } from "@/server/domain/banking/bank-days";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { canFollow } from "@/server/domain/rules/holds";
import { DomainError } from "@/server/errors";
import { clock } from "@/server/platform/clock";
import { transact } from "@/server/platform/transact";
import { findBankCalendar } from "@/server/tenancy/companies/find-bank-calendar";
import { asSystem, type Customer } from "./find-customer";

/** Maximum number of working days of the company's bank until a transfer appears on a statement. */
const PAUSE_WORKING_DAYS = 5;
/** Days until a customer may report another transfer. A customer who reported one every week and never paid would get no reminders. */
const AGAIN_AFTER_DAYS = 30;

/** A transfer that a customer reported in the last 30 days. */
export interface SaidTransfer {
  /** Last day without reminders. */
  until: string;
  /** Whether the pause is still in force today. */
  isPausing: boolean;
}

/** Returns the recent report. Null if there is none, so that the customer may report a transfer. */
export async function findSaidTransfer(db: Database, actor: Customer): Promise<SaidTransfer | null> {
  const { partnerId, invoiceId } = actor;
  const [said] = await db
    .select({ until: holds.until, createdAt: holds.createdAt, endedAt: holds.endedAt })
    .from(holds)
    .where(and(eq(holds.partnerId, partnerId), eq(holds.invoiceId, invoiceId), eq(holds.isTransferSaid, true)))
    .orderBy(desc(holds.createdAt))
    .limit(1);
  const today = dayAt(clock.now(actor));
  if (!said?.until || addDays(dayAt(said.createdAt), AGAIN_AFTER_DAYS) <= today) return null;
  return { until: said.until, isPausing: said.endedAt === null && today <= said.until };
}

/**
 * Pauses collection for five working days after a customer reports a transfer, at most once in 30 days. `reason` contains the customer's
 * words. One transfer pays a whole household, so all of its invoices are paused. A longer pause or stronger hold stays. Throws
 * `invalid_invoice_id`, `already_retracted` and `nothing_outstanding`.
 */
export async function sayTransferred(db: Database, actor: Customer, reason: string): Promise<void> {
  await transact(db, actor, async (tx) => {
    const household = await findHousehold(tx, actor, actor.invoiceId);
    const together = household ? openOnes(household).map(({ id }) => id) : [];
    const locked: Invoice[] = [];
    // Locks in a fixed order, to avoid deadlocks.
    for (const id of [...new Set([actor.invoiceId, ...together])].sort()) {
      locked.push(await lockInvoice(tx, id === actor.invoiceId ? actor : asSystem(actor), id));
    }
    const own = locked.find(({ id }) => id === actor.invoiceId);
    if (own?.retractedAt) throw new DomainError("already_retracted");
    if (!own || own.amountTotalCents <= 0) throw new DomainError("nothing_outstanding");
    if (await findSaidTransfer(tx, actor)) return;
    for (const invoice of locked) if (!invoice.retractedAt && invoice.amountTotalCents > 0) await pause(tx, actor, invoice, reason);
  });
}

async function pause(tx: Database, actor: Customer, invoice: Invoice, reason: string): Promise<void> {
  const today = dayAt(clock.now(actor));
  const until = addWorkingDays(today, PAUSE_WORKING_DAYS, await findBankCalendar(tx, invoice));
  const present = await findHold(tx, invoice, today);
  if (!canFollow("paused", present?.kind) || (present?.until && present.until >= until)) return;
  await holdLocked(tx, actor, invoice, { kind: "paused", until, reason, isTransferSaid: true });
}
