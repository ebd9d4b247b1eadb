import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/db/client";
import { simulatedBankCalls } from "@/db/schema/simulated-bank";
import { forgetEnv } from "@/server/env";
import { givenInvoice, givenPartner } from "@/server/testing/given";
import { givenBegunPayment } from "@/server/testing/given-bank";
import { makeCalls } from "./make-calls";

afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

test("while closed, the simulated bank calls only about sandboxes' payments", async () => {
  const begun = [];
  for (const isSandbox of [true, false]) {
    const partner = await givenPartner({ isSandbox });
    const payment = await givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
    await payment.decide("pay");
    begun.push(payment.reference);
  }
  await db.update(simulatedBankCalls).set({ dueAt: sql`now() - interval '1 hour'` });
  vi.stubEnv("SIMULATED_BANK", "false");
  forgetEnv();
  const called = new Set<string>();
  while ((await makeCalls(db, async (id) => called.add(id))) > 0);
  expect(begun.map((reference) => called.has(reference))).toEqual([true, false]);
});

test("the bank calls several times about one change, makes each call once, and does not repeat a failed call", async () => {
  const partner = await givenPartner();
  const payment = await givenBegunPayment(partner, await givenInvoice(partner, { transmitted: true }));
  await payment.decide("pay");
  const isOurs = eq(simulatedBankCalls.paymentId, payment.reference);
  const planned = await db.select().from(simulatedBankCalls).where(isOurs);
  expect(planned.length).toBeGreaterThan(1);

  await db.update(simulatedBankCalls).set({ dueAt: sql`now() - interval '1 hour'` }).where(isOurs);
  const called: string[] = [];
  const call = (id: string) => {
    called.push(id);
    return Promise.reject(new Error("nobody there"));
  };
  while ((await makeCalls(db, call)) > 0);
  expect(called.filter((id) => id === payment.reference)).toHaveLength(planned.length);
  expect(await db.select().from(simulatedBankCalls).where(isOurs)).toEqual([]);
});
