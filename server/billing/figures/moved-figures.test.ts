import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { outgoingMessages } from "@/db/schema/collections";
import { outstandingRollups, rollupStates } from "@/db/schema/rollups";
import { updateInvoice } from "@/server/billing/invoices/update-invoice";
import { getHome } from "@/server/desk/home/get-home";
import { givenCollected } from "@/server/testing/given-collection";
import { newAddress } from "@/server/testing/given-households";
import { signal } from "@/server/testing/signal";
import { untilWaiting } from "@/server/testing/until-waiting";
import { rebuildRollups } from "./rebuild-rollups";
import { refreshRollups } from "./refresh-rollups";

// Figures of customers who were never asked. Messages are put into the queue and not sent, so that nobody is asked.

/** Other transactions on the same Postgres, also in other databases, can delay the moment at which all changes are known to be counted. */
const DELAYED = { timeout: 60_000 };
/** Time-out in ms of a test that waits for such moments. */
const OF_TEST = 240_000;

type Given = Awaited<ReturnType<typeof givenCollected>>;

const byPhone = { customerEmail: null, customerPhoneNumber: "+31201234567" };

const refresh = ({ partner }: Given) => refreshRollups(db, { scope: { partnerId: partner.id } });

async function notAskedCents({ partner }: Given): Promise<number | undefined> {
  return (await getHome(db, partner.actor)).currencies[0]?.ageing.total.notAskedCents;
}

/** Computes a company's figures as versions before migration 0077 did, a minute ago. */
async function sumAsBefore({ partner, company, invoice }: Given): Promise<void> {
  const completeBefore = sql<string>`pg_snapshot_xmin(pg_current_snapshot())`;
  const computedAt = sql`statement_timestamp() - interval '1 minute'`;
  await db
    .insert(rollupStates)
    .values({ partnerId: partner.id, companyId: company.id, computedAt, completeBefore })
    .onConflictDoUpdate({ target: [rollupStates.partnerId, rollupStates.companyId], set: { computedAt, completeBefore } });
  await db
    .insert(outstandingRollups)
    .values({ partnerId: partner.id, companyId: company.id, dueOn: "2026-01-01", outstandingCents: invoice.amountTotalCents, invoices: 1 })
    .onConflictDoNothing();
}

async function untilNothingIsBehind(given: Given): Promise<void> {
  await vi.waitFor(async () => expect(await refresh(given)).toBe(0), DELAYED);
}

/** Whether the home page presents its figures as current. */
async function holdsNow({ partner }: Given): Promise<boolean> {
  const since = Date.now();
  return Number((await getHome(db, partner.actor)).computedAt) >= since - 1_000;
}

test("figures from a version without customers who were never asked are computed again", { timeout: OF_TEST }, async () => {
  const given = await givenCollected({ invoice: byPhone });
  await sumAsBefore(given);
  expect(await holdsNow(given)).toBe(false);

  await untilNothingIsBehind(given);

  expect(await notAskedCents(given)).toBe(4_500);
});

test("a change counted by such a version in between is counted again", { timeout: OF_TEST }, async () => {
  const given = await givenCollected();
  await untilNothingIsBehind(given);
  expect(await notAskedCents(given)).toBe(0);
  const { partner, invoice } = given;
  await updateInvoice(db, partner.actor, invoice.id, { externalInvoiceNumber: invoice.externalInvoiceNumber, ...byPhone });
  await vi.waitFor(async () => {
    await sumAsBefore(given);
    const counted = await db.execute(sql`select from changes c join rollup_states s on s.partner_id = c.partner_id
      where c.partner_id = ${partner.id} and c.transaction_id >= s.complete_before`);
    expect(counted).toEqual([]);
  }, DELAYED);
  expect(await holdsNow(given)).toBe(false);

  await untilNothingIsBehind(given);

  expect(await notAskedCents(given)).toBe(4_500);
  expect(await holdsNow(given)).toBe(true);
});

test("if nothing changed in between, nothing is computed", { timeout: OF_TEST }, async () => {
  const given = await givenCollected({ invoice: { customerEmail: newAddress() } });
  await untilNothingIsBehind(given);

  await sumAsBefore(given);

  expect(await refresh(given)).toBe(0);
});

test("a message refused while a company's first figures are uncommitted has them computed again", { timeout: OF_TEST }, async () => {
  const given = await givenCollected();
  await given.decide();
  const [summed, isRefused] = [signal(), signal()];
  const first = db.transaction(async (tx) => {
    await rebuildRollups(tx, given.partner.id, given.company.id);
    summed.fire();
    await isRefused.fired;
  });
  await summed.fired;
  const refusal = db.update(outgoingMessages).set({ state: "refused" }).where(eq(outgoingMessages.invoiceId, given.invoice.id)).execute();
  await Promise.race([refusal, untilWaiting(1)]);
  isRefused.fire();
  await Promise.all([first, refusal]);

  await untilNothingIsBehind(given);

  expect(await notAskedCents(given)).toBe(4_500);
});

test("a message refused before a company's first figures makes the home page compute them at the first visit", async () => {
  const given = await givenCollected();
  await given.decide();

  await db.update(outgoingMessages).set({ state: "refused" }).where(eq(outgoingMessages.invoiceId, given.invoice.id));

  expect(await notAskedCents(given)).toBe(4_500);
});
