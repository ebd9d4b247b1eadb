import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { type Actor, systemActor } from "@/server/actor";
import { noticeDaysOf } from "@/server/billing/debits/debit-facts";
import { type InvoiceToDebit, planDebits } from "@/server/billing/debits/plan-debits";
import { putOffUnannounced } from "@/server/billing/debits/put-off-debits";
import { takeOutParts } from "@/server/billing/debits/take-out-parts";
import { type DueInstalmentStep, takeInstalmentSteps } from "@/server/billing/instalments/take-instalment-steps";
import { addLines } from "@/server/billing/invoices/add-lines";
import { announceEach } from "@/server/billing/invoices/announce";
import { isDeskRanked, keepStatementsOut } from "@/server/billing/invoices/desk-gate";
import { addDays, dayAt, sameTimeOn } from "@/server/domain/formats/calendar";
import { FEE_NOTE, PLAN_ENDED } from "@/server/domain/rules/collection-messages";
import { collectionDay } from "@/server/domain/rules/debit-days";
import { clock } from "@/server/platform/clock";
import { newId } from "@/server/platform/id";
import type { Scope } from "@/server/platform/scope";
import { transact } from "@/server/platform/transact";
import { type HeldUp, unlessHeldUp } from "@/server/platform/unless-held-up";
import { type CollectedRow, findCollectedInvoices } from "./collected-invoices";
import { putOffDueDays, setDueDays } from "./keep-due-day";
import { dueOnOf, isCreditNote, isToldOfFee, type PlannedItem, plan } from "./plan";
import { DEBIT } from "./planned-debit";
import { dueOnceEnded, runningPlan } from "./planned-instalments";

/** Maximum number of invoices of a partner that one call processes. */
const AT_ONCE = 500;

/** Time until an invoice is looked at again for which no debit could be planned, in ms. */
const PLANNED_AGAIN_MS = 60_000;

interface Options {
  /** Whether mails can be sent. If not, only invoices of sandboxes are processed. */
  canMail: boolean;
  scope?: Scope;
  /** Partners whose steps were held up before in this round. */
  heldUp?: HeldUp;
}

/**
 * Carries out the due steps of invoices' plans (`plan`), and records when each invoice is looked at next. Returns the number of invoices. Each
 * invoice is processed under its lock and in one transaction, so no step is taken twice. Left for the next round are
 * - an invoice that another transaction has locked;
 * - the invoices of a partner with unranked payments, or with a statement that is being stored;
 * - the invoices of a partner whose steps other transactions hold up (`heldUp`).
 */
export async function takeDueSteps(db: Database, { canMail, scope = {}, heldUp = new Set() }: Options): Promise<number> {
  const partners = new Map<string, { clockOffsetMs: number; invoiceIds: string[] }>();
  for (const { partnerId, clockOffsetMs, invoiceId } of await findDue(db, canMail, scope)) {
    const due = partners.get(partnerId) ?? { clockOffsetMs: Number(clockOffsetMs), invoiceIds: [] };
    due.invoiceIds.push(invoiceId);
    partners.set(partnerId, due);
  }

  let count = 0;
  for (const [id, { clockOffsetMs, invoiceIds }] of partners) {
    const taken = await unlessHeldUp(heldUp, "partner", id, () => takeSteps(db, systemActor({ id, clockOffsetMs }), invoiceIds));
    count += taken ?? 0;
  }
  return count;
}

/** Finds due invoices by each partner's own clock; at most 500 per partner, so that one large import does not delay other partners. */
function findDue(db: Database, canMail: boolean, { partnerId }: Scope) {
  return db.execute<{ partnerId: string; clockOffsetMs: string; invoiceId: string }>(sql`
    select p.id as "partnerId", p.clock_offset_ms as "clockOffsetMs", due.invoice_id as "invoiceId"
    from partners p
    cross join lateral (
      select c.invoice_id from collections c
      where c.partner_id = p.id and c.next_at <= now() + p.clock_offset_ms * interval '1 millisecond'
      order by c.next_at limit ${AT_ONCE}
    ) due
    where ${canMail ? sql`true` : sql`p.is_sandbox`} and ${partnerId ? sql`p.id = ${partnerId}` : sql`true`}`);
}

/** Carries out the due steps of these invoices of one partner, as `takeDueSteps`. Returns the number of invoices. */
export function takeSteps(db: Database, actor: Actor, invoiceIds: string[]): Promise<number> {
  return transact(db, actor, async (tx) => {
    const now = clock.now(actor);
    if (!(await keepStatementsOut(tx, actor.partnerId))) return 0;
    const locked = await lockDue(tx, actor.partnerId, invoiceIds, now);
    // An unranked payment may be for one of these invoices. Checked under the locks, because an Undo puts its payment into the queue of
    // rankings before it locks invoices.
    if (locked.length === 0 || !(await isDeskRanked(tx, actor.partnerId))) return 0;

    // A separate statement, so that its snapshot is younger than the locks.
    const found = await takeOutParts(tx, actor, await findCollectedInvoices(tx, actor.partnerId, locked), now);
    const planned = found.map((invoice) => ({ invoice, items: plan(invoice, now) }));
    for (const { invoice, items } of planned) await chargeFees(tx, actor, invoice, dueOf(items, now));
    await queueMessages(tx, actor, planned, now);
    const aboutThemselves = (of: readonly CollectedRow[]) =>
      of.map(({ id }) => ({ partnerId: actor.partnerId, invoiceId: id, aboutId: id }));
    await announceEach(tx, actor, "credit_note", aboutThemselves(found.filter(isCreditNote)));
    const noted = planned.filter(({ invoice, items }) => dueOf(items, now).some(({ kind }) => kind === FEE_NOTE) && isToldOfFee(invoice));
    await announceEach(tx, actor, FEE_NOTE, aboutThemselves(noted.map(({ invoice }) => invoice)));
    const again = new Map([...(await debitDue(tx, actor, planned, now)), ...(await instalmentsDue(tx, actor, planned, now))]);
    // Last, because a fee changes the invoice's total, and the trigger `invoices_looked_at_again` (db/rules/invoices.sql) then makes the
    // invoice due immediately.
    await scheduleNext(tx, actor, planned, again, now);
    return locked.length;
  });
}

/** Locks the invoices that are still due and not locked by others, each together with its row in `collections`. */
async function lockDue(tx: Database, partnerId: string, invoiceIds: string[], now: Date): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select i.id from collections c join invoices i on i.partner_id = c.partner_id and i.id = c.invoice_id
    where c.partner_id = ${partnerId} and c.invoice_id = any(${`{${invoiceIds.join(",")}}`}::text[]) and c.next_at <= ${now.toISOString()}
    order by i.id for update of i, c skip locked`);
  return rows.map(({ id }) => id);
}

const dueOf = (items: PlannedItem[], now: Date) => items.filter(({ at }) => at <= now);

async function chargeFees(tx: Database, { partnerId }: Actor, { id, messages }: CollectedRow, due: PlannedItem[]): Promise<void> {
  if (!isToldOfFee({ messages })) return;
  for (const item of due) {
    if (item.kind !== "late_payment_fee") continue;
    const { amountCents, at: date } = item;
    const fee = { type: "LATE-PAYMENT-FEE-LINE", amountCents, date, description: null, paymentMethod: null } as const;
    await addLines(tx, { partnerId, id }, [fee]);
  }
}

interface Planned {
  invoice: CollectedRow;
  items: PlannedItem[];
}

/**
 * Plans the direct debits whose announcement is due, and moves those whose announcement has not left in time. An invoice that is collected
 * after its due day is due on the day of the collection. Returns when to look at invoices again, by their ids:
 * - tomorrow while a debit is planned, because the account, the company or the payer may change meanwhile (`takeOutParts`);
 * - tomorrow while the mail about a failed debit has not left;
 * - soon if no debit could be planned, such as while the mandate is being changed;
 * - at once if the debit of an instalment was moved.
 */
async function debitDue(tx: Database, actor: Actor, planned: Planned[], now: Date): Promise<Map<string, Date>> {
  const wanted = planned.flatMap(({ invoice, items }): InvoiceToDebit[] => {
    const { bankAccountId } = invoice.settings;
    return dueOf(items, now).flatMap((item) =>
      item.kind === DEBIT && bankAccountId ? [{ ...item, invoiceId: invoice.id, bankAccountId }] : [],
    );
  });
  const unplanned = await planDebits(tx, actor, wanted, now);
  const debited = wanted.filter((each) => !unplanned.includes(each));
  await putOffDueDays(
    tx,
    actor.partnerId,
    debited.map(({ invoiceId, collectOn }) => ({ invoiceId, dueOn: collectOn })),
  );
  const moved = await putOffUnannounced(
    tx,
    actor,
    planned.flatMap(({ invoice }) => daysOfUnannounced(invoice, now)),
  );
  const tomorrow = sameTimeOn(addDays(dayAt(now), 1), now);
  const lookAgain = (at: Date, isToBe: (invoice: CollectedRow) => boolean | undefined) =>
    planned.flatMap(({ invoice }): [string, Date][] => (isToBe(invoice) ? [[invoice.id, at]] : []));
  // A later entry replaces an earlier one of the same invoice.
  return new Map([
    ...lookAgain(tomorrow, ({ debit }) => debit?.parts.some(({ status }) => status === "scheduled")),
    // The due day of an instalment is that of its debit.
    ...lookAgain(now, ({ debit }) => debit?.parts.some(({ debitId, instalment }) => instalment && moved.has(debitId))),
    ...debited.map(({ invoiceId }): [string, Date] => [invoiceId, tomorrow]),
    // The mail about a failed debit takes the place of the first request, unless the mail does not leave.
    ...lookAgain(tomorrow, ({ debit, messages }) => debit?.wasDebited && messages.some(({ fate }) => fate === "going")),
    ...unplanned.map(({ invoiceId }): [string, Date] => [invoiceId, new Date(now.getTime() + PLANNED_AGAIN_MS)]),
  ]);
}

/** Returns the debits of an invoice whose announcement has not left, with the day of the collection if the announcement leaves now. */
function daysOfUnannounced(invoice: CollectedRow, now: Date): { debitId: string; collectOn: string }[] {
  const { debit, settings } = invoice;
  if (!debit || debit.leadDays === null) return [];
  const { leadDays } = debit;
  const unannounced = debit.parts.filter(({ status, isAnnounced }) => status === "scheduled" && !isAnnounced);
  return unannounced.map(({ instalment, debitId, collectOn }) => {
    const dueOn = instalment ? collectOn : dueOnOf(invoice, now);
    return { debitId, collectOn: collectionDay({ dueOn, today: dayAt(now), noticeDays: noticeDaysOf(settings, debit), leadDays }) };
  });
}

/**
 * Takes the due steps of plans of instalments, and keeps the due day of each invoice with one: that of the next part, or of all that is left.
 * Returns when to look at invoices again whose plan has changed: at once.
 */
async function instalmentsDue(tx: Database, actor: Actor, planned: Planned[], now: Date): Promise<Map<string, Date>> {
  const divided = planned.flatMap(({ invoice, items }) => {
    const running = runningPlan(invoice, now);
    return running ? [{ invoice, running, due: dueOf(items, now) }] : [];
  });
  const steps = divided.flatMap(({ invoice, running, due }) =>
    due.flatMap((item): DueInstalmentStep[] =>
      "number" in item ? [{ ...item, invoiceId: invoice.id, planId: running.id, linesCount: invoice.lines.length }] : [],
    ),
  );
  const changed = await takeInstalmentSteps(tx, actor, steps, now);
  const endsOn = dueOnceEnded(now);
  await setDueDays(
    tx,
    actor.partnerId,
    divided.map(({ invoice, running, due }) => ({
      invoiceId: invoice.id,
      dueOn: due.some(({ kind }) => kind === PLAN_ENDED) ? endsOn : running.dueOn,
    })),
  );
  return new Map(changed.map((id): [string, Date] => [id, now]));
}

async function queueMessages(tx: Database, { partnerId }: Actor, planned: Planned[], now: Date): Promise<void> {
  const due = planned.flatMap(({ invoice, items }) =>
    dueOf(items, now).flatMap((item) => ("round" in item ? [{ invoiceId: invoice.id, ...item }] : [])),
  );
  const messages = due.map(({ invoiceId, kind, round, at }) => ({
    partnerId,
    id: newId(),
    invoiceId,
    kind,
    round,
    createdAt: at,
    nextAttemptAt: sql`now()`,
  }));
  if (messages.length > 0) await tx.insert(outgoingMessages).values(messages);
}

/** Records when each invoice is looked at next: at its next step, or at its time in `again` if that is earlier. */
async function scheduleNext(
  tx: Database,
  { partnerId }: Actor,
  planned: Planned[],
  again: ReadonlyMap<string, Date>,
  now: Date,
): Promise<void> {
  const rows = planned.map(({ invoice: { id }, items }) => {
    const times = [again.get(id), items.find(({ at }) => at > now)?.at].filter((at) => at !== undefined);
    return { id, next_at: times.length > 0 ? new Date(Math.min(...times.map(Number))) : null };
  });
  await tx.execute(sql`
    update collections c set next_at = n.next_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as n(id text, next_at timestamptz)
    where c.partner_id = ${partnerId} and c.invoice_id = n.id`);
}
