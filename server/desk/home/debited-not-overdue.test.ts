import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { only } from "@/db/rows";
import { type Debit, debits } from "@/db/schema/debits";
import { payments } from "@/db/schema/payments";
import { refreshRollups } from "@/server/billing/figures/refresh-rollups";
import { countInvoicesByFact } from "@/server/billing/invoices/count-invoices-by-fact";
import { invoiceQuery } from "@/server/billing/invoices/invoice-filter";
import { listInvoices } from "@/server/billing/invoices/list-invoices";
import { summarizeInvoices } from "@/server/billing/invoices/summarize-invoices";
import { addDays, dayAt } from "@/server/domain/formats/calendar";
import { DAY_MS } from "@/server/domain/formats/time";
import { isOverdue } from "@/server/domain/rules/invoice-state";
import { type GivenPartner, givenInvoice, givenPartner } from "@/server/testing/given";
import { givenCreditor, givenMandate } from "@/server/testing/given-mandate";
import { givenMember } from "@/server/testing/given-person";
import { bankDayIn, givenPlannedDebit, makeFiles } from "@/server/testing/given-planned-debit";
import { getHome } from "./get-home";

const inDays = (partner: GivenPartner, days: number) => ({ ...partner.actor, clockOffsetMs: days * DAY_MS });

/**
 * Invoices that were due weeks ago: one that nothing collects, and three whose debits are at the bank, planned for a later day, and planned
 * for a past day.
 */
async function given() {
  const partner = await givenPartner();
  const before = { ...partner, actor: inDays(partner, -40) };
  const company = await givenCreditor(partner);
  const { actor } = await givenMember(partner, { role: "administrator" });
  const planned = async (amountCents: number, collectOn: string) => {
    const by = await givenMandate(partner, company);
    const { debit, invoices } = await givenPlannedDebit(before, company, { by, amounts: [amountCents], collectOn });
    return { debit, id: only(invoices).id };
  };
  const atBank = await planned(1_000, bankDayIn(6));
  await makeFiles(actor, company);
  const coming = await planned(2_000, bankDayIn(7));
  const missed = await planned(4_000, bankDayIn(-12));
  const asked = await givenInvoice(before, { company, amountCents: 8_000, transmitted: true });
  return { partner, company, atBank, coming, missed, asked };
}

/** The overdue invoices, as all places count them alike. */
async function overdueOf(partner: GivenPartner, days = 0): Promise<string[]> {
  const actor = inDays(partner, days);
  await refreshRollups(db, { scope: { partnerId: partner.id } });
  const { currencies, today } = await getHome(db, actor);
  const { overdue, ageing, dueSoon } = only(currencies);
  const rows = await listInvoices(db, actor, invoiceQuery.parse({ pageSize: 100 }));
  const listed = await listInvoices(db, actor, invoiceQuery.parse({ fact: "overdue", pageSize: 100 }));
  const ids = listed.map(({ id }) => id).sort();
  expect(rows.flatMap((row) => (isOverdue(row, today) ? row.id : [])).sort()).toEqual(ids);
  expect((await countInvoicesByFact(db, actor, {})).overdue).toBe(ids.length);
  expect(overdue).toEqual({ invoices: ids.length, cents: listed.reduce((sum, { outstandingCents }) => sum + outstandingCents, 0) });
  const sumOf = async (from: string | null, to: string | null) =>
    (await summarizeInvoices(db, actor, { fact: "outstanding", period: { of: "due", from, to } })).sums[0]?.outstandingCents ?? 0;
  expect(ageing.total.notDueCents).toBe(await sumOf(today, null));
  expect(ageing.total.upTo30Cents).toBe(await sumOf(addDays(today, -30), addDays(today, -1)));
  for (const { day, outstandingCents } of dueSoon) expect(await sumOf(day, day)).toBe(outstandingCents);
  return ids;
}

describe("an invoice is not overdue on Home and in lists", () => {
  test("while its debit is planned for a later day or at the bank, however long the bank takes", async () => {
    const { partner, atBank, coming, missed, asked } = await given();
    expect(await overdueOf(partner)).toEqual([missed.id, asked.id].sort());
    expect(await overdueOf(partner, 30)).toEqual([missed.id, asked.id, coming.id].sort());
    const statuses = await db.select({ status: debits.status }).from(debits).where(eq(debits.id, atBank.debit.id));
    expect(statuses).toEqual([{ status: "at_bank" }]);
  });

  test("until its debit is taken out, and again once one is put off", async () => {
    const { partner, coming, missed, asked } = await given();
    expect(await overdueOf(partner)).toEqual([missed.id, asked.id].sort());
    await takeOut(coming.debit);
    await db
      .update(debits)
      .set({ collectOn: bankDayIn(5), postponements: 1 })
      .where(eq(debits.id, missed.debit.id));
    expect(await overdueOf(partner)).toEqual([coming.id, asked.id].sort());
  });

  test("and its day in lists is that of the debit", async () => {
    const { partner, coming, asked, missed, atBank } = await given();
    const { dueSoon } = only((await getHome(db, partner.actor)).currencies);
    const day = bankDayIn(7);
    // Seven days begin with today.
    expect(dueSoon.filter((due) => due.day === day)).toEqual(
      day <= addDays(dayAt(new Date()), 6) ? [{ day, invoices: 1, outstandingCents: 2_000 }] : [],
    );
    const rows = await listInvoices(db, partner.actor, invoiceQuery.parse({ sort: "due", direction: "asc", pageSize: 100 }));
    expect(rows.map(({ id }) => id)).toEqual([asked, missed, coming, atBank].map(({ id }) => id));
    expect(rows.map(({ debit }) => debit)).toEqual([
      null,
      { status: "planned", collectOn: missed.debit.collectOn },
      { status: "planned", collectOn: day },
      { status: "at_bank", collectOn: atBank.debit.collectOn },
    ]);
  });
});

async function takeOut({ id }: Debit): Promise<void> {
  const endedAt = new Date();
  await db.transaction(async (tx) => {
    await tx.update(payments).set({ status: "cancelled", endedAt }).where(eq(payments.debitId, id));
    await tx.update(debits).set({ status: "cancelled", endedAt }).where(eq(debits.id, id));
  });
}
